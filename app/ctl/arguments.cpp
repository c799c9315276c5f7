// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/arguments.h"

#include "core/base/textsafety.h"

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Result;

namespace
{

qsizetype distance(const QString &left, const QString &right)
{
    QList<qsizetype> row(right.size() + 1);
    for (qsizetype i = 0; i < row.size(); ++i)
        row[i] = i;
    for (qsizetype i = 0; i < left.size(); ++i) {
        qsizetype diagonal = row[0];
        row[0] = i + 1;
        for (qsizetype j = 0; j < right.size(); ++j) {
            const qsizetype changed = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.last();
}

QString commandName(const CommandSpec &spec)
{
    return u"algentactl "_s + spec.words.join(u' ');
}

QString shown(const QString &word)
{
    return base::elidedText(word, 60);
}

tl::unexpected<base::Error> usageError(const CommandSpec &spec, const QString &message,
                                       const QString &hint = {})
{
    const QString help = u"See %1 --help."_s.arg(commandName(spec));
    return base::fail(ErrorCode::InvalidInput, message, hint.isEmpty() ? help : hint + u' ' + help);
}

QString optionText(const OptionSpec &option)
{
    return u"--"_s + option.name + (option.valueName.isEmpty() ? QString() : u' ' + option.valueName);
}

QString positionalText(const CommandSpec &spec)
{
    if (spec.positional.isEmpty())
        return {};
    return u' ' + spec.positional + (spec.severalPositional ? u" …"_s : QString());
}

} // namespace

QString nearest(const QString &word, const QStringList &known)
{
    QString best;
    qsizetype least = std::max<qsizetype>(2, word.size() / 3) + 1;
    for (const QString &candidate : known) {
        if (const qsizetype away = distance(word, candidate); away < least) {
            least = away;
            best = candidate;
        }
    }
    return best;
}

Result<void> refuseKeyArguments(const QStringList &words)
{
    static const QStringList names{u"--key"_s,    u"--api-key"_s, u"--apikey"_s, u"--token"_s,
                                   u"--secret"_s, u"--bearer"_s,  u"-k"_s};
    for (const QString &word : words) {
        if (word == "--"_L1)
            break;
        const QString name = word.section(u'=', 0, 0).toLower();
        if (names.contains(name)) {
            return base::fail(
                ErrorCode::NotAllowed,
                u"A key is never given as an argument (%1): every user of this machine can read it in the "
                "process list, and the shell keeps it in its history."_s.arg(name),
                u"Set ALGENTA_API_KEY, or use --key-stdin. If the key was a real one, replace it."_s);
        }
    }
    return {};
}

Result<Arguments> Arguments::parse(const CommandSpec &spec, const QStringList &words)
{
    Arguments arguments;
    QStringList positional;
    bool optionsEnded = false;
    for (qsizetype at = 0; at < words.size(); ++at) {
        const QString &word = words.at(at);
        if (!optionsEnded && word == "--"_L1) {
            optionsEnded = true;
        } else if (!optionsEnded && word.size() > 1 && word.startsWith(u'-')) {
            if (const auto taken = arguments.takeOption(spec, words, at); !taken)
                return base::fail(taken.error());
        } else {
            positional.append(word);
        }
    }
    const QStringList named = spec.positional.split(u' ', Qt::SkipEmptyParts);
    const qsizetype expected = named.size();
    if (positional.size() < expected)
        return usageError(spec, u"%1 is missing."_s.arg(named.at(positional.size())));
    if (positional.size() > expected && !spec.severalPositional)
        return usageError(spec, u"“%1” is one argument too many."_s.arg(shown(positional.at(expected))));
    arguments.m_positionals = positional;
    return arguments;
}

Result<void> Arguments::takeOption(const CommandSpec &spec, const QStringList &words, qsizetype &at)
{
    const QString &word = words.at(at);
    const QString name = word.section(u'=', 0, 0).sliced(word.startsWith("--"_L1) ? 2 : 1);
    const auto option = std::find_if(spec.options.cbegin(), spec.options.cend(),
                                     [&name](const OptionSpec &known) { return known.name == name; });
    if (option == spec.options.cend() || !word.startsWith("--"_L1)) {
        QStringList known;
        for (const OptionSpec &candidate : spec.options)
            known.append(candidate.name);
        const QString meant = nearest(name, known);
        return usageError(spec,
                          u"%1 has no option “%2”."_s.arg(commandName(spec), shown(word.section(u'=', 0, 0))),
                          meant.isEmpty() ? QString() : u"Did you mean --%1?"_s.arg(meant));
    }
    if (m_options.contains(name))
        return usageError(spec, u"--%1 is given twice."_s.arg(name));
    const bool hasValue = word.contains(u'=');
    if (option->valueName.isEmpty()) {
        if (hasValue)
            return usageError(spec, u"--%1 takes no value."_s.arg(name));
        m_options.insert(name, {});
        return {};
    }
    // An empty variable of a script must not make the next option the value.
    if (!hasValue && (at + 1 >= words.size() || words.at(at + 1).startsWith("--"_L1)))
        return usageError(spec, u"--%1 needs a value: %2."_s.arg(name, option->valueName));
    const QString value = hasValue ? word.section(u'=', 1) : words.at(++at);
    if (value.isEmpty())
        return usageError(spec, u"The value of --%1 is empty."_s.arg(name));
    m_options.insert(name, value);
    return {};
}

std::optional<QString> Arguments::value(const QString &option) const
{
    const auto found = m_options.constFind(option);
    return found == m_options.cend() ? std::nullopt : std::optional(*found);
}

QString helpText(const CommandSpec &spec)
{
    QString text =
        u"Usage: %1%2 [options]\n\n%3\n"_s.arg(commandName(spec), positionalText(spec), spec.summary);
    if (!spec.description.isEmpty())
        text += u'\n' + spec.description + u'\n';
    text += u"\nOptions:\n"_s;
    qsizetype width = 0;
    for (const OptionSpec &option : spec.options)
        width = std::max(width, optionText(option).size());
    for (const OptionSpec &option : spec.options) {
        const QString indent = u"\n"_s + QString(width + 4, u' ');
        text += u"  "_s + optionText(option).leftJustified(width + 2) +
                QString(option.help).replace(u"\n"_s, indent) + u'\n';
    }
    text += u"\nExit codes:\n"_s + spec.exitCodes + u'\n';
    return text;
}

} // namespace algenta::ctl
