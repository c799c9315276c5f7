// SPDX-License-Identifier: Apache-2.0
#include "app/console/journal/journalviewmodel.h"

#include "app/console/decisions/recordtext.h"
#include "app/console/journal/actreportfile.h"
#include "app/console/journal/entrytext.h"
#include "app/console/session/usertext.h"
#include "core/base/jsonreader.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/journal/actreport.h"

#include <QLocale>
#include <QRegularExpression>
#include <QStandardPaths>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

JournalViewModel::JournalViewModel(Session &session, journal::JournalService &journal, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_journal(journal)
    , m_list(session, journal, this)
    , m_verdict(journal, this)
    , m_seal(session, journal, this)
    , m_operator(journal::systemActor())
{
    connect(&m_journal, &journal::JournalService::appended, this, [this] {
        m_appendError.reset();
        readHead();
    });
    connect(&m_journal, &journal::JournalService::appendFailed, this, [this](const base::Error &error) {
        m_appendError = error;
        Q_EMIT headChanged();
    });
    connect(&m_session, &Session::localRefreshRequested, this, &JournalViewModel::refresh);
    connect(&m_session, &Session::pollDue, this, &JournalViewModel::readHead);
    connect(&m_session, &Session::timeZoneChanged, this, &JournalViewModel::selectionChanged);
    connect(&m_session, &Session::timeZoneChanged, this, &JournalViewModel::storyChanged);
    connect(&m_list, &JournalListModel::stateChanged, this, &JournalViewModel::listChanged);
    connect(&m_list, &JournalListModel::filterChanged, this, &JournalViewModel::listChanged);
}

void JournalViewModel::refresh()
{
    readHead();
    m_list.reload();
}

void JournalViewModel::setStartError(const base::Error &error)
{
    m_startError = error;
    Q_EMIT headChanged();
}

void JournalViewModel::readHead()
{
    base::onDone(m_journal.head(), this, [this](const base::Result<journal::Head> &head) {
        m_headError = head ? std::nullopt : std::optional(head.error());
        if (head) {
            m_head = *head;
            m_list.setNewest(head->size);
        }
        Q_EMIT headChanged();
        // An act that is shown goes on while one looks at it.
        if (m_shown)
            readStory();
    });
}

QString JournalViewModel::headText() const
{
    QString state = tr("journal not read yet");
    if (m_headError || m_appendError || m_startError)
        state = tr("journal in trouble");
    else if (m_head)
        state = m_head->size == 1 ? tr("journal 1 entry")
                                  : tr("journal %1 entries").arg(QLocale().toString(m_head->size));
    return tr("operator %1").arg(base::elidedText(m_operator, 60)) + u'\n' + state;
}

QString JournalViewModel::problem() const
{
    const std::optional<base::Error> &error = m_headError     ? m_headError
                                              : m_appendError ? m_appendError
                                                              : m_startError;
    if (!error)
        return {};
    const QString what = m_headError ? tr("The journal cannot be used.")
                         : m_appendError
                             ? tr("The journal can be read, but the last entry could not be written.")
                             : tr("What an earlier run left armed could not be closed in the journal.");
    return what + u' ' + errorSentence(*error);
}

QString JournalViewModel::path() const
{
    return base::visibleText(m_journal.path());
}

void JournalViewModel::select(const QString &key)
{
    const journal::Entry *entry = m_list.bySeq(key.toLongLong());
    if (!entry || key == selectedKey())
        return;
    m_shown = *entry;
    m_savedText.clear();
    Q_EMIT saved();
    m_story.clear();
    m_storyProblem.clear();
    Q_EMIT selectionChanged();
    Q_EMIT storyChanged();
    readStory();
}

void JournalViewModel::close()
{
    ++m_storyTicket;
    m_shown.reset();
    m_story.clear();
    m_storyProblem.clear();
    Q_EMIT selectionChanged();
    Q_EMIT storyChanged();
}

void JournalViewModel::filterAct()
{
    if (m_shown && !m_shown->draft.actId.isEmpty())
        m_list.setFilterText(u"act=\"%1\""_s.arg(m_shown->draft.actId));
}

void JournalViewModel::readStory()
{
    const int ticket = ++m_storyTicket;
    if (m_shown->draft.actId.isEmpty() || !m_shown->fault.isEmpty())
        return;
    base::onDone(m_journal.act(m_shown->draft.actId), this,
                 [this, ticket](const base::Result<QList<journal::Entry>> &entries) {
                     if (ticket != m_storyTicket)
                         return;
                     m_storyProblem = entries ? QString()
                                              : tr("The entries of this act could not be read. %1")
                                                    .arg(base::visibleText(entries.error().message));
                     m_story = entries.value_or(QList<journal::Entry>());
                     Q_EMIT storyChanged();
                 });
}

QString JournalViewModel::suggestedReport() const
{
    if (!m_shown || m_shown->draft.actId.isEmpty())
        return {};
    // Of the ids only what is harmless in a file name.
    QString name = u"override-%1-entry-%2.pdf"_s.arg(m_shown->draft.subject.left(40)).arg(m_shown->seq);
    static const QRegularExpression unsafe(u"[^A-Za-z0-9._-]"_s);
    name.replace(unsafe, u"_"_s);
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + u'/' + name;
}

void JournalViewModel::saveReport(const QString &path)
{
    if (!m_shown || m_shown->draft.actId.isEmpty())
        return;
    base::onDone(m_journal.act(m_shown->draft.actId), this,
                 [this, path](const base::Result<QList<journal::Entry>> &entries) {
                     if (!entries) {
                         setSaved(path, base::fail(entries.error()));
                         return;
                     }
                     const auto report = journal::actReport(*entries);
                     if (!report) {
                         setSaved(path, base::fail(report.error()));
                         return;
                     }
                     QList<qint64> numbers;
                     for (const journal::Entry &entry : *entries)
                         numbers.append(entry.seq);
                     proveNext(std::make_shared<base::Json>(*report), numbers, path);
                 });
}

/** Puts a proof beside each entry that a checkpoint covers, one after the other, then writes. */
void JournalViewModel::proveNext(std::shared_ptr<base::Json> report, QList<qint64> entries,
                                 const QString &path)
{
    if (entries.isEmpty()) {
        setSaved(path, console::saveReport(*report, path));
        return;
    }
    const qint64 seq = entries.takeFirst();
    base::onDone(m_journal.prove(seq), this,
                 [this, report, entries, path, seq](const base::Result<journal::EntryProof> &proof) {
                     // Without a checkpoint over it an entry has no proof; the report says so.
                     if (proof) {
                         const QString text = QString::fromUtf8(journal::proofBytes(*proof));
                         static_cast<void>(
                             journal::setInclusionProof(*report, seq, base::Json::string(text)));
                     }
                     proveNext(report, entries, path);
                 });
}

QString JournalViewModel::suggestedProof() const
{
    return m_shown ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) +
                         u"/journal-entry-%1.tlog-proof"_s.arg(m_shown->seq)
                   : QString();
}

