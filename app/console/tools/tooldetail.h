// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/tools/jsontreemodel.h"
#include "app/console/tools/toolrecord.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** One tool in full: what a model sees of it beside what the engine publishes. */
class ToolDetail : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** Key of the row that is shown; empty if none is. */
    Q_PROPERTY(QString key READ key NOTIFY keyChanged FINAL)
    Q_PROPERTY(QString name READ name NOTIFY changed FINAL)
    Q_PROPERTY(QString exactName READ exactName NOTIFY changed FINAL)
    Q_PROPERTY(QString flatName READ flatName NOTIFY changed FINAL)
    Q_PROPERTY(QString description READ description NOTIFY changed FINAL)
    /** What must be known first: not advertised, unusable, repeated; empty for a good tool. */
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)
    Q_PROPERTY(QString problemDetail READ problemDetail NOTIFY changed FINAL)
    Q_PROPERTY(QString problemKind READ problemKind NOTIFY changed FINAL)
    /** Whether a model of the session's profile gets it. */
    Q_PROPERTY(QString profileText READ profileText NOTIFY changed FINAL)
    Q_PROPERTY(bool inProfile READ isInProfile NOTIFY changed FINAL)
    Q_PROPERTY(bool hasSchema READ hasSchema NOTIFY changed FINAL)
    Q_PROPERTY(QString modelLabel READ modelLabel NOTIFY changed FINAL)
    Q_PROPERTY(QString modelText READ modelText NOTIFY changed FINAL)
    Q_PROPERTY(QString exactModel READ exactModel NOTIFY changed FINAL)
    Q_PROPERTY(QString publishedText READ publishedText NOTIFY changed FINAL)
    Q_PROPERTY(QString exactPublished READ exactPublished NOTIFY changed FINAL)
    /** 1-based lines of publishedText that no model sees. */
    Q_PROPERTY(QList<int> removedLines READ removedLines NOTIFY changed FINAL)
    Q_PROPERTY(QString removedText READ removedText NOTIFY changed FINAL)
    /** The published schema, what no model sees marked. */
    Q_PROPERTY(algenta::console::JsonTreeModel *schemaTree READ schemaTree CONSTANT FINAL)
    Q_PROPERTY(bool hasItem READ hasItem NOTIFY changed FINAL)
    /** The whole item of tools/list, indented. */
    Q_PROPERTY(QString itemText READ itemText NOTIFY changed FINAL)
    Q_PROPERTY(QString exactItem READ exactItem NOTIFY changed FINAL)
    /** { label, value, note?, kind? } as KeyValueGrid takes them. */
    Q_PROPERTY(QVariantList profileRows READ profileRows NOTIFY changed FINAL)
    /** What this console says of the tool, and how it came to that. */
    Q_PROPERTY(QVariantList classRows READ classRows NOTIFY changed FINAL)
    /** What the server says of it: claims. */
    Q_PROPERTY(QVariantList claimRows READ claimRows NOTIFY changed FINAL)
    /** Where the two differ; empty if they do not. */
    Q_PROPERTY(QString disagreementText READ disagreementText NOTIFY changed FINAL)
    /** What the contract demands of the engine for this tool; empty for most. */
    Q_PROPERTY(QVariantList requirementRows READ requirementRows NOTIFY changed FINAL)

public:
    explicit ToolDetail(QObject *parent = nullptr);

    /** A cleared record closes. */
    void show(const std::optional<ToolRecord> &record, contract::ProfileName profile);

    [[nodiscard]] QString key() const { return m_record.key; }
    [[nodiscard]] QString name() const;
    [[nodiscard]] QString exactName() const { return m_record.name; }
    [[nodiscard]] QString flatName() const;
    [[nodiscard]] QString description() const;
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QString problemDetail() const;
    [[nodiscard]] QString problemKind() const;
    [[nodiscard]] QString profileText() const;
    [[nodiscard]] bool isInProfile() const { return m_record.isIn(m_profile); }
    [[nodiscard]] bool hasSchema() const { return m_record.published.has_value(); }
    [[nodiscard]] QString modelLabel() const;
    [[nodiscard]] QString modelText() const;
    [[nodiscard]] QString exactModel() const;
    [[nodiscard]] QString publishedText() const;
    [[nodiscard]] QString exactPublished() const;
    [[nodiscard]] QList<int> removedLines() const { return m_removedLines; }
    [[nodiscard]] QString removedText() const;
    [[nodiscard]] JsonTreeModel *schemaTree() { return &m_tree; }
    [[nodiscard]] bool hasItem() const { return m_record.kind != ToolRecord::Kind::Omitted; }
    [[nodiscard]] QString itemText() const;
    [[nodiscard]] QString exactItem() const;
    [[nodiscard]] QVariantList profileRows() const;
    [[nodiscard]] QVariantList classRows() const;
    [[nodiscard]] QVariantList claimRows() const;
    [[nodiscard]] QString disagreementText() const;
    [[nodiscard]] QVariantList requirementRows() const;

Q_SIGNALS:
    void changed();
    void keyChanged();

private:
    [[nodiscard]] QString enforcedText(qsizetype requirement) const;

    ToolRecord m_record;
    contract::ProfileName m_profile = contract::ProfileName::Observe;
    base::Json m_modelSchema;
    QStringList m_removed;
    QList<int> m_removedLines;
    JsonTreeModel m_tree;
};

} // namespace algenta::console
