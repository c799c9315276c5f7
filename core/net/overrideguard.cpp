// SPDX-License-Identifier: Apache-2.0
#include "core/net/overrideguard.h"

#include "core/base/jsonreader.h"
#include "core/base/textsafety.h"
#include "core/net/fieldnames.h"
#include "core/net/overridepermit.h"

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

using base::ErrorCode;
using base::fail;
using base::Json;
using base::JsonMember;
using base::Result;

namespace
{

bool isRpcCall(const Json &root)
{
    return root.contains(u"jsonrpc");
}

/** Pointer of the object whose members the engine takes as arguments of the call. */
QString argumentsPointer(const Json &root)
{
    return isRpcCall(root) ? u"/params/arguments"_s : QString();
}

void collect(const Json &value, const QString &pointer, QStringList &found)
{
    if (value.isArray()) {
        const Json::Array &items = value.items();
        for (qsizetype i = 0; i < items.size(); ++i) {
            collect(items[i], base::jsonPointer(pointer, i), found);
        }
        return;
    }
    for (const JsonMember &member : value.members()) {
        const QString place = base::jsonPointer(pointer, member.key);
        if (isOverrideName(member.key)) {
            found.append(place);
        }
        collect(member.value, place, found);
    }
}

QStringList findInJson(const Json &root)
{
    QStringList found;
    collect(root, QString(), found);
    return found;
}

tl::unexpected<base::Error> refused(const QString &field, const QString &place)
{
    return fail(ErrorCode::RefusedField,
                u"The request carries %1 in %2. That field overrides a gate of the engine."_s.arg(
                    base::elidedText(field, 100), base::elidedText(place, 200)),
                u"Take the field out. Only the break-glass window of the console may send it."_s);
}

tl::unexpected<base::Error> unreadable(const QString &why)
{
    return fail(ErrorCode::RefusedField,
                u"The request cannot be checked for override fields and was not sent: %1"_s.arg(why),
                u"Send plain UTF-8 JSON."_s);
}

/** Everything that could make the server read other bytes than the ones checked here. */
Result<void> checkCodings(const HttpRequest &request)
{
    int contentTypes = 0;
    for (const Header &header : request.headers) {
        const QByteArray name = header.first.toLower();
        const QByteArray value = header.second.trimmed().toLower();
        if (name == "transfer-encoding" || (name == "content-encoding" && value != "identity")) {
            return unreadable(u"its body is coded."_s);
        }
        if (name != "content-type") {
            continue;
        }
        const qsizetype charset = value.indexOf("charset");
        if (++contentTypes > 1) {
            return unreadable(u"it states its content type twice."_s);
        }
        if (charset >= 0 && !value.sliced(charset).contains("utf-8") &&
            !value.sliced(charset).contains("utf8")) {
            return unreadable(u"its text is not stated to be UTF-8."_s);
        }
    }
    return {};
}

enum class BodyForm { Unstated, Json, Other };

BodyForm statedForm(const HttpRequest &request)
{
    for (const Header &header : request.headers) {
        if (header.first.compare("content-type", Qt::CaseInsensitive) == 0) {
            return header.second.toLower().contains("json") ? BodyForm::Json : BodyForm::Other;
        }
    }
    return BodyForm::Unstated;
}

bool looksLikeJson(const QByteArray &body)
{
    const QByteArray text = body.trimmed();
    return text.startsWith('{') || text.startsWith('[') || text.startsWith('"') ||
           text.startsWith("\xEF\xBB\xBF");
}

Result<void> checkAddressAndHeaders(const HttpRequest &request)
{
    if (const QString name = overrideNameInPath(request.url.path(QUrl::FullyEncoded)); !name.isEmpty()) {
        return refused(name, u"the path of the address"_s);
    }
    if (const QString name = overrideNameInQuery(request.url.query(QUrl::FullyEncoded)); !name.isEmpty()) {
        return refused(name, u"the query of the address"_s);
    }
    for (const Header &header : request.headers) {
        if (isOverrideHeaderName(header.first)) {
            return refused(QString::fromLatin1(header.first), u"the header names"_s);
        }
    }
    return {};
}

Result<void> checkTextBody(const QByteArray &body)
{
    const QString name = overrideNameInText(body);
    return name.isEmpty() ? Result<void>() : refused(name, u"a body that is not JSON"_s);
}

Result<Json> readBody(const QByteArray &body)
{
    Result<Json> root = base::readJson(body, {}, base::DuplicateKeys::Refuse);
    if (!root) {
        return unreadable(root.error().message);
    }
    return root;
}

const Json &argumentsOf(const Json &root)
{
    return isRpcCall(root) ? root[u"params"][u"arguments"] : root;
}

} // namespace

