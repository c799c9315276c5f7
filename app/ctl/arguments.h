// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <utility>

namespace algenta::ctl
{

struct OptionSpec {
    QString name;      ///< without dashes
    QString valueName; ///< empty: a switch
    QString help;
};

/** What a command accepts and what its help says. */
struct CommandSpec {
    QStringList words;              ///< "decisions", "list"
    QString positional;             ///< names of the positional arguments, by blanks; empty: none
    bool severalPositional = false; ///< the one positional argument may stand more than once
    QString summary;                ///< one line
    QString description;            ///< paragraphs of the help
    QList<OptionSpec> options;
    QString exitCodes; ///< lines of the help
};

/** One parsed command line: every option at most once, nothing unknown. */
class Arguments
{
public:
    /** InvalidInput, with a hint, for anything that @p spec does not know. NotAllowed for a key. */
    [[nodiscard]] static base::Result<Arguments> parse(const CommandSpec &spec, const QStringList &words);

    [[nodiscard]] bool isSet(const QString &option) const { return m_options.contains(option); }
    [[nodiscard]] std::optional<QString> value(const QString &option) const;
    /** The first one; empty only if the command has none. */
    [[nodiscard]] QString positional() const { return m_positionals.value(0); }
    [[nodiscard]] QStringList positionals() const { return m_positionals; }
    /** The key that the keychain gave for the engine of this command line, or nothing. */
    [[nodiscard]] const std::shared_ptr<const base::Secret> &keychainKey() const { return m_keychainKey; }
    void giveKeychainKey(std::shared_ptr<const base::Secret> key) { m_keychainKey = std::move(key); }

private:
    [[nodiscard]] base::Result<void> takeOption(const CommandSpec &spec, const QStringList &words,
                                                qsizetype &at);

    QHash<QString, QString> m_options;
    QStringList m_positionals;
    std::shared_ptr<const base::Secret> m_keychainKey;
};

/** Refuses a command line in which a key is given as an argument; the value is not repeated. */
[[nodiscard]] base::Result<void> refuseKeyArguments(const QStringList &words);

/** The nearest of @p known, if it is near enough to be meant; else empty. */
[[nodiscard]] QString nearest(const QString &word, const QStringList &known);

[[nodiscard]] QString helpText(const CommandSpec &spec);

} // namespace algenta::ctl
