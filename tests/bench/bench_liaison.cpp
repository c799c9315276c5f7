// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/liaison/transcriptstream.h"
#include "tests/bench/nohandler.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <cstdio>
#include <fstream>
#include <string>

using namespace algenta;
using namespace algenta::liaison;
using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr qint64 transcripts = 100'000;

/** The valid examples, one a line, over and over. */
qint64 writeLines(const QString &path, qint64 count)
{
    QByteArrayList lines;
    const QDir folder(QStringLiteral(ALGENTA_SOURCE_DIR "/contracts/examples/liaison/valid"));
    for (const QString &name : folder.entryList({u"*.json"_s}, QDir::Files, QDir::Name)) {
        QFile example(folder.filePath(name));
        if (example.open(QIODevice::ReadOnly))
            lines.append(base::writeJson(base::readJson(example.readAll()).value_or(base::Json())) + '\n');
    }
    QFile file(path);
    if (lines.isEmpty() || !file.open(QIODevice::WriteOnly))
        return 0;
    for (qint64 i = 0; i < count; ++i)
        file.write(lines.at(i % lines.size()));
    return file.size();
}

/** Seconds for all transcripts of a file, or -1 if one was not accepted. */
double check(const QString &path, const TranscriptValidator &validator, qint64 expected)
{
    QElapsedTimer timer;
    timer.start();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return -1;
    TranscriptStream stream(file, validator, TranscriptLayout::Lines);
    qint64 accepted = 0;
    while (const auto transcript = stream.next())
        accepted += transcript->report.isAccepted() ? 1 : 0;
    return accepted == expected ? double(timer.nsecsElapsed()) / 1e9 : -1;
}

double readOnly(const QString &path)
{
    QElapsedTimer timer;
    timer.start();
    std::ifstream file(path.toStdString(), std::ios::binary);
    std::string line;
    bench::NoHandler handler;
    while (std::getline(file, line)) {
        if (!nlohmann::json::sax_parse(line, &handler))
            return -1;
    }
    return double(timer.nsecsElapsed()) / 1e9;
}

/** Largest resident size since the last resetPeak(), in MiB; -1 if the system does not say. */
double peakMebibytes()
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmHWM:"))
            return line.mid(6).trimmed().split(' ').constFirst().toDouble() / 1024;
    }
    return -1;
}

void resetPeak()
{
    QFile references(u"/proc/self/clear_refs"_s);
    if (references.open(QIODevice::WriteOnly))
        references.write("5");
}

} // namespace

/** Checking liaison transcripts against reading them with a bare SAX parser, and the memory of a long run. */
int main()
{
    const QTemporaryDir folder;
    const QString few = folder.filePath(u"few.jsonl"_s);
    const QString many = folder.filePath(u"many.jsonl"_s);
    const qint64 bytes = writeLines(many, transcripts);
    if (bytes == 0 || writeLines(few, transcripts / 100) == 0) {
        std::fputs("bench_liaison: the examples could not be read\n", stderr);
        return 2;
    }
    const TranscriptValidator validator(embeddedLiaisonContract());
    if (check(few, validator, transcripts / 100) < 0)
        return 1;
    resetPeak();
    static_cast<void>(check(few, validator, transcripts / 100));
    const double fewPeak = peakMebibytes();
    resetPeak();
    const double seconds = check(many, validator, transcripts);
    const double manyPeak = peakMebibytes();
    const double saxSeconds = readOnly(many);
    if (seconds <= 0 || saxSeconds <= 0)
        return 1;
    const double megabytes = double(bytes) / 1e6;
    std::printf("liaison_check_mb_per_s ours=%.1f peer=%.1f ratio=%.3f\n", megabytes / seconds,
                megabytes / saxSeconds, saxSeconds / seconds);
    std::printf("liaison_check_peak_mib ours=%.1f peer=%.1f ratio=%.3f\n", manyPeak, fewPeak,
                manyPeak / fewPeak);
    return 0;
}
