// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/evidenceid.h"

#include <QCryptographicHash>

#include <algorithm>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr qsizetype digits = 16;

} // namespace

QString evidenceId(QStringView source, QStringView provenance, QStringView reference)
{
    const QByteArray text = source.toUtf8() + '|' + provenance.toUtf8() + '|' + reference.toUtf8();
    const QByteArray hash = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex();
    return u"ev-"_s + QString::fromLatin1(hash.first(digits));
}

bool isEvidenceId(QStringView text)
{
    if (text.size() != digits + 3 || !text.startsWith("ev-"_L1))
        return false;
    return std::all_of(text.begin() + 3, text.end(),
                       [](QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f'); });
}

} // namespace algenta::liaison