const QStringList &overrideFields()
{
    static const QStringList fields{u"force"_s, u"override_safety"_s};
    return fields;
}

QStringList findOverrideFields(const QByteArray &body)
{
    if (const Result<Json> root = base::readJson(body)) {
        return findInJson(*root);
    }
    const QString name = overrideNameInText(body);
    return name.isEmpty() ? QStringList() : QStringList{name};
}

Result<void> checkOverrideGuard(const HttpRequest &request)
{
    if (Result<void> outside = checkAddressAndHeaders(request); !outside || request.body.isEmpty()) {
        return outside;
    }
    if (Result<void> codings = checkCodings(request); !codings) {
        return codings;
    }
    const BodyForm form = statedForm(request);
    if (form == BodyForm::Other) {
        // A server that ignores the content type would read JSON after all.
        const QStringList found = findOverrideFields(request.body);
        return found.isEmpty() ? checkTextBody(request.body) : refused(found.first(), u"the body"_s);
    }
    if (form == BodyForm::Unstated && !looksLikeJson(request.body) && !base::readJson(request.body)) {
        return checkTextBody(request.body);
    }
    const Result<Json> root = readBody(request.body);
    if (!root) {
        return tl::unexpected(root.error());
    }
    const QStringList found = findInJson(*root);
    return found.isEmpty() ? Result<void>() : refused(found.first(), u"the body"_s);
}

Result<void> checkOverrideGuard(const HttpRequest &request, const OverridePermit &permit)
{
    const auto mismatch = [](const QString &what) {
        return fail(ErrorCode::RefusedField,
                    u"The request does not match its break-glass permit: %1"_s.arg(what));
    };
    if (permit.intentId().isEmpty() || (!permit.allowsForce() && !permit.allowsOverrideSafety())) {
        return mismatch(u"the permit is spent or allows nothing."_s);
    }
    if (request.method != "POST") {
        return mismatch(u"only a POST may carry an override field."_s);
    }
    if (Result<void> outside = checkAddressAndHeaders(request); !outside) {
        return outside;
    }
    if (Result<void> codings = checkCodings(request); !codings) {
        return codings;
    }
    if (statedForm(request) == BodyForm::Other) {
        return mismatch(u"its body is not stated to be JSON."_s);
    }
    const Result<Json> root = readBody(request.body);
    if (!root) {
        return tl::unexpected(root.error());
    }
    QStringList permitted;
    if (permit.allowsForce()) {
        permitted.append(u"force"_s);
    }
    if (permit.allowsOverrideSafety()) {
        permitted.append(u"override_safety"_s);
    }
    QStringList found = findInJson(*root);
    for (const QString &field : permitted) {
        const Json &value = argumentsOf(*root)[field];
        if (!value.isBool() || !value.toBool()) {
            return mismatch(u"%1 is not true at the top level of the arguments."_s.arg(field));
        }
        found.removeAll(base::jsonPointer(argumentsPointer(*root), field));
    }
    return found.isEmpty() ? Result<void>()
                           : mismatch(u"it also carries %1."_s.arg(base::elidedText(found.first(), 200)));
}

} // namespace algenta::net
