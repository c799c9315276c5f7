// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/parseoutcomecommand.h"

#include "app/ctl/inputfile.h"
#include "app/ctl/outcomejson.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;

CommandSpec ParseOutcomeCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"parse-outcome"_s};
    spec.positional = u"FILE|-"_s;
    spec.summary = u"Say what a saved answer to an execute call is: receipt, blocked or failure."_s;
    spec.description =
        u"Reads a REST body, an MCP tool result or a whole JSON-RPC response. A gate is named only if\n"
        "the answer itself is a refusal and its code agrees; a 409 that names none is an unnamed gate."_s;
    spec.options =
        QList<OptionSpec>{{u"status"_s, u"N"_s, u"HTTP status that the answer came with, if known"_s}} +
        commonOptions();
    spec.exitCodes = u"  0  it is a receipt, a refusal or an error of the engine\n"
                     "  1  it is none of them (failure, code malformed_answer)\n"
                     "  2  wrong usage, or the file could not be read"_s;
    return spec;
}

void ParseOutcomeCommand::start()
{
    int status = 0;
    if (const auto text = arguments().value(u"status"_s)) {
        bool good = false;
        status = text->toInt(&good);
        if (!good || status < 100 || status > 599) {
            fail(base::fail(ErrorCode::InvalidInput, u"--status takes an HTTP status from 100 to 599."_s)
                     .value());
            return;
        }
    }
    const auto bytes = readInput(arguments().positional());
    if (!bytes) {
        fail(bytes.error());
        return;
    }
    const engine::ExecutionOutcome outcome = engine::parseExecutionAnswer(*bytes, status);
    if (output().isJson())
        output().document(outcomeJson(outcome));
    else
        printOutcome(output(), outcome);
    const auto *failure = std::get_if<engine::ExecutionFailure>(&outcome);
    const bool readable = !failure || failure->error.code != ErrorCode::MalformedAnswer;
    Q_EMIT finished(readable ? ExitCode::Good : ExitCode::Finding);
}

} // namespace algenta::ctl
