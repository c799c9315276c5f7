// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/typedresult.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <QCoreApplication>
#include <QLocale>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using base::JsonType;

namespace
{

class ResultText
{
    Q_DECLARE_TR_FUNCTIONS(algenta::console::TypedResult)
};

enum class Want { Text, Number, Truth, Size };

struct Member {
    const char *path; ///< keys separated by '.'
    Want want;
};

constexpr Member discoveryMembers[] = {{"contract_version", Want::Text},
                                       {"brand", Want::Text},
                                       {"api_base_url", Want::Text},
                                       {"mcp_endpoint", Want::Text},
                                       {"mcp_transport", Want::Text},
                                       {"mcp_protocol_version", Want::Text},
                                       {"mcp_tools_endpoint", Want::Text},
                                       {"mcp_legacy_sse_endpoint", Want::Text},
                                       {"auth_scheme", Want::Text},
                                       {"compatibility.deprecation_window_days", Want::Number},
                                       {"defaults.read_only_default", Want::Truth},
                                       {"defaults.write_confirmation_required", Want::Truth},
                                       {"integrations", Want::Size}};

constexpr Member stubMembers[] = {{"engine_version", Want::Text}, {"capabilities", Want::Size}};

constexpr Member envelopeMembers[] = {
    {"recommended_action", Want::Text}, {"confidence", Want::Number},
    {"expected_value", Want::Number},   {"risk.p5", Want::Number},
    {"risk.p95", Want::Number},         {"risk.probability_of_loss", Want::Number},
    {"risk.var_95", Want::Number},      {"rationale", Want::Text}};

bool isWanted(const Json &value, Want want)
{
    switch (want) {
    case Want::Text:
        return value.isString() || value.isNull();
    case Want::Number:
        return value.isNumber() || value.isNull();
    case Want::Truth:
        return value.isBool() || value.isNull();
    case Want::Size:
        return value.isArray() || value.isObject();
    }
    Q_UNREACHABLE();
}

QString exactText(const Json &value)
{
    return value.isString() ? value.toString() : QString::fromUtf8(base::writeJson(value));
}

QVariantMap rowFor(const QString &label, const Json &value, Want want)
{
    QString shown = base::elidedText(exactText(value), 600);
    if (want == Want::Size && isWanted(value, want))
        shown = ResultText::tr("%1 entries").arg(QLocale().toString(value.size()));
    QVariantMap row{{u"label"_s, label}, {u"value"_s, shown}, {u"exact"_s, exactText(value)}};
    row.insert(u"mono"_s, want == Want::Number || label.endsWith("endpoint"_L1) || label.endsWith("_url"_L1));
    if (!isWanted(value, want)) {
        row.insert(u"note"_s, ResultText::tr("not of the documented type"));
        row.insert(u"kind"_s, u"unknown"_s);
    }
    return row;
}

const Json *memberAt(const Json &payload, const char *path)
{
    const Json *at = &payload;
    const QStringList keys = QString::fromLatin1(path).split(u'.');
    for (const QString &key : keys) {
        at = at->find(key);
        if (!at)
            return nullptr;
    }
    return at;
}

template<std::size_t Size>
TypedResult readMembers(const QString &form, const Json &payload, const Member (&members)[Size])
{
    TypedResult result;
    result.form = form;
    for (const Member &member : members) {
        const QString label = QString::fromLatin1(member.path);
        if (const Json *value = memberAt(payload, member.path))
            result.rows.append(rowFor(label, *value, member.want));
        else
            result.absent.append(label);
    }
    return result;
}

/** One line an option: the numbers that an envelope gives for it. */
void appendOptions(TypedResult &result, const Json &options)
{
    constexpr qsizetype most = 50;
    for (const Json &option : options.items().mid(0, most)) {
        QStringList parts;
        for (const char *path :
             {"rank", "expected_value", "risk.p5", "risk.p95", "win_probability", "score"}) {
            if (const Json *value = memberAt(option, path); value && value->isNumber())
                parts.append(QString::fromLatin1(path) + u' ' + QString::fromLatin1(value->numberText()));
        }
        const QString name = base::elidedText(option[u"name"].toString(), 80);
        result.rows.append(QVariantMap{
            {u"label"_s, ResultText::tr("option %1").arg(name)},
            {u"value"_s, parts.isEmpty() ? ResultText::tr("no documented numbers") : parts.join(u"\n"_s)},
            {u"exact"_s, QString::fromUtf8(base::writeJson(option))},
            {u"mono"_s, true}});
    }
    if (options.size() > most)
        result.rows.append(
            QVariantMap{{u"label"_s, ResultText::tr("and more")},
                        {u"value"_s, ResultText::tr("%1 options stand in the tree and the text only")
                                         .arg(QLocale().toString(options.size() - most))}});
}

} // namespace

std::optional<TypedResult> typedResult(const QString &tool, const Json &payload)
{
    if (!payload.isObject())
        return std::nullopt;
    if (tool == "get_contract"_L1 && payload.contains(u"contract_version"))
        return readMembers(ResultText::tr("the discovery contract of an engine"), payload, discoveryMembers);
    if (tool == "get_contract"_L1 && payload.contains(u"engine_version"))
        return readMembers(ResultText::tr("the short discovery answer of small engines"), payload,
                           stubMembers);
    const bool simulates = tool == "simulate"_L1 || tool == "recommend"_L1;
    if (!simulates || !payload[u"recommended_action"].isString())
        return std::nullopt;
    TypedResult result = readMembers(ResultText::tr("the decision envelope, by the names of decision plans"),
                                     payload, envelopeMembers);
    appendOptions(result, payload[u"options"]);
    return result;
}

QString contractVersionText(const Json &payload)
{
    if (!payload.isObject() || payload.size() == 0)
        return {};
    if (const Json &version = payload[u"contract_version"]; version.isString())
        return ResultText::tr("contract version %1").arg(base::elidedText(version.toString(), 60));
    if (const Json &version = payload[u"engine_version"]; version.isString())
        return ResultText::tr("no contract version; engine version %1")
            .arg(base::elidedText(version.toString(), 60));
    return ResultText::tr("no contract version");
}

} // namespace algenta::console
