// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/program.h"

#include "app/ctl/blockedlist.h"
#include "app/ctl/callcommand.h"
#include "app/ctl/conformancecommand.h"
#include "app/ctl/contractdiffcommand.h"
#include "app/ctl/contractrequirementscommand.h"
#include "app/ctl/contractshowcommand.h"
#include "app/ctl/decisionlist.h"
#include "app/ctl/decisionshowcommand.h"
#include "app/ctl/doctorcommand.h"
#include "app/ctl/journalanchorcommand.h"
#include "app/ctl/journalcheckpointcommand.h"
#include "app/ctl/journalkeepcommands.h"
#include "app/ctl/journalproofcommands.h"
#include "app/ctl/journalrekeycommand.h"
#include "app/ctl/journalverifycommand.h"
#include "app/ctl/liaisoncheckcommand.h"
#include "app/ctl/paritycommand.h"
#include "app/ctl/parseoutcomecommand.h"
#include "app/ctl/receiptlist.h"
#include "app/ctl/toolscommand.h"
#include "core/base/textsafety.h"

#include <QCoreApplication>

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;

namespace
{

QString generalHelp()
{
    QString text =
        u"Usage: algentactl COMMAND [options]\n\n"
        "Reads a self-hosted Algenta Engine from a terminal or a script. It cannot override a gate.\n\n"
        "Commands:\n"_s;
    for (const CommandEntry &command : allCommands())
        text += u"  "_s + command.spec.words.join(u' ').leftJustified(22) + command.spec.summary + u'\n';
    text += u"\nEach command has --help and --json. --version names the version.\n\n"
            "A key comes from --key-stdin, ALGENTA_API_KEY or the keychain, never from an argument.\n"
            "The engine is that of --engine, else of ALGENTA_BASE_URL, else http://localhost:8000.\n\n"
            "Exit codes: 0 good, 1 a finding, 2 wrong usage or could not run, 3 incomplete.\n"_s;
    return text;
}

/** The command whose words begin the line, or nullptr. */
const CommandEntry *commandOf(const QStringList &words)
{
    for (const CommandEntry &command : allCommands()) {
        if (words.size() >= command.spec.words.size() &&
            words.first(command.spec.words.size()) == command.spec.words)
            return &command;
    }
    return nullptr;
}

base::Error unknownCommand(const QStringList &words)
{
    QStringList names;
    QStringList second;
    for (const CommandEntry &command : allCommands()) {
        names.append(command.spec.words.join(u' '));
        if (command.spec.words.size() > 1 && command.spec.words.constFirst() == words.constFirst())
            second.append(command.spec.words.at(1));
    }
    base::Error error;
    error.code = base::ErrorCode::InvalidInput;
    if (!second.isEmpty() && (words.size() == 1 || words.at(1).startsWith(u'-'))) {
        error.message = u"“%1” needs a second word."_s.arg(words.constFirst());
        error.remedy = u"Write algentactl %1 %2. See algentactl --help."_s.arg(words.constFirst(),
                                                                               second.join(" or "_L1));
        return error;
    }
    const QString given = words.first(std::min<qsizetype>(words.size(), second.isEmpty() ? 1 : 2)).join(u' ');
    const QString meant = nearest(given, names);
    error.message = u"There is no command “%1”."_s.arg(base::elidedText(given, 60));
    error.remedy =
        (meant.isEmpty() ? QString() : u"Did you mean “%1”? "_s.arg(meant)) + u"See algentactl --help."_s;
    return error;
}

template<typename T>
CommandEntry entry()
{
    return {T::spec(), factory<T>()};
}

} // namespace

