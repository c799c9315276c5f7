// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringView>

#include <optional>
#include <variant>

namespace algenta::base
{

enum class JsonType { Null, Bool, Number, String, Array, Object };

struct JsonMember;

/**
 * A JSON value that loses nothing: numbers keep their digits, objects keep order and duplicate
 * keys, strings keep lone surrogates (as UTF-16 code units).
 *
 * Copies are cheap (implicitly shared). Reading a value of another type gives the neutral value
 * (empty string, null Json, no number), never a conversion.
 */
class Json
{
public:
    using Array = QList<Json>;
    using Object = QList<JsonMember>;

    Json();
    Json(const Json &);
    Json(Json &&) noexcept;
    Json &operator=(const Json &);
    Json &operator=(Json &&) noexcept;
    ~Json();

    [[nodiscard]] static Json boolean(bool value);
    /** @p text is kept as it is; null if it is not a JSON number. */
    [[nodiscard]] static Json number(QByteArray text);
    [[nodiscard]] static Json integer(qint64 value);
    /** The shortest text that reads back as the same double; a non-finite value becomes null. */
    [[nodiscard]] static Json real(double value);
    [[nodiscard]] static Json string(QString value);
    [[nodiscard]] static Json array(Array items = {});
    [[nodiscard]] static Json object(Object members = {});

    [[nodiscard]] JsonType type() const;
    [[nodiscard]] bool isNull() const { return type() == JsonType::Null; }
    [[nodiscard]] bool isBool() const { return type() == JsonType::Bool; }
    [[nodiscard]] bool isNumber() const { return type() == JsonType::Number; }
    [[nodiscard]] bool isString() const { return type() == JsonType::String; }
    [[nodiscard]] bool isArray() const { return type() == JsonType::Array; }
    [[nodiscard]] bool isObject() const { return type() == JsonType::Object; }

    [[nodiscard]] bool toBool(bool fallback = false) const;
    [[nodiscard]] QString toString() const;
    /** The digits as they were sent; empty if this is not a number. */
    [[nodiscard]] QByteArray numberText() const;
    /** Nearest double; nothing if not a number or out of a double's range. */
    [[nodiscard]] std::optional<double> toDouble() const;
    /** Only for an integer written without fraction or exponent that fits. */
    [[nodiscard]] std::optional<qint64> toInteger() const;

    [[nodiscard]] const Array &items() const;
    [[nodiscard]] const Object &members() const;
    /** First member of that name, or nullptr. */
    [[nodiscard]] const Json *find(QStringView key) const;
    /** First member of that name, or a null value. */
    [[nodiscard]] const Json &operator[](QStringView key) const;
    [[nodiscard]] const Json &at(qsizetype index) const;
    [[nodiscard]] bool contains(QStringView key) const { return find(key) != nullptr; }
    [[nodiscard]] qsizetype size() const;

    /** Replaces the first member of that name or appends one; turns a non-object into an object. */
    void set(QString key, Json value);
    /** Removes every member of that name; returns how many there were. */
    qsizetype remove(QStringView key);
    void append(Json value);

    /** Order of members and digits of numbers count: 1.0 differs from 1. */
    bool operator==(const Json &other) const;

private:
    struct Number {
        QByteArray text;
        bool operator==(const Number &) const = default;
    };
    std::variant<std::monostate, bool, Number, QString, Array, Object> m_value;
};

struct JsonMember {
    QString key;
    Json value;
    bool operator==(const JsonMember &) const = default;
};

/** RFC 6901 pointer of a child: @p parent with one escaped token appended. */
[[nodiscard]] QString jsonPointer(const QString &parent, QStringView key);
[[nodiscard]] QString jsonPointer(const QString &parent, qsizetype index);

} // namespace algenta::base
