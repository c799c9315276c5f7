// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <QList>
#include <QString>

#include <optional>

namespace algenta::console
{

/** One row of a form for a tool's arguments: a field, or the heading of an object or a list. */
struct FormRow {
    enum class Kind {
        Text,
        Number,
        Integer,
        Choice, ///< one of `choices`: enum, const, boolean
        Json,   ///< what the form cannot ask for in parts: written as JSON
        Group,  ///< an object; its members follow when there is one
        List    ///< an array; its items follow
    };

    Kind kind = Kind::Json;
    Kind itemKind = Kind::Json; ///< of a list's items
    QString pointer;            ///< RFC 6901, into the arguments
    int depth = 0;
    QString name; ///< as the schema names it; "1", "2" … for items
    QString description;
    QString hint;                       ///< what the schema demands, in words
    std::optional<base::Json> fallback; ///< the schema's default: to be shown, never sent by itself
    QList<base::Json> choices;
    bool required = false;
    bool isItem = false;
    bool nullable = false;
    std::optional<base::Json> value; ///< what the arguments hold there
    QString note;                    ///< what the schema would say against the value; stops nothing

    /** The arguments hold a value of a kind that the field cannot show. */
    [[nodiscard]] bool isMisfit() const;
    /** An item that has no value yet: sending it would send null. */
    [[nodiscard]] bool isUnfinished() const;
    /** Its members are asked for: it is there, or the schema demands it. */
    [[nodiscard]] bool isOpen() const;
};

struct Form {
    QList<FormRow> rows;   ///< at most mostFormRows, demanded members first
    qsizetype beyond = 0;  ///< fields that are left to the raw text because there are too many
    qsizetype missing = 0; ///< demanded members that the arguments lack
    QString note;          ///< what of the schema the form does not ask for; empty if nothing
};

constexpr qsizetype mostFormRows = 200;

/**
 * The form of a published schema over the arguments as they are. Pure, total, and bounded: whatever
 * it cannot express (alternatives, free objects, recursion beyond six levels) becomes one field
 * that takes JSON.
 */
[[nodiscard]] Form formFor(const base::Json &schema, const base::Json &arguments);

/**
 * What the text in a field stands for; nothing if it is empty and the field is a member.
 * InvalidInput, with what to write instead, for a text that is no value of the field's kind;
 * numbers keep their digits.
 */
[[nodiscard]] base::Result<std::optional<base::Json>> fieldValue(const FormRow &row, const QString &text);

/** The text of a field for the value that the arguments hold; empty for one that it cannot show. */
[[nodiscard]] QString fieldText(const FormRow &row);

/** What a new item of the list starts as: an empty text, object or list, else null. */
[[nodiscard]] base::Json newItem(const FormRow &list);

/**
 * The arguments with @p value at @p pointer, or without it. Objects that are missing on the way are
 * made; where something else stands in the way nothing changes. An index one past the end appends.
 */
[[nodiscard]] base::Json withValue(const base::Json &arguments, const QString &pointer,
                                   const std::optional<base::Json> &value);

} // namespace algenta::console
