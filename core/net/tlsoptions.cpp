// SPDX-License-Identifier: Apache-2.0
#include "core/net/tlsoptions.h"

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

namespace
{

constexpr qsizetype pinSize = 32;

bool isHexadecimal(const QByteArray &text)
{
    for (const char c : text) {
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) {
            return false;
        }
    }
    return true;
}

} // namespace

base::Result<QByteArray> parsePin(QStringView text)
{
    const QByteArray given = text.trimmed().toString().toUtf8();
    QByteArray digits = given;
    digits.replace(":", "");
    if (digits.size() == 2 * pinSize && isHexadecimal(digits)) {
        return QByteArray::fromHex(digits);
    }
    QByteArray coded = given;
    if (coded.startsWith("sha256/")) {
        coded = coded.sliced(coded.startsWith("sha256//") ? 8 : 7);
    }
    const auto decoded = QByteArray::fromBase64Encoding(coded, QByteArray::AbortOnBase64DecodingErrors);
    if (decoded && decoded.decoded.size() == pinSize) {
        return decoded.decoded;
    }
    return base::fail(base::ErrorCode::InvalidInput,
                      u"The pin is not the SHA-256 of a public key: 32 bytes in base64 or hexadecimal."_s,
                      u"Copy it as the doctor shows it: sha256/ and 44 characters."_s);
}

QString pinText(const QByteArray &pin)
{
    return pin.isEmpty() ? QString() : u"sha256/"_s + QString::fromLatin1(pin.toBase64());
}

} // namespace algenta::net
