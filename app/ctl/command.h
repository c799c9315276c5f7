// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/arguments.h"
#include "app/ctl/exitcode.h"
#include "app/ctl/output.h"

#include <QObject>

#include <functional>
#include <memory>

namespace algenta::ctl
{

/** One command at work; it ends by finished(), once. */
class Command : public QObject
{
    Q_OBJECT

public:
    Command(Arguments arguments, Output &output)
        : m_arguments(std::move(arguments))
        , m_output(output)
    {
    }

    virtual void start() = 0;

Q_SIGNALS:
    void finished(algenta::ctl::ExitCode code);

protected:
    [[nodiscard]] const Arguments &arguments() const { return m_arguments; }
    [[nodiscard]] Output &output() { return m_output; }
    /** Says why, and ends with "could not run". */
    void fail(const base::Error &error)
    {
        m_output.failure(error);
        Q_EMIT finished(ExitCode::CouldNotRun);
    }

private:
    Arguments m_arguments;
    Output &m_output;
};

using CommandFactory = std::function<std::unique_ptr<Command>(Arguments, Output &)>;

/** A command and how to make it. */
struct CommandEntry {
    CommandSpec spec;
    CommandFactory make;
};

template<typename T>
[[nodiscard]] CommandFactory factory()
{
    return
        [](Arguments arguments, Output &output) { return std::make_unique<T>(std::move(arguments), output); };
}

/** `--json` and `--help`, as every command has them. */
[[nodiscard]] inline QList<OptionSpec> commonOptions()
{
    return {{QStringLiteral("json"), {}, QStringLiteral("one JSON document on standard output")},
            {QStringLiteral("help"), {}, QStringLiteral("show this help")}};
}

} // namespace algenta::ctl
