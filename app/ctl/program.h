// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/keychainkey.h"

#include <QStringList>

#include <functional>
#include <memory>

namespace algenta::ctl
{

[[nodiscard]] const QList<CommandEntry> &allCommands();

/** From the words of the command line to a running command. */
class Program : public QObject
{
    Q_OBJECT

public:
    /** @p words without the program's name. */
    explicit Program(QStringList words, QObject *parent = nullptr);
    ~Program() override;

    /** Help, version and wrong usage end at once; a command ends when it is done. */
    void start();

Q_SIGNALS:
    void finished(int exitCode);

private:
    void end(ExitCode code);
    void run(const CommandEntry &command, Arguments arguments);
    void usage(const base::Error &error);
    [[nodiscard]] bool handleGeneral();

    QStringList m_words;
    Output m_output;
    KeychainKey m_keychain;
    std::unique_ptr<Command> m_command;
};

} // namespace algenta::ctl
