// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/drift/driftacceptances.h"
#include "app/console/drift/driftlistmodel.h"
#include "app/console/session/session.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <optional>

namespace algenta::console
{

/** One change with its two texts laid over each other by token, side by side and in one. */
class DriftDetail : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** Hash of the change; empty if none is open. */
    Q_PROPERTY(QString key READ key NOTIFY changed FINAL)
    Q_PROPERTY(QString title READ title NOTIFY changed FINAL)
    Q_PROPERTY(QString sentence READ sentence NOTIFY changed FINAL)
    Q_PROPERTY(QString classWord READ classWord NOTIFY changed FINAL)
    Q_PROPERTY(QString classKind READ classKind NOTIFY changed FINAL)
    Q_PROPERTY(QString classSign READ classSign NOTIFY changed FINAL)
    Q_PROPERTY(bool accepted READ isAccepted NOTIFY changed FINAL)
    Q_PROPERTY(bool wording READ isWording NOTIFY changed FINAL)
    /** { label, value, mono?, exact? } as KeyValueGrid takes them. */
    Q_PROPERTY(QVariantList rows READ rows NOTIFY changed FINAL)
    Q_PROPERTY(QString beforeText READ beforeText NOTIFY changed FINAL)
    Q_PROPERTY(QString afterText READ afterText NOTIFY changed FINAL)
    Q_PROPERTY(QString inlineText READ inlineText NOTIFY changed FINAL)
    /** As RunHighlighter takes them. */
    Q_PROPERTY(QVariantList beforeMarks READ beforeMarks NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList afterMarks READ afterMarks NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList inlineMarks READ inlineMarks NOTIFY changed FINAL)
    Q_PROPERTY(QString exactBefore READ exactBefore NOTIFY changed FINAL)
    Q_PROPERTY(QString exactAfter READ exactAfter NOTIFY changed FINAL)
    /** What is not shown or not marked as finely as it could be; empty if nothing. */
    Q_PROPERTY(QString note READ note NOTIFY changed FINAL)

public:
    /** Longest text of one side that is shown, in UTF-16 units. */
    static constexpr qsizetype mostShown = 100'000;

    explicit DriftDetail(Session &session, QObject *parent = nullptr);

    [[nodiscard]] QString key() const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString classWord() const;
    [[nodiscard]] QString classKind() const;
    [[nodiscard]] QString classSign() const;
    [[nodiscard]] bool isAccepted() const { return m_acceptance.has_value(); }
    [[nodiscard]] bool isWording() const;
    [[nodiscard]] QVariantList rows() const;
    [[nodiscard]] QString beforeText() const { return m_before.text; }
    [[nodiscard]] QString afterText() const { return m_after.text; }
    [[nodiscard]] QString inlineText() const { return m_inline.text; }
    [[nodiscard]] QVariantList beforeMarks() const { return m_before.marks; }
    [[nodiscard]] QVariantList afterMarks() const { return m_after.marks; }
    [[nodiscard]] QVariantList inlineMarks() const { return m_inline.marks; }
    [[nodiscard]] QString exactBefore() const;
    [[nodiscard]] QString exactAfter() const;
    [[nodiscard]] QString note() const { return m_note; }

    /** @p acceptance is that of this change, if there is one; nothing closes the detail. */
    void show(const std::optional<contract::DriftItem> &item, const Acceptance *acceptance);

Q_SIGNALS:
    void changed();

private:
    struct Marked {
        QString text;
        QVariantList marks;
        void add(const QString &run, bool marked, bool added);
    };
    void layOver();

    Session &m_session;
    std::optional<contract::DriftItem> m_item;
    std::optional<Acceptance> m_acceptance;
    Marked m_before;
    Marked m_after;
    Marked m_inline;
    QString m_note;
};

} // namespace algenta::console
