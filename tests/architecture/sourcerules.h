// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace algenta::architecture
{

/** A text that must not stand in a line of certain files. */
struct LineRule {
    QString name;
    /** Matched against the path from the root of the repository. */
    QRegularExpression files;
    QRegularExpression forbidden;
    QString reason;
    /** Whether a line that is only a comment counts too. */
    bool commentsToo = false;
};

[[nodiscard]] const QList<LineRule> &lineRules();

/** One sentence for each line of text that breaks a rule for this path. */
[[nodiscard]] QStringList lineViolations(const QString &path, const QString &text);

/**
 * QML text elements that do not say that their text is plain.
 *
 * The default format guesses, so a text from outside could bring its own markup, links and images.
 */
[[nodiscard]] QStringList plainTextViolations(const QString &path, const QString &text);

/** Source files that do not name their licence in the first three lines. */
[[nodiscard]] QStringList licenceViolations(const QString &path, const QString &text);

/** All of the above. */
[[nodiscard]] QStringList sourceViolations(const QString &path, const QString &text);

} // namespace algenta::architecture
