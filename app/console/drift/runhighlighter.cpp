// SPDX-License-Identifier: Apache-2.0
#include "app/console/drift/runhighlighter.h"

#include <QSyntaxHighlighter>
#include <QTextCharFormat>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

/** Formats the blocks of a document by the marks that lie in them. */
class RunHighlighter::Painter : public QSyntaxHighlighter
{
public:
    struct Mark {
        int start = 0;
        int length = 0;
        bool added = false;
    };
    explicit Painter(const RunHighlighter &owner)
        : QSyntaxHighlighter(static_cast<QObject *>(nullptr))
        , m_owner(owner)
    {
    }
    void setMarks(const QVariantList &marks)
    {
        m_marks.clear();
        for (const QVariant &mark : marks) {
            const QVariantMap map = mark.toMap();
            m_marks.append({map.value(u"start"_s).toInt(), map.value(u"length"_s).toInt(),
                            map.value(u"added"_s).toBool()});
        }
        rehighlight();
    }

protected:
    void highlightBlock(const QString &text) override
    {
        const int from = currentBlock().position();
        const int to = from + int(text.size());
        auto mark = std::lower_bound(m_marks.cbegin(), m_marks.cend(), from, [](const Mark &one, int place) {
            return one.start + one.length <= place;
        });
        for (; mark != m_marks.cend() && mark->start < to; ++mark) {
            const int start = std::max(from, mark->start);
            const int end = std::min(to, mark->start + mark->length);
            setFormat(start - from, end - start, format(mark->added));
        }
    }

private:
    [[nodiscard]] QTextCharFormat format(bool added) const
    {
        QTextCharFormat format;
        format.setForeground(added ? m_owner.m_addedInk : m_owner.m_removedInk);
        format.setBackground(added ? m_owner.m_addedGround : m_owner.m_removedGround);
        format.setFontUnderline(added);
        format.setFontStrikeOut(!added);
        return format;
    }

    const RunHighlighter &m_owner;
    QList<Mark> m_marks;
};

RunHighlighter::RunHighlighter(QObject *parent)
    : QObject(parent)
    , m_painter(std::make_unique<Painter>(*this))
{
}

RunHighlighter::~RunHighlighter() = default;

void RunHighlighter::setTextDocument(QQuickTextDocument *document)
{
    if (document == m_textDocument)
        return;
    m_textDocument = document;
    m_painter->setDocument(document ? document->textDocument() : nullptr);
    Q_EMIT textDocumentChanged();
}

void RunHighlighter::setMarks(const QVariantList &marks)
{
    if (marks == m_marks)
        return;
    m_marks = marks;
    m_painter->setMarks(marks);
    Q_EMIT marksChanged();
}

void RunHighlighter::setColour(QColor &member, const QColor &colour)
{
    if (colour == member)
        return;
    member = colour;
    m_painter->rehighlight();
    Q_EMIT coloursChanged();
}

} // namespace algenta::console
