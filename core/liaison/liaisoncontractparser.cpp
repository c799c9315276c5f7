// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/base/textsafety.h"
#include "core/liaison/liaisoncontract.h"

#include <QRegularExpression>

#include <algorithm>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using base::jsonPointer;

namespace
{

const QString toolForm = u"^[a-z0-9]+(_[a-z0-9]+)+$"_s;
const QString skillForm = u"^[a-z0-9]+(-[a-z0-9]+)*$"_s;
const QString fieldForm = u"^[A-Za-z][A-Za-z0-9_]{0,79}$"_s;
const QString wordForm = u"^[a-z0-9]+( [a-z0-9]+)*$"_s;
const QString codeForm = u"^[a-z0-9_]{1,80}$"_s;

bool hasForm(const QString &text, const QString &form)
{
    // "$" alone would let a line feed at the end through.
    return QRegularExpression(QRegularExpression::anchoredPattern(form)).match(text).hasMatch();
}

/** A name that promises an act is refused, whatever its permission says. */
bool namesMutation(const QString &tool)
{
    static const QStringList acts{u"approve"_s, u"reject"_s, u"publish"_s, u"execute"_s, u"schedule"_s,
                                  u"retry"_s,   u"delete"_s, u"remove"_s,  u"create"_s,  u"update"_s,
                                  u"set"_s,     u"write"_s,  u"cancel"_s,  u"rotate"_s,  u"send"_s,
                                  u"post"_s,    u"change"_s, u"edit"_s,    u"grant"_s,   u"revoke"_s};
    const QStringList words = tool.split(u'_');
    return acts.contains(words.constFirst());
}

/** Reads one document; the first problem stays, all later reads give neutral values. */
class Parser
{
public:
    base::Result<LiaisonContract> parse(const Json &root);

private:
    void problem(const QString &where, const QString &what);
    void knownOnly(const Json &object, const QString &where, const QStringList &known);
    const Json &object(const Json &parent, QStringView key, const QString &where);
    QString text(const Json &parent, QStringView key, const QString &where);
    bool flag(const Json &parent, QStringView key, const QString &where);
    qint64 number(const Json &parent, QStringView key, const QString &where, qint64 min, qint64 max);
    QStringList names(const Json &parent, QStringView key, const QString &where, const QString &form,
                      bool mayBeEmpty = false);

    void readErrorCodes(const Json &root);
    void readTool(const Json &json, const QString &where);
    void readInputs(const Json &json, const QString &where, LiaisonTool *tool);
    void readOutput(const Json &json, const QString &where, LiaisonTool *tool);
    void readPromises(const Json &json, const QString &where);
    void readErrors(const Json &json, const QString &where, LiaisonTool *tool);
    void readClaimWords(const Json &root);
    void readMarkers(const Json &root);

