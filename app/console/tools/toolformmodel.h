// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/tools/schemaform.h"

#include <QAbstractListModel>
#include <QHash>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/**
 * The form of a tool's arguments as rows: what a field is changed to goes into the arguments at once,
 * and a text that is no value of its field stays in the field, with the reason, and stops sending.
 */
class ToolFormModel : public QAbstractListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    Q_PROPERTY(int count READ count NOTIFY changed FINAL)
    /** What of the schema the form does not ask for; empty if nothing. */
    Q_PROPERTY(QString note READ note NOTIFY changed FINAL)
    /** "2 demanded fields are not set; the engine judges."; empty if none is. */
    Q_PROPERTY(QString missingText READ missingText NOTIFY changed FINAL)

public:
    enum Role {
        PointerRole = Qt::UserRole + 1,
        KindRole, ///< "text", "number", "choice", "json", "group" or "list"
        DepthRole,
        NameRole,
        DescriptionRole,
        HintRole,
        PlaceholderRole, ///< the default, or that nothing is sent
        RequiredRole,
        ItemRole,
        PresentRole, ///< the arguments hold something there
        OpenRole,
        TextRole,
        ChoicesRole, ///< texts; the first stands for none
        ChoiceRole,
        FallbackRole, ///< there is a default that could be taken
        NoteRole,
        ErrorRole,
    };

    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    [[nodiscard]] int count() const { return int(m_form.rows.size()); }
    [[nodiscard]] QString note() const;
    [[nodiscard]] QString missingText() const;
    /** Name of the first field that holds no value of its kind; empty if all are good. */
    [[nodiscard]] QString firstProblem() const;
    [[nodiscard]] const base::Json &arguments() const { return m_arguments; }

    void setSchema(const base::Json &schema);
    /** From outside the form: drops what stands half-written in fields. */
    void setArguments(const base::Json &arguments);

    Q_INVOKABLE void setText(int row, const QString &text);
    /** @p choice counts the texts of ChoicesRole; 0 takes the value away. */
    Q_INVOKABLE void choose(int row, int choice);
    /** Takes a member or an item out of the arguments. */
    Q_INVOKABLE void clear(int row);
    /** Puts an absent object in, or one more item into a list. */
    Q_INVOKABLE void add(int row);
    /** Sends the schema's default from now on. */
    Q_INVOKABLE void useFallback(int row);

Q_SIGNALS:
    void changed();
    /** The operator changed the arguments by the form. */
    void edited();

private:
    /** What stands in a field, as typed. */
    struct Draft {
        QString text;
        std::optional<base::Json> value; ///< what it was read as
        QString error;                   ///< why it was not
    };

    [[nodiscard]] const FormRow *at(int row) const;
    [[nodiscard]] QString textOf(const FormRow &row) const;
    [[nodiscard]] QString errorOf(const FormRow &row) const;
    void change(const QString &pointer, const std::optional<base::Json> &value);
    void dropDrafts(const QString &below);
    void rebuild();

    base::Json m_schema;
    base::Json m_arguments = base::Json::object();
    Form m_form;
    QHash<QString, Draft> m_drafts; ///< by pointer
};

} // namespace algenta::console
