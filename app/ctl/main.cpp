// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/program.h"
#include "core/base/logging.h"

#include <QCoreApplication>
#include <QTimer>

#include <csignal>

int main(int argc, char **argv)
{
    algenta::base::installRedactingMessageHandler();
    // A closed pipe shows as a failed write, and the program ends in its own way.
    std::signal(SIGPIPE, SIG_IGN);
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("algentactl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ALGENTA_VERSION));

    algenta::ctl::Program program(application.arguments().sliced(1));
    QObject::connect(&program, &algenta::ctl::Program::finished, &application,
                     [](int code) { QCoreApplication::exit(code); });
    QTimer::singleShot(0, &program, &algenta::ctl::Program::start);
    return QCoreApplication::exec();
}
