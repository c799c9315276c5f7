// SPDX-License-Identifier: Apache-2.0
#include "app/console/liaison/liaisonviewmodel.h"

#include "app/console/receipts/filterterms.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

#include <QDir>
#include <QLocale>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

const QString rejectedTerm = u"verdict:rejected"_s;

} // namespace

LiaisonViewModel::LiaisonViewModel(QObject *parent)
    : QObject(parent)
    , m_list(this)
{
    connect(&m_list, &LiaisonListModel::stateChanged, this, &LiaisonViewModel::listChanged);
    connect(&m_list, &LiaisonListModel::progressed, this, &LiaisonViewModel::listChanged);
    connect(&m_list, &LiaisonListModel::filterChanged, this, &LiaisonViewModel::listChanged);
    connect(&m_list, &LiaisonListModel::filterChanged, this, &LiaisonViewModel::filterChanged);
}

QString LiaisonViewModel::countText() const
{
    if (m_list.paths().isEmpty())
        return {};
    const QLocale locale;
    return tr("%1 checked · %2 rejected · %3 shown")
        .arg(locale.toString(m_list.checkedCount()), locale.toString(m_list.rejectedCount()),
             locale.toString(m_list.rowCount()));
}

qreal LiaisonViewModel::progress() const
{
    if (m_list.totalBytes() <= 0)
        return 0;
    return std::min(1.0, qreal(m_list.doneBytes()) / qreal(m_list.totalBytes()));
}

QString LiaisonViewModel::progressText() const
{
    if (!isChecking())
        return {};
    const QLocale locale;
    //: bytes that were read, of how many
    return tr("%1 of %2 checked")
        .arg(locale.formattedDataSize(m_list.doneBytes()), locale.formattedDataSize(m_list.totalBytes()));
}

QString LiaisonViewModel::sourceText() const
{
    const QStringList &paths = m_list.paths();
    if (paths.isEmpty())
        return {};
    const QString first = base::elidedText(paths.constFirst(), 300);
    //: %1 is a path, %2 a number
    return paths.size() == 1 ? first : tr("%1 and %2 more").arg(first, QLocale().toString(paths.size() - 1));
}

void LiaisonViewModel::setSubmission(bool submission)
{
    if (submission == m_options.submission)
        return;
    m_options.submission = submission;
    Q_EMIT optionsChanged();
    checkAgain();
}

void LiaisonViewModel::setExtraRules(bool extraRules)
{
    if (extraRules == m_options.extraRules)
        return;
    m_options.extraRules = extraRules;
    Q_EMIT optionsChanged();
    checkAgain();
}

bool LiaisonViewModel::isRejectedOnly() const
{
    return hasTerm(m_list.filterText(), rejectedTerm);
}

void LiaisonViewModel::toggleRejected()
{
    const QString filter = m_list.filterText();
    m_list.setFilterText(isRejectedOnly() ? withoutTerm(filter, rejectedTerm)
                                          : withTerm(filter, rejectedTerm));
}

void LiaisonViewModel::openUrls(const QList<QUrl> &urls)
{
    QStringList paths;
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    }
    setInputProblem(paths.size() == urls.size()
                        ? QString()
                        : tr("Only files and folders of this machine can be checked."));
    if (!paths.isEmpty())
        check(paths);
}

void LiaisonViewModel::openPath(const QString &path)
{
    const QString typed = path.trimmed();
    if (typed.isEmpty()) {
        setInputProblem(tr("Give the path of a file or a folder."));
        return;
    }
    if (typed.startsWith("file://"_L1)) {
        openUrls({QUrl(typed)});
        return;
    }
    setInputProblem({});
    check({typed.startsWith("~/"_L1) ? QDir::homePath() + typed.sliced(1) : typed});
}

void LiaisonViewModel::check(const QStringList &paths)
{
    close();
    m_list.check(paths, m_options);
}

void LiaisonViewModel::checkAgain()
{
    if (!m_list.paths().isEmpty())
        check(m_list.paths());
}

void LiaisonViewModel::setInputProblem(const QString &problem)
{
    if (problem == m_inputProblem)
        return;
    m_inputProblem = problem;
    Q_EMIT inputProblemChanged();
}

void LiaisonViewModel::cancel()
{
    m_list.cancel();
}

void LiaisonViewModel::select(const QString &key)
{
    const LiaisonRecord *record = m_list.byKey(key);
    if (!record || key == m_selectedKey)
        return;
    m_selectedKey = key;
    m_shown = *record;
    Q_EMIT selectionChanged();
    readStory();
}

void LiaisonViewModel::close()
{
    ++m_storyTicket;
    m_selectedKey.clear();
    m_shown.reset();
    m_story = {};
    m_reading = false;
    Q_EMIT selectionChanged();
    Q_EMIT storyChanged();
}

void LiaisonViewModel::readStory()
{
    m_story = {};
    m_reading = true;
    Q_EMIT storyChanged();
    base::onDone(readLiaisonStory(*m_shown), this,
                 [this, ticket = ++m_storyTicket](const LiaisonStory &story) {
                     if (ticket != m_storyTicket)
                         return;
                     m_story = story;
                     m_reading = false;
                     Q_EMIT storyChanged();
                 });
}

QString LiaisonViewModel::title() const
{
    if (!m_shown)
        return {};
    const QString &id = m_shown->transcript.report.invocationId;
    return id.isEmpty() ? tr("Invocation without an id") : base::elidedText(id, 200);
}

QString LiaisonViewModel::subtitle() const
{
    if (!m_shown)
        return {};
    const liaison::CheckedTranscript &transcript = m_shown->transcript;
    QString place = m_shown->file + u':' + QString::number(transcript.line);
    if (transcript.column > 0)
        place += u':' + QString::number(transcript.column);
    return base::elidedText(place, 1000);
}

QString LiaisonViewModel::verdictText() const
{
    if (!m_shown)
        return {};
    if (m_shown->isAccepted())
        return tr("Every rule of the contract is kept.");
    const qsizetype count = m_shown->transcript.report.violations.size();
    return count == 1 ? tr("One violation, at its place below.")
                      : tr("%1 violations, each at its place below.").arg(QLocale().toString(count));
}

QString LiaisonViewModel::rawText() const
{
    return base::visibleText(exactRaw(), base::LineBreaks::Keep);
}

} // namespace algenta::console
