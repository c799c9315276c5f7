// SPDX-License-Identifier: Apache-2.0
// Records one content in the file of its argument, says so, and waits to be killed.
#include "core/store/snapshotfile.h"

#include <QCoreApplication>

#include <cstdio>

#include <unistd.h>

using namespace algenta;
using namespace Qt::Literals::StringLiterals;

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const auto file = store::SnapshotFile::open(QCoreApplication::arguments().value(1));
    if (!file)
        return 2;
    const store::Sighting sighting{u"http://engine.example:8000"_s,
                                   store::SnapshotKind::Contract,
                                   {"{ \"a\" : 1 }"},
                                   "{\"a\":1}",
                                   QDateTime::fromString(u"2026-11-30T12:00:00.000Z"_s, Qt::ISODateWithMs)};
    if (!(*file)->record(sighting))
        return 3;
    std::puts("recorded");
    std::fflush(stdout);
    while (true)
        ::pause();
}
