// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QObject>
#include <QQuickTextDocument>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>

namespace algenta::console
{

/**
 * Marks stretches of a plain text as added or removed: by colour, and added ones underlined, removed ones
 * struck out, for those who do not see the colours. The text itself stays plain.
 */
class RunHighlighter : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QQuickTextDocument *textDocument READ textDocument WRITE setTextDocument NOTIFY
                   textDocumentChanged FINAL)
    /** { start, length, added } in order, in UTF-16 units of the text. */
    Q_PROPERTY(QVariantList marks READ marks WRITE setMarks NOTIFY marksChanged FINAL)
    Q_PROPERTY(QColor addedInk MEMBER m_addedInk WRITE setAddedInk NOTIFY coloursChanged FINAL)
    Q_PROPERTY(QColor addedGround MEMBER m_addedGround WRITE setAddedGround NOTIFY coloursChanged FINAL)
    Q_PROPERTY(QColor removedInk MEMBER m_removedInk WRITE setRemovedInk NOTIFY coloursChanged FINAL)
    Q_PROPERTY(QColor removedGround MEMBER m_removedGround WRITE setRemovedGround NOTIFY coloursChanged FINAL)

public:
    explicit RunHighlighter(QObject *parent = nullptr);
    ~RunHighlighter() override;

    [[nodiscard]] QQuickTextDocument *textDocument() const { return m_textDocument; }
    void setTextDocument(QQuickTextDocument *document);
    [[nodiscard]] QVariantList marks() const { return m_marks; }
    void setMarks(const QVariantList &marks);
    void setAddedInk(const QColor &colour) { setColour(m_addedInk, colour); }
    void setAddedGround(const QColor &colour) { setColour(m_addedGround, colour); }
    void setRemovedInk(const QColor &colour) { setColour(m_removedInk, colour); }
    void setRemovedGround(const QColor &colour) { setColour(m_removedGround, colour); }

Q_SIGNALS:
    void textDocumentChanged();
    void marksChanged();
    void coloursChanged();

private:
    class Painter;
    void setColour(QColor &member, const QColor &colour);

    QQuickTextDocument *m_textDocument = nullptr;
    std::unique_ptr<Painter> m_painter;
    QVariantList m_marks;
    QColor m_addedInk;
    QColor m_addedGround;
    QColor m_removedInk;
    QColor m_removedGround;
};

} // namespace algenta::console
