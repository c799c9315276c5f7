// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/toolformmodel.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <QLocale>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using Kind = FormRow::Kind;

namespace
{

constexpr qsizetype longestChoice = 80;

/** Roles that follow the arguments; the others are of the schema and stay with the row. */
const QList<int> valueRoles{ToolFormModel::PresentRole, ToolFormModel::OpenRole,     ToolFormModel::TextRole,
                            ToolFormModel::ChoiceRole,  ToolFormModel::FallbackRole, ToolFormModel::NoteRole,
                            ToolFormModel::ErrorRole};

QString kindName(Kind kind)
{
    switch (kind) {
    case Kind::Text:
        return u"text"_s;
    case Kind::Number:
    case Kind::Integer:
        return u"number"_s;
    case Kind::Choice:
        return u"choice"_s;
    case Kind::Json:
        return u"json"_s;
    case Kind::Group:
        return u"group"_s;
    case Kind::List:
        return u"list"_s;
    }
    Q_UNREACHABLE();
}

QString compact(const Json &value)
{
    return base::elidedText(QString::fromUtf8(base::writeJson(value)), longestChoice);
}

QStringList choiceTexts(const FormRow &row)
{
    const bool texts = std::all_of(row.choices.cbegin(), row.choices.cend(),
                                   [](const Json &choice) { return choice.isString(); });
    QStringList result{row.isItem ? ToolFormModel::tr("choose…") : ToolFormModel::tr("not sent")};
    // Among others, a text must not look like a number or a truth value.
    for (const Json &choice : row.choices)
        result.append(texts ? base::elidedText(choice.toString(), longestChoice) : compact(choice));
    return result;
}

QString placeholder(const FormRow &row)
{
    if (row.isItem)
        return {};
    if (row.fallback)
        //: %1 is a value that the schema names as default
        return ToolFormModel::tr("not sent; default %1").arg(compact(*row.fallback));
    return ToolFormModel::tr("not sent");
}

bool isSameField(const FormRow &a, const FormRow &b)
{
    return a.pointer == b.pointer && a.kind == b.kind && a.depth == b.depth && a.name == b.name &&
           a.description == b.description && a.hint == b.hint && a.fallback == b.fallback &&
           a.choices == b.choices && a.required == b.required && a.itemKind == b.itemKind;
}

} // namespace

int ToolFormModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> ToolFormModel::roleNames() const
{
    return {{PointerRole, "pointer"},
            {KindRole, "kind"},
            {DepthRole, "depth"},
            {NameRole, "name"},
            {DescriptionRole, "description"},
            {HintRole, "hint"},
            {PlaceholderRole, "placeholder"},
            {RequiredRole, "required"},
            {ItemRole, "item"},
            {PresentRole, "present"},
            {OpenRole, "open"},
            {TextRole, "value"},
            {ChoicesRole, "choices"},
            {ChoiceRole, "choice"},
            {FallbackRole, "hasFallback"},
            {NoteRole, "note"},
            {ErrorRole, "error"}};
}

QVariant ToolFormModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const FormRow &row = m_form.rows.at(index.row());
    switch (role) {
    case PointerRole:
        return row.pointer;
    case KindRole:
        return kindName(row.kind);
    case DepthRole:
        return row.depth;
    case NameRole:
        return row.name;
    case DescriptionRole:
        return row.description;
    case HintRole:
        return row.hint;
    case PlaceholderRole:
        return placeholder(row);
    case RequiredRole:
        return row.required;
    case ItemRole:
        return row.isItem;
    case PresentRole:
        return row.value.has_value();
    case OpenRole:
        return row.isOpen();
    case TextRole:
        return textOf(row);
    case ChoicesRole:
        return row.kind == Kind::Choice ? choiceTexts(row) : QStringList();
    case ChoiceRole:
        return row.value ? int(row.choices.indexOf(*row.value)) + 1 : 0;
    case FallbackRole:
        return row.fallback.has_value() && !row.value;
    case NoteRole:
        return row.note;
    case ErrorRole:
        return errorOf(row);
    default:
        return {};
    }
}

QString ToolFormModel::note() const
{
    if (m_form.beyond == 0)
        return m_form.note;
    const QString left = tr("%1 more fields are not listed here: write them into the raw arguments.")
                             .arg(QLocale().toString(m_form.beyond));
    return m_form.note.isEmpty() ? left : left + u' ' + m_form.note;
}

QString ToolFormModel::missingText() const
{
    if (m_form.missing == 0)
        return {};
    return m_form.missing == 1 ? tr("A field that the schema demands is not set; the engine judges.")
                               : tr("%1 fields that the schema demands are not set; the engine judges.")
                                     .arg(QLocale().toString(m_form.missing));
}

QString ToolFormModel::firstProblem() const
{
    for (const FormRow &row : m_form.rows) {
        if (!errorOf(row).isEmpty())
            return row.isItem ? tr("item %1").arg(row.name) : row.name;
    }
    return {};
}

