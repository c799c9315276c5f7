// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <utility>

namespace algenta::test
{

/** One form under which a secret could lie somewhere. */
struct SecretForm {
    QByteArray name;
    QByteArray bytes;
};

/**
 * As it is, reversed, UTF-16, hex, URL-encoded, JSON-escaped, and base64 at each of three offsets without
 * the digits at both ends, which depend on what stands around. @p secret has at least 12 bytes.
 */
[[nodiscard]] QList<SecretForm> formsOf(const QByteArray &secret);

/** Collects what was written anywhere and finds secrets in it, in every form. */
class SecretSearch
{
public:
    explicit SecretSearch(QList<QByteArray> secrets);

    void add(const QByteArray &where, const QByteArray &bytes) { m_written.append({where, bytes}); }
    /** Every regular file below that folder, by its path, contents and path alike. */
    void addFolder(const QString &folder);
    /** "hex in settings.json; …"; empty if nothing was found. Names secrets by their number. */
    [[nodiscard]] QByteArray traces() const;
    [[nodiscard]] qsizetype places() const { return m_written.size(); }
    [[nodiscard]] qint64 bytes() const;

private:
    QList<std::pair<QByteArray, SecretForm>> m_forms; ///< with the number of the secret
    QList<std::pair<QByteArray, QByteArray>> m_written;
};

} // namespace algenta::test
