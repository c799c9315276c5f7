// SPDX-License-Identifier: Apache-2.0
#include "tests/support/secretsearch.h"

#include <QDirIterator>
#include <QFile>

#include <algorithm>

namespace algenta::test
{

namespace
{

QByteArray eachByte(const QByteArray &secret, const char *before, int digits)
{
    QByteArray coded;
    for (const char byte : secret)
        coded += before + QByteArray(1, byte).toHex().rightJustified(digits, '0');
    return coded;
}

QByteArray utf16(const QByteArray &secret, bool littleEndian)
{
    QByteArray wide;
    for (const char byte : secret) {
        wide += littleEndian ? byte : '\0';
        wide += littleEndian ? '\0' : byte;
    }
    return wide;
}

} // namespace

QList<SecretForm> formsOf(const QByteArray &secret)
{
    QByteArray reversed = secret;
    std::reverse(reversed.begin(), reversed.end());
    QList<SecretForm> forms{{"plain", secret},
                            {"reversed", reversed},
                            {"hex", secret.toHex()},
                            {"hex, capitals", secret.toHex().toUpper()},
                            {"UTF-16 LE", utf16(secret, true)},
                            {"UTF-16 BE", utf16(secret, false)},
                            {"JSON-escaped", eachByte(secret, "\\u", 4)},
                            {"URL-encoded whole", eachByte(secret, "%", 2).toUpper()},
                            {"URL-encoded whole, small", eachByte(secret, "%", 2)},
                            {"URL-encoded", secret.toPercentEncoding({}, "_")}};
    for (int offset = 0; offset < 3; ++offset) {
        const QByteArray coded = (QByteArray(offset, 'x') + secret).toBase64(QByteArray::OmitTrailingEquals);
        const QByteArray safe = QByteArray(coded).replace('+', '-').replace('/', '_');
        const QByteArray at = " at offset " + QByteArray::number(offset);
        forms.append({"base64" + at, coded.mid(4, coded.size() - 8)});
        forms.append({"base64url" + at, safe.mid(4, safe.size() - 8)});
    }
    return forms;
}

SecretSearch::SecretSearch(QList<QByteArray> secrets)
{
    for (qsizetype i = 0; i < secrets.size(); ++i) {
        const QList<SecretForm> forms = formsOf(secrets.at(i));
        for (const SecretForm &form : forms)
            m_forms.append({QByteArray::number(i + 1), form});
    }
}

void SecretSearch::addFolder(const QString &folder)
{
    QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        const QByteArray name = file.fileName().toUtf8();
        add("the name of " + name, name);
        if (file.open(QIODevice::ReadOnly))
            add(name, file.readAll());
        else
            add(name + " (could not be read)", {});
    }
}

QByteArray SecretSearch::traces() const
{
    QByteArray found;
    for (const auto &[secret, form] : m_forms) {
        for (const auto &[where, text] : m_written) {
            if (text.contains(form.bytes))
                found += "secret " + secret + ", " + form.name + ", in " + where + "; ";
        }
    }
    return found;
}

qint64 SecretSearch::bytes() const
{
    qint64 sum = 0;
    for (const auto &[where, text] : m_written)
        sum += text.size();
    return sum;
}

} // namespace algenta::test