const FormRow *ToolFormModel::at(int row) const
{
    return row >= 0 && row < m_form.rows.size() ? &m_form.rows.at(row) : nullptr;
}

QString ToolFormModel::textOf(const FormRow &row) const
{
    const auto draft = m_drafts.constFind(row.pointer);
    return draft == m_drafts.constEnd() ? fieldText(row) : draft->text;
}

QString ToolFormModel::errorOf(const FormRow &row) const
{
    const auto draft = m_drafts.constFind(row.pointer);
    if (draft != m_drafts.constEnd() && !draft->error.isEmpty())
        return draft->error;
    return row.isUnfinished() ? tr("This item has no value yet.") : QString();
}

void ToolFormModel::setSchema(const Json &schema)
{
    if (schema == m_schema)
        return;
    m_schema = schema;
    m_drafts.clear();
    rebuild();
}

void ToolFormModel::setArguments(const Json &arguments)
{
    m_arguments = arguments;
    m_drafts.clear();
    rebuild();
}

void ToolFormModel::setText(int row, const QString &text)
{
    const FormRow *field = at(row);
    if (!field || textOf(*field) == text)
        return;
    const FormRow changed = *field;
    const auto read = fieldValue(changed, text);
    if (!read) {
        m_drafts.insert(changed.pointer, {text, changed.value, read.error().message});
        rebuild();
        Q_EMIT edited();
        return;
    }
    // As typed: 1.50 and 1e3 are not rewritten under the operator's hands.
    m_drafts.insert(changed.pointer, {text, *read, {}});
    change(changed.pointer, *read);
}

void ToolFormModel::choose(int row, int choice)
{
    const FormRow *field = at(row);
    if (!field || field->kind != Kind::Choice || choice < 0 || choice > field->choices.size())
        return;
    if (choice > 0)
        change(field->pointer, field->choices.at(choice - 1));
    else
        change(field->pointer, field->isItem ? std::optional<Json>(Json()) : std::nullopt);
}

void ToolFormModel::clear(int row)
{
    if (const FormRow *field = at(row)) {
        // The items behind it move up, and with them what their pointers mean.
        const QString pointer = field->pointer;
        dropDrafts(field->isItem ? pointer.left(pointer.lastIndexOf(u'/')) : pointer);
        change(pointer, std::nullopt);
    }
}

void ToolFormModel::add(int row)
{
    const FormRow *field = at(row);
    if (!field)
        return;
    if (field->kind == Kind::List) {
        const FormRow list = *field;
        Json items = list.value && list.value->isArray() ? *list.value : Json::array();
        items.append(newItem(list));
        change(list.pointer, items);
    } else if (field->kind == Kind::Group) {
        change(field->pointer, Json::object());
    }
}

void ToolFormModel::useFallback(int row)
{
    if (const FormRow *field = at(row); field && field->fallback) {
        dropDrafts(field->pointer);
        change(field->pointer, field->fallback);
    }
}

void ToolFormModel::change(const QString &pointer, const std::optional<Json> &value)
{
    m_arguments = withValue(m_arguments, QString(pointer), value);
    rebuild();
    Q_EMIT edited();
}

void ToolFormModel::dropDrafts(const QString &below)
{
    m_drafts.removeIf(
        [&below](const auto &draft) { return draft.key() == below || draft.key().startsWith(below + u'/'); });
}

void ToolFormModel::rebuild()
{
    Form next = formFor(m_schema, m_arguments);
    for (const FormRow &row : std::as_const(next.rows)) {
        const auto draft = m_drafts.constFind(row.pointer);
        if (draft != m_drafts.constEnd() && draft->value != row.value)
            m_drafts.erase(draft);
    }
    // Rows that stay keep their place, so that the focus stays in the field that is typed into.
    const qsizetype most = std::min(m_form.rows.size(), next.rows.size());
    qsizetype head = 0;
    while (head < most && isSameField(m_form.rows.at(head), next.rows.at(head)))
        ++head;
    qsizetype tail = 0;
    while (tail < most - head && isSameField(m_form.rows.at(m_form.rows.size() - 1 - tail),
                                             next.rows.at(next.rows.size() - 1 - tail)))
        ++tail;
    const qsizetype gone = m_form.rows.size() - head - tail;
    const qsizetype come = next.rows.size() - head - tail;
    if (gone > 0) {
        beginRemoveRows({}, int(head), int(head + gone) - 1);
        m_form.rows.remove(head, gone);
        endRemoveRows();
    }
    if (come > 0) {
        beginInsertRows({}, int(head), int(head + come) - 1);
        const QList<FormRow> added = next.rows.mid(head, come);
        for (qsizetype i = 0; i < come; ++i)
            m_form.rows.insert(head + i, added.at(i));
        endInsertRows();
    }
    m_form = std::move(next);
    if (count() > 0)
        Q_EMIT dataChanged(index(0), index(count() - 1), valueRoles);
    Q_EMIT changed();
}

} // namespace algenta::console
