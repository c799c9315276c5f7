// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace
{

using namespace algenta::demo;

constexpr const char *help = R"(Usage: algenta-demo-engine [options]

A small Algenta engine with demo data on 127.0.0.1: MCP at /mcp, REST at /v1,
and a webhook receiver at /webhook/accept, reject, stall and drop.

  --port N             listen on this port; 0, the default, takes a free one
  --history N          begin with N past decisions over 90 days
  --seed N             seed of the history and of ids (default 1)
  --data FILE          keep the state in this file; an existing one is loaded
  --now TIME           start the clock at TIME, such as 2026-11-30T12:00:00Z
  --denial-shape D     how a blocked execution is told, D1 to D14
                       (D1-D5 change REST, otherwise D2; D6-D14 change MCP, otherwise D6)
  --drift N            after N lists of tools, advertise some of them differently
  --gate-order LIST    default idempotency,confidence,risk_floor
  --record FILE        append each request as a line of JSON; keys are hashed
  --exit-with-stdin    end when standard input is closed
  --help, --version

Standard output says, one a line: "listening on URL", then "key NAME VALUE" for
each demo key. These keys are well known and protect nothing.
Exit: 0 ended by signal or standard input, 2 wrong usage or could not start.
)";

struct CommandLine {
    DemoOptions options;
    bool exitWithStdin = false;
    std::string problem;
};

template<typename Number>
bool readNumber(const std::string &text, Number &into, Number most)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
    return error == std::errc() && end == text.data() + text.size() && into >= 0 && into <= most;
}

/** False when the value does not fit the option, or there is no such option. */
bool applyOption(DemoOptions &options, const std::string &name, const std::string &value)
{
    if (name == "--port")
        return readNumber(value, options.port, 65'535);
    if (name == "--history")
        return readNumber(value, options.history, 2'000'000);
    if (name == "--seed")
        return readNumber(value, options.seed, UINT64_MAX);
    if (name == "--drift") {
        int lists = 0;
        const bool good = readNumber(value, lists, 1'000'000);
        options.driftAfter = lists;
        return good;
    }
    if (name == "--data")
        options.dataFile = value;
    else if (name == "--record")
        options.recordFile = value;
    else if (name == "--now")
        return (options.now = timeFromText(value)).has_value();
    else if (name == "--denial-shape")
        return (options.denialShape = denialShapeFromText(value)).has_value();
    else if (name == "--gate-order") {
        const auto order = gateOrderFromText(value);
        options.gateOrder = order.value_or(options.gateOrder);
        return order.has_value();
    } else
        return false;
    return !value.empty();
}

CommandLine readCommandLine(int count, char **arguments)
{
    CommandLine line;
    for (int i = 1; i < count && line.problem.empty(); ++i) {
        std::string name = arguments[i];
        if (name == "--exit-with-stdin") {
            line.exitWithStdin = true;
            continue;
        }
        std::string value;
        if (const auto equals = name.find('='); equals != std::string::npos) {
            value = name.substr(equals + 1);
            name.erase(equals);
        } else if (i + 1 < count) {
            value = arguments[++i];
        }
        if (!applyOption(line.options, name, value))
            line.problem = name + (value.empty() ? " is unknown or needs a value"
                                                 : " is unknown or cannot be '" + value + "'");
    }
    return line;
}

/** Until a signal arrives, or standard input ends if that counts. */
void waitForTheEnd(int signals, bool withStdin)
{
    pollfd sources[] = {{signals, POLLIN, 0}, {withStdin ? STDIN_FILENO : -1, POLLIN, 0}};
    while (true) {
        if (::poll(sources, 2, -1) < 0 && errno != EINTR)
            return;
        if (sources[0].revents != 0)
            return;
        if (sources[1].revents != 0) {
            char ignored[256];
            if (::read(STDIN_FILENO, ignored, sizeof ignored) <= 0)
                return;
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--help") == 0)
            return std::fputs(help, stdout) < 0;
        if (std::strcmp(argv[i], "--version") == 0)
            return std::puts("algenta-demo-engine " ALGENTA_VERSION) < 0;
    }
    const auto line = readCommandLine(argc, argv);
    if (!line.problem.empty()) {
        std::fprintf(stderr, "algenta-demo-engine: %s; see --help\n", line.problem.c_str());
        return 2;
    }
    // Blocked before any thread starts, so that every thread leaves them to the descriptor.
    sigset_t ending;
    sigemptyset(&ending);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGINT);
    pthread_sigmask(SIG_BLOCK, &ending, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    const int signals = ::signalfd(-1, &ending, SFD_CLOEXEC);

    DemoEngine engine(line.options);
    if (!engine.start()) {
        std::fprintf(stderr, "algenta-demo-engine: %s\n", engine.errorText().c_str());
        return 2;
    }
    std::printf("listening on %s\n", engine.baseUrl().c_str());
    std::printf("key operator %s\nkey agent %s\nkey reading %s\nkey viewer %s\n",
                engine.operatorKey().c_str(), engine.agentKey().c_str(), engine.readingKey().c_str(),
                engine.viewerKey().c_str());
    std::printf("demo keys are well known and protect nothing\n");
    std::fflush(stdout);
    waitForTheEnd(signals, line.exitWithStdin);
    engine.stop();
    return 0;
}
