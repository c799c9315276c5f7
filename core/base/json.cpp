// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

namespace algenta::base
{

using namespace Qt::Literals::StringLiterals;

namespace
{

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

const char *skipDigits(const char *at, const char *end)
{
    while (at != end && isDigit(*at)) {
        ++at;
    }
    return at;
}

bool isJsonNumber(const QByteArray &text)
{
    const char *at = text.cbegin();
    const char *const end = text.cend();
    if (at != end && *at == '-') {
        ++at;
    }
    const char *const whole = at;
    at = skipDigits(at, end);
    if (at == whole || (*whole == '0' && at - whole > 1)) {
        return false;
    }
    if (at != end && *at == '.') {
        const char *const fraction = ++at;
        at = skipDigits(at, end);
        if (at == fraction) {
            return false;
        }
    }
    if (at != end && (*at == 'e' || *at == 'E')) {
        ++at;
        if (at != end && (*at == '+' || *at == '-')) {
            ++at;
        }
        const char *const exponent = at;
        at = skipDigits(at, end);
        if (at == exponent) {
            return false;
        }
    }
    return at == end;
}

/** Of a valid number that no double can hold: true if it is too small, false if it is too large. */
bool isBelowOne(const QByteArray &text)
{
    // Beyond this no text in memory has enough digits to outweigh the exponent.
    constexpr qint64 farAway = Q_INT64_C(1000000000000000);
    const auto mark = std::find_if(text.cbegin(), text.cend(), [](char c) { return c == 'e' || c == 'E'; });
    qint64 exponent = 0;
    if (mark != text.cend()) {
        const char *const first = mark[1] == '+' ? mark + 2 : mark + 1;
        if (std::from_chars(first, text.cend(), exponent).ec == std::errc::result_out_of_range) {
            exponent = *first == '-' ? -farAway : farAway;
        }
    }
    const auto point = std::find(text.cbegin(), mark, '.');
    const auto leading = std::find_if(text.cbegin(), mark, [](char c) { return c >= '1' && c <= '9'; });
    const qint64 order = leading < point ? point - leading - 1 : point - leading;
    return order + std::clamp(exponent, -farAway, farAway) < 0;
}

const Json &nullJson()
{
    static const Json value;
    return value;
}

} // namespace

Json::Json() = default;
Json::Json(const Json &) = default;
Json::Json(Json &&) noexcept = default;

Json &Json::operator=(const Json &other)
{
    Json copy(other);
    m_value.swap(copy.m_value);
    return *this;
}

Json &Json::operator=(Json &&other) noexcept
{
    Json taken(std::move(other));
    m_value.swap(taken.m_value);
    return *this;
}

/** Takes nested containers apart one by one: the stack must not grow with the depth of a value. */
Json::~Json()
{
    std::vector<Json> pending;
    const auto takeChildren = [&pending](Json &parent) {
        const auto take = [&pending](Json &child) {
            if ((child.isArray() || child.isObject()) && child.size() > 0) {
                pending.push_back(Json(std::move(child)));
            }
        };
        if (auto *items = std::get_if<Array>(&parent.m_value); items != nullptr && items->isDetached()) {
            for (Json &item : *items) {
                take(item);
            }
        } else if (auto *members = std::get_if<Object>(&parent.m_value);
                   members != nullptr && members->isDetached()) {
            for (JsonMember &member : *members) {
                take(member.value);
            }
        }
    };
    takeChildren(*this);
    while (!pending.empty()) {
        Json next(std::move(pending.back()));
        pending.pop_back();
        takeChildren(next);
        // What is left of it has no container inside, so its destructor goes one level deep.
    }
}

Json Json::boolean(bool value)
{
    Json json;
    json.m_value = value;
    return json;
}

Json Json::number(QByteArray text)
{
    Json json;
    if (isJsonNumber(text)) {
        json.m_value = Number{std::move(text)};
    }
    return json;
}

Json Json::integer(qint64 value)
{
    Json json;
    json.m_value = Number{QByteArray::number(value)};
    return json;
}

Json Json::real(double value)
{
    Json json;
    if (std::isfinite(value)) {
        std::array<char, 32> text = {};
        const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
        json.m_value = Number{QByteArray(text.data(), result.ptr - text.data())};
    }
    return json;
}

Json Json::string(QString value)
{
    Json json;
    json.m_value = std::move(value);
    return json;
}

Json Json::array(Array items)
{
    Json json;
    json.m_value = std::move(items);
    return json;
}

Json Json::object(Object members)
{
    Json json;
    json.m_value = std::move(members);
    return json;
}

JsonType Json::type() const
{
    static_assert(std::variant_size_v<decltype(m_value)> == 6);
    return static_cast<JsonType>(m_value.index());
}

bool Json::toBool(bool fallback) const
{
    const bool *value = std::get_if<bool>(&m_value);
    return value != nullptr ? *value : fallback;
}

QString Json::toString() const
{
    const QString *value = std::get_if<QString>(&m_value);
    return value != nullptr ? *value : QString();
}

QByteArray Json::numberText() const
{
    const Number *value = std::get_if<Number>(&m_value);
    return value != nullptr ? value->text : QByteArray();
}

std::optional<double> Json::toDouble() const
{
    const Number *value = std::get_if<Number>(&m_value);
    if (value == nullptr) {
        return std::nullopt;
    }
    double number = 0.0;
    const auto result = std::from_chars(value->text.cbegin(), value->text.cend(), number);
    if (result.ec == std::errc()) {
        return number;
    }
    return isBelowOne(value->text) ? std::optional(0.0) : std::nullopt;
}

std::optional<qint64> Json::toInteger() const
{
    const Number *value = std::get_if<Number>(&m_value);
    if (value == nullptr) {
        return std::nullopt;
    }
    qint64 number = 0;
    const auto result = std::from_chars(value->text.cbegin(), value->text.cend(), number);
    if (result.ec != std::errc() || result.ptr != value->text.cend()) {
        return std::nullopt;
    }
    return number;
}

const Json::Array &Json::items() const
{
    static const Array none;
    const Array *value = std::get_if<Array>(&m_value);
    return value != nullptr ? *value : none;
}

const Json::Object &Json::members() const
{
    static const Object none;
    const Object *value = std::get_if<Object>(&m_value);
    return value != nullptr ? *value : none;
}

const Json *Json::find(QStringView key) const
{
    for (const JsonMember &member : members()) {
        if (member.key == key) {
            return &member.value;
        }
    }
    return nullptr;
}

const Json &Json::operator[](QStringView key) const
{
    const Json *value = find(key);
    return value != nullptr ? *value : nullJson();
}

const Json &Json::at(qsizetype index) const
{
    const Array &list = items();
    return index >= 0 && index < list.size() ? list.at(index) : nullJson();
}

qsizetype Json::size() const
{
    return isObject() ? members().size() : items().size();
}

void Json::set(QString key, Json value)
{
    if (!isObject()) {
        *this = object();
    }
    auto &members = std::get<Object>(m_value);
    for (qsizetype index = 0; index < members.size(); ++index) {
        if (members.at(index).key == key) {
            members[index].value = std::move(value);
            return;
        }
    }
    members.append(JsonMember{std::move(key), std::move(value)});
}

qsizetype Json::remove(QStringView key)
{
    auto *members = std::get_if<Object>(&m_value);
    if (members == nullptr) {
        return 0;
    }
    return members->removeIf([key](const JsonMember &member) { return member.key == key; });
}

void Json::append(Json value)
{
    if (!isArray()) {
        *this = array();
    }
    std::get<Array>(m_value).append(std::move(value));
}

bool Json::operator==(const Json &other) const
{
    std::vector<std::pair<const Json *, const Json *>> pending{{this, &other}};
    while (!pending.empty()) {
        const auto [left, right] = pending.back();
        pending.pop_back();
        if (left->type() != right->type()) {
            return false;
        }
        if (left->isArray()) {
            const Array &a = left->items();
            const Array &b = right->items();
            if (a.size() != b.size()) {
                return false;
            }
            if (a.constData() == b.constData()) {
                continue;
            }
            for (qsizetype index = 0; index < a.size(); ++index) {
                pending.emplace_back(&a.at(index), &b.at(index));
            }
        } else if (left->isObject()) {
            const Object &a = left->members();
            const Object &b = right->members();
            if (a.size() != b.size()) {
                return false;
            }
            if (a.constData() == b.constData()) {
                continue;
            }
            for (qsizetype index = 0; index < a.size(); ++index) {
                if (a.at(index).key != b.at(index).key) {
                    return false;
                }
                pending.emplace_back(&a.at(index).value, &b.at(index).value);
            }
        } else if (left->m_value != right->m_value) {
            return false;
        }
    }
    return true;
}

QString jsonPointer(const QString &parent, QStringView key)
{
    QString token = key.toString();
    token.replace(u'~', "~0"_L1).replace(u'/', "~1"_L1);
    return parent + u'/' + token;
}

QString jsonPointer(const QString &parent, qsizetype index)
{
    return parent + u'/' + QString::number(index);
}

} // namespace algenta::base