void JournalViewModel::saveProof(const QString &path)
{
    if (m_shown)
        m_seal.saveProof(m_shown->seq, path);
}

void JournalViewModel::setSaved(const QString &path, const base::Result<void> &result)
{
    m_saveFailed = !result;
    m_savedText = result ? tr("Written: %1").arg(base::visibleText(path)) : errorSentence(result.error());
    Q_EMIT saved();
}

QString JournalViewModel::title() const
{
    return m_shown ? tr("Entry %1 · %2").arg(QString::number(m_shown->seq), entryTitle(*m_shown)) : QString();
}

QString JournalViewModel::subtitle() const
{
    return m_shown ? entryTime(*m_shown, m_session) : QString();
}

QString JournalViewModel::fault() const
{
    if (!m_shown || m_shown->fault.isEmpty())
        return {};
    return tr("This entry is damaged, and nothing that it says can be trusted. %1")
        .arg(base::visibleText(m_shown->fault));
}

QVariantList JournalViewModel::rows() const
{
    if (!m_shown)
        return {};
    const journal::Draft &draft = m_shown->draft;
    const QString none = tr("none");
    QVariantList all{fieldRow(tr("Says"), entrySummary(*m_shown), none),
                     fieldRow(tr("Who"), draft.actor, none),
                     monoRow(tr("Engine"), draft.engine, none),
                     monoRow(tr("About"), draft.subject, none),
                     monoRow(tr("Act"), draft.actId, none),
                     monoRow(tr("Recorded at"), base::toRfc3339(m_shown->time), none)};
    for (const base::JsonMember &member : draft.details.members()) {
        if (member.value.isString() && !member.value.toString().isEmpty())
            all.append(fieldRow(base::visibleText(QString(member.key).replace(u'_', u' ')),
                                member.value.toString(), none));
    }
    return all;
}

QVariantList JournalViewModel::hashes() const
{
    if (!m_shown)
        return {};
    const auto hex = [](const QByteArray &bytes) { return QString::fromLatin1(bytes.toHex()); };
    return {monoRow(tr("Leaf"), hex(m_shown->leaf), {}),
            monoRow(tr("Chain before"), hex(m_shown->previous), {}),
            monoRow(tr("Chain"), hex(m_shown->chain), {})};
}

QString JournalViewModel::text() const
{
    if (!m_shown)
        return {};
    const auto json = base::readJson(m_shown->bytes);
    return base::visibleText(json ? jsonText(*json) : QString::fromUtf8(m_shown->bytes),
                             base::LineBreaks::Keep);
}

QString JournalViewModel::exactBytes() const
{
    return m_shown ? QString::fromUtf8(m_shown->bytes) : QString();
}

QVariantList JournalViewModel::evidence() const
{
    return m_shown ? entryEvidence(*m_shown) : QVariantList();
}

QVariantList JournalViewModel::story() const
{
    QVariantList all;
    for (const journal::Entry &entry : m_story)
        all.append(entryEvent(entry, m_session));
    return all;
}

} // namespace algenta::console