const QList<CommandEntry> &allCommands()
{
    static const QList<CommandEntry> commands{entry<ParityCommand>(),
                                              entry<ContractShowCommand>(),
                                              entry<ContractDiffCommand>(),
                                              entry<ContractRequirementsCommand>(),
                                              entry<ToolsCommand>(),
                                              entry<CallCommand>(),
                                              entry<ParseOutcomeCommand>(),
                                              entry<DecisionListCommand>(),
                                              entry<DecisionShowCommand>(),
                                              entry<BlockedListCommand>(),
                                              entry<ReceiptListCommand>(),
                                              entry<JournalVerifyCommand>(),
                                              entry<JournalCheckpointCommand>(),
                                              entry<JournalProveCommand>(),
                                              entry<JournalReportCommand>(),
                                              entry<JournalVerifyProofCommand>(),
                                              entry<JournalExportCommand>(),
                                              entry<JournalAnchorCommand>(),
                                              entry<JournalRekeyCommand>(),
                                              entry<JournalCutCommand>(),
                                              entry<JournalRecoverCommand>(),
                                              entry<LiaisonCheckCommand>(),
                                              entry<DoctorCommand>(),
                                              entry<ConformanceCommand>()};
    return commands;
}

Program::Program(QStringList words, QObject *parent)
    : QObject(parent)
    , m_words(std::move(words))
    , m_output(m_words.contains("--json"_L1) || m_words.contains("--format=json"_L1) ||
               m_words.join(u' ').contains("--format json"_L1))
{
}

Program::~Program() = default;

bool Program::handleGeneral()
{
    if (m_words.isEmpty()) {
        base::Error error;
        error.code = base::ErrorCode::InvalidInput;
        error.message = u"No command was given."_s;
        error.remedy = u"See algentactl --help."_s;
        usage(error);
        return true;
    }
    const QString &first = m_words.constFirst();
    if (first == "--version"_L1) {
        m_output.line(u"algentactl "_s + QCoreApplication::applicationVersion());
        end(ExitCode::Good);
        return true;
    }
    if (first == "--help"_L1 || first == "-h"_L1 || first == "help"_L1) {
        m_output.line(generalHelp().chopped(1));
        end(ExitCode::Good);
        return true;
    }
    return false;
}

void Program::start()
{
    if (const auto good = refuseKeyArguments(m_words); !good) {
        usage(good.error());
        return;
    }
    if (handleGeneral())
        return;
    const CommandEntry *command = commandOf(m_words);
    if (!command) {
        usage(unknownCommand(m_words));
        return;
    }
    const QStringList rest = m_words.sliced(command->spec.words.size());
    const QStringList options =
        rest.first(std::max<qsizetype>(0, rest.contains("--"_L1) ? rest.indexOf("--"_L1) : rest.size()));
    if (options.contains("--help"_L1) || options.contains("-h"_L1)) {
        m_output.line(helpText(command->spec).chopped(1));
        end(ExitCode::Good);
        return;
    }
    auto arguments = Arguments::parse(command->spec, rest);
    if (!arguments) {
        usage(arguments.error());
        return;
    }
    const auto binding = wantedFromKeychain(command->spec, *arguments);
    if (!binding) {
        run(*command, std::move(*arguments));
        return;
    }
    m_keychain.find(*binding, [this, command, given = *arguments](const KeychainKey::Read &key) mutable {
        // That there is no keychain, or none with such a key, is nothing to talk about in a script.
        if (key)
            given.giveKeychainKey(*key);
        else if (key.error().trouble != engine::CredentialTrouble::NotFound &&
                 key.error().trouble != engine::CredentialTrouble::NoService)
            m_output.message(key.error().message + u' ' + key.error().remedy);
        run(*command, std::move(given));
    });
}

void Program::run(const CommandEntry &command, Arguments arguments)
{
    m_command = command.make(std::move(arguments), m_output);
    connect(m_command.get(), &Command::finished, this, &Program::end);
    m_command->start();
}

void Program::usage(const base::Error &error)
{
    m_output.failure(error);
    end(ExitCode::CouldNotRun);
}

void Program::end(ExitCode code)
{
    Q_EMIT finished(static_cast<int>(m_output.finish(code)));
}

} // namespace algenta::ctl