    LiaisonContract m_contract;
    QStringList m_runtimeErrors;
    std::optional<base::Error> m_error;
};

void Parser::problem(const QString &where, const QString &what)
{
    if (m_error)
        return;
    base::Error error;
    error.code = base::ErrorCode::MalformedAnswer;
    error.message = u"The liaison contract cannot be used: %1 %2."_s.arg(
        where.isEmpty() ? u"the document"_s : base::elidedText(where, 256), what);
    error.remedy = u"Compare it with the schema in contracts/schema/liaison-tool-contract.schema.json."_s;
    m_error = error;
}

void Parser::knownOnly(const Json &object, const QString &where, const QStringList &known)
{
    for (const base::JsonMember &member : object.members()) {
        const QString here = jsonPointer(where, member.key);
        if (member.key.contains("transport"_L1, Qt::CaseInsensitive) ||
            member.key.startsWith("mcp"_L1, Qt::CaseInsensitive))
            problem(here, u"names a transport: MCP is deferred, the liaison's tools are called in process"_s);
        else if (!known.contains(member.key))
            problem(here, u"is a member that this version does not know"_s);
    }
}

const Json &Parser::object(const Json &parent, QStringView key, const QString &where)
{
    const Json &value = parent[key];
    if (!value.isObject())
        problem(jsonPointer(where, key), parent.contains(key) ? u"is no object"_s : u"is missing"_s);
    return value;
}

QString Parser::text(const Json &parent, QStringView key, const QString &where)
{
    const Json *value = parent.find(key);
    if (!value)
        problem(jsonPointer(where, key), u"is missing"_s);
    else if (!value->isString() || value->toString().isEmpty())
        problem(jsonPointer(where, key), u"is no text"_s);
    return value ? value->toString() : QString();
}

bool Parser::flag(const Json &parent, QStringView key, const QString &where)
{
    const Json *value = parent.find(key);
    if (!value || !value->isBool())
        problem(jsonPointer(where, key), value ? u"is neither true nor false"_s : u"is missing"_s);
    return value && value->toBool();
}

qint64 Parser::number(const Json &parent, QStringView key, const QString &where, qint64 min, qint64 max)
{
    const std::optional<qint64> value = parent[key].toInteger();
    if (!value)
        problem(jsonPointer(where, key), parent.contains(key) ? u"is no whole number"_s : u"is missing"_s);
    else if (*value < min || *value > max)
        problem(jsonPointer(where, key), u"is not between %1 and %2"_s.arg(min).arg(max));
    return value.value_or(min);
}

QStringList Parser::names(const Json &parent, QStringView key, const QString &where, const QString &form,
                          bool mayBeEmpty)
{
    const Json &value = parent[key];
    const QString here = jsonPointer(where, key);
    if (!value.isArray())
        problem(here, parent.contains(key) ? u"is no list"_s : u"is missing"_s);
    QStringList list;
    for (qsizetype i = 0; i < value.items().size(); ++i) {
        const QString item = value.at(i).toString();
        if (!hasForm(item, form))
            problem(jsonPointer(here, i), u"does not have the form that is needed here"_s);
        else if (list.contains(item))
            problem(jsonPointer(here, i), u"repeats an earlier one"_s);
        list.append(item);
    }
    if (list.isEmpty() && !mayBeEmpty)
        problem(here, u"is empty"_s);
    return list;
}

void Parser::readErrorCodes(const Json &root)
{
    const QString section = u"/error_codes"_s;
    const Json &codes = object(root, u"error_codes", {});
    for (const base::JsonMember &member : codes.members()) {
        const QString where = jsonPointer(section, member.key);
        if (!isErrorCode(member.key) || !member.value.isObject())
            problem(where, u"is no error code with an object"_s);
        knownOnly(member.value, where, {u"category"_s, u"retryable"_s});
        const ErrorCodeRule rule{text(member.value, u"category", where),
                                 flag(member.value, u"retryable", where)};
        if (!isErrorCategory(rule.category))
            problem(where + "/category"_L1, u"is no category of errors"_s);
        m_contract.errorCodes.insert(member.key, rule);
    }
    if (m_contract.errorCodes.isEmpty())
        problem(section, u"is empty"_s);
    if (!root.contains(u"runtime_errors"))
        return;
    m_runtimeErrors = names(root, u"runtime_errors", {}, codeForm, true);
    for (qsizetype i = 0; i < m_runtimeErrors.size(); ++i) {
        if (!m_contract.errorCodes.contains(m_runtimeErrors.at(i)))
            problem(jsonPointer(u"/runtime_errors"_s, i), u"is not among the error codes"_s);
    }
}

void Parser::readTool(const Json &json, const QString &where)
{
    if (!json.isObject())
        problem(where, u"is no object"_s);
    knownOnly(json, where,
              {u"name"_s, u"input"_s, u"output"_s, u"output_fields"_s, u"record_fields"_s, u"scope"_s,
               u"permission"_s, u"timeout_seconds"_s, u"max_transient_retries"_s, u"errors"_s, u"effect"_s,
               u"skills"_s});
    LiaisonTool tool;
    tool.name = text(json, u"name", where);
    if (!hasForm(tool.name, toolForm) || tool.name.size() > 80)
        problem(where + "/name"_L1, u"is not two or more lower-case words joined by underscores"_s);
    else if (m_contract.tool(tool.name))
        problem(where + "/name"_L1, u"repeats an earlier tool"_s);
    else if (namesMutation(tool.name))
        problem(where + "/name"_L1, u"offers a mutation by its name"_s);
    readInputs(json, where, &tool);
    readOutput(json, where, &tool);
    readPromises(json, where);
    tool.scope = json[u"scope"].toString() == "public"_L1 ? DataScope::Public : DataScope::Workspace;
    tool.timeoutSeconds = int(number(json, u"timeout_seconds", where, 1, 120));
    const std::optional<qint64> retries = json[u"max_transient_retries"].toInteger();
    if (!retries || *retries < 0 || *retries > 1)
        problem(where + "/max_transient_retries"_L1,
                u"is an unknown retry policy: 0 and 1 transient retry are known"_s);
    tool.maxTransientRetries = int(retries.value_or(0));
    readErrors(json, where, &tool);
    if (json.contains(u"skills") && json[u"skills"].isArray() && json[u"skills"].size() == 0)
        problem(where + "/skills"_L1, u"is empty: the tool belongs to no skill"_s);
    tool.skills = names(json, u"skills", where, skillForm);
    m_contract.tools.append(tool);
}

void Parser::readInputs(const Json &json, const QString &where, LiaisonTool *tool)
{
    const QString section = where + "/input"_L1;
    for (const base::JsonMember &member : object(json, u"input", where).members()) {
        const QString here = jsonPointer(section, member.key);
        if (!hasForm(member.key, fieldForm) || !member.value.isObject())
            problem(here, u"is no input with an object"_s);
        InputRule rule;
        rule.name = member.key;
        rule.required = flag(member.value, u"required", here);
        const QString type = text(member.value, u"type", here);
        if (type == "integer"_L1) {
            knownOnly(member.value, here, {u"type"_s, u"required"_s, u"min"_s, u"max"_s});
            constexpr qint64 far = 1'000'000'000;
            rule.type = InputRule::Type::Integer;
            rule.min = number(member.value, u"min", here, -far, far);
            rule.max = number(member.value, u"max", here, rule.min, far);
        } else if (type == "string"_L1) {
            knownOnly(member.value, here, {u"type"_s, u"required"_s, u"min_length"_s});
            rule.minLength = number(member.value, u"min_length", here, 0, 10'000);
        } else {
            problem(here + "/type"_L1, u"is neither integer nor string"_s);
        }
        tool->inputs.append(rule);
    }
}

void Parser::readOutput(const Json &json, const QString &where, LiaisonTool *tool)
{
    tool->output = names(json, u"output", where, fieldForm);
    tool->recordFields = names(json, u"record_fields", where, fieldForm);
    for (qsizetype i = 0; i < tool->recordFields.size(); ++i) {
        if (!tool->output.contains(tool->recordFields.at(i)))
            problem(jsonPointer(where + "/record_fields"_L1, i), u"is not among the output"_s);
    }
    if (!json.contains(u"output_fields"))
        return;
    const Json &fields = object(json, u"output_fields", where);
    for (const base::JsonMember &member : fields.members()) {
        const QString section = where + "/output_fields"_L1;
        if (!tool->output.contains(member.key))
            problem(jsonPointer(section, member.key), u"is not among the output"_s);
        tool->outputFields.insert(member.key, names(fields, member.key, section, fieldForm));
    }
}

void Parser::readPromises(const Json &json, const QString &where)
{
    if (text(json, u"permission", where) != "read"_L1)
        problem(where + "/permission"_L1, u"offers more than reading"_s);
    if (text(json, u"effect", where) != "none"_L1)
        problem(where + "/effect"_L1, u"offers an effect"_s);
    const QString scope = text(json, u"scope", where);
    if (scope != "public"_L1 && scope != "workspace"_L1)
        problem(where + "/scope"_L1, u"is neither public nor workspace"_s);
}

void Parser::readErrors(const Json &json, const QString &where, LiaisonTool *tool)
{
    tool->errors = names(json, u"errors", where, codeForm);
    for (qsizetype i = 0; i < tool->errors.size(); ++i) {
        if (!m_contract.errorCodes.contains(tool->errors.at(i)))
            problem(jsonPointer(where + "/errors"_L1, i), u"is not among the error codes"_s);
    }
    tool->errors += m_runtimeErrors;
    tool->errors.removeDuplicates();
}

void Parser::readClaimWords(const Json &root)
{
    const QString where = u"/mutation_claims"_s;
    const Json &words = object(root, u"mutation_claims", {});
    knownOnly(words, where, {u"note"_s, u"actors"_s, u"between"_s, u"verbs"_s, u"passives"_s, u"phrases"_s});
    static_cast<void>(text(words, u"note", where));
    ClaimWordLists &lists = m_contract.claimWords;
    lists.actors = names(words, u"actors", where, wordForm);
    lists.between = names(words, u"between", where, wordForm);
    lists.verbs = names(words, u"verbs", where, wordForm);
    lists.passives = names(words, u"passives", where, wordForm);
    lists.phrases = names(words, u"phrases", where, wordForm);
}

void Parser::readMarkers(const Json &root)
{
    if (!root.contains(u"unsafe_markers"))
        return;
    const QString where = u"/unsafe_markers"_s;
    const Json &unsafe = object(root, u"unsafe_markers", {});
    knownOnly(unsafe, where, {u"note"_s, u"markers"_s});
    static_cast<void>(text(unsafe, u"note", where));
    for (const QString &marker : names(unsafe, u"markers", where, u"^.{4,80}$"_s))
        m_contract.unsafeMarkers.append(marker.toLower());
}

base::Result<LiaisonContract> Parser::parse(const Json &root)
{
    if (!root.isObject())
        problem({}, u"is no object"_s);
    knownOnly(root, {},
              {u"$schema"_s, u"contract_version"_s, u"title"_s, u"description"_s, u"error_codes"_s,
               u"runtime_errors"_s, u"tools"_s, u"mutation_claims"_s, u"unsafe_markers"_s});
    m_contract.version = int(number(root, u"contract_version", {}, 1, 1));
    readErrorCodes(root);
    const Json &tools = root[u"tools"];
    if (!tools.isArray() || tools.size() == 0)
        problem(u"/tools"_s, root.contains(u"tools") ? u"is no list of tools"_s : u"is missing"_s);
    for (qsizetype i = 0; i < tools.items().size(); ++i)
        readTool(tools.at(i), jsonPointer(u"/tools"_s, i));
    readClaimWords(root);
    readMarkers(root);
    if (m_error)
        return base::fail(*m_error);
    return m_contract;
}

} // namespace

base::Result<LiaisonContract> parseLiaisonContract(QByteArrayView bytes)
{
    const auto root = base::readJson(bytes, {}, base::DuplicateKeys::Refuse);
    if (!root) {
        base::Error error = root.error();
        error.message.prepend(u"The liaison contract cannot be read. "_s);
        return base::fail(error);
    }
    return Parser().parse(*root);
}

} // namespace algenta::liaison
