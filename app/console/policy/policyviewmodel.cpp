// SPDX-License-Identifier: Apache-2.0
#include "app/console/policy/policyviewmodel.h"

#include "app/console/decisions/recordtext.h"
#include "app/console/journal/actreportfile.h"
#include "app/console/receipts/filterterms.h"
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <QDir>
#include <QLocale>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using engine::PolicyLink;

namespace
{

const QStringList effectTerms{u"effect:blocks"_s, u"effect:lets"_s, u"effect:cannot"_s};

QString number(qint64 value)
{
    return QLocale().toString(value);
}

QVariantMap tallyRow(const QString &label, qsizetype count, const QString &kind, const QString &note = {})
{
    QVariantMap row = fieldRow(label, number(count), {});
    row.insert(u"exact"_s, QString::number(count));
    row.insert(u"note"_s, note);
    // Nothing found is no alarm.
    if (count > 0 && !kind.isEmpty())
        row.insert(u"kind"_s, kind);
    return row;
}

} // namespace

PolicyViewModel::PolicyViewModel(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_reader(session, this)
    , m_review(session, this)
    , m_list(session, m_reader, m_review, this)
    , m_effects(session, m_review, this)
{
    connect(&m_session, &Session::connectionReplaced, this, &PolicyViewModel::restart);
    connect(&m_session, &Session::refreshRequested, this, [this] {
        m_reader.reload();
        m_review.restart();
    });
    connect(&m_session, &Session::pollDue, this, [this] {
        if (m_begun)
            m_reader.reload();
    });
    connect(&m_session, &Session::timeZoneChanged, this, [this] {
        Q_EMIT policyChanged();
        Q_EMIT selectionChanged();
        Q_EMIT reviewChanged();
    });
    // Without a connection the session knows why.
    connect(&m_session, &Session::changed, this, [this] {
        m_list.takeState();
        Q_EMIT policyChanged();
    });
    connect(&m_reader, &PolicyReader::chainChanged, this, &PolicyViewModel::takeChain);
    connect(&m_reader, &PolicyReader::stateChanged, this, [this] {
        m_list.takeState();
        Q_EMIT policyChanged();
    });
    connect(&m_review, &PolicyReview::changed, this, [this] {
        m_list.takeTallies();
        m_effects.takeEffects();
        Q_EMIT reviewChanged();
    });
    connect(&m_effects, &RecordListModel::filterChanged, this, &PolicyViewModel::filterChanged);
}

void PolicyViewModel::restart()
{
    m_key.clear();
    m_savedText.clear();
    m_saveProblem.clear();
    m_effects.show(-1);
    m_review.restart();
    m_reader.restart();
    Q_EMIT savedChanged();
}

void PolicyViewModel::begin()
{
    m_begun = true;
    m_review.begin();
}

void PolicyViewModel::takeChain()
{
    QList<PolicyStep> steps;
    const engine::PolicyChain &chain = m_reader.chain();
    for (const PolicyLink &link : chain.links) {
        if (link.previous)
            steps.append({chain.links.at(*link.previous).policy, link.policy});
    }
    m_effects.show(-1);
    // First the rows: what the review tells then is about the new ones.
    m_list.takeChain();
    m_review.setSteps(steps, m_reader.current());
    if (m_list.linkOf(m_key) < 0)
        m_key.clear();
    m_effects.show(step());
    Q_EMIT policyChanged();
    Q_EMIT selectionChanged();
}

QString PolicyViewModel::forceStatus() const
{
    if (m_reader.current())
        return u"ready"_s;
    if (m_reader.currentError() || (!m_session.connection() && m_session.state() == "failed"_L1))
        return u"failed"_s;
    return u"loading"_s;
}

QString PolicyViewModel::forceWhy() const
{
    if (!m_reader.currentError())
        return m_session.failedWhy();
    return base::visibleText(m_reader.currentError()->message);
}

QString PolicyViewModel::forceAdvice() const
{
    if (!m_reader.currentError())
        return m_session.failedAdvice();
    return base::visibleText(m_reader.currentError()->remedy);
}

QString PolicyViewModel::forceStale() const
{
    if (!m_reader.current() || !m_reader.currentError())
        return {};
    return tr("The policy could not be read again, this is what it was: %1").arg(forceWhy());
}

QVariantList PolicyViewModel::forceRows() const
{
    if (!m_reader.current())
        return {};
    const engine::Policy &policy = *m_reader.current();
    QVariantMap confidence = monoRow(u"min_confidence"_s, digitsOf(policy.minConfidence), {});
    confidence.insert(u"note"_s, tr("blocks a confidence below it; equal passes"));
    QVariantMap floor = monoRow(u"risk_floor"_s, digitsOf(policy.riskFloor), tr("off"));
    floor.insert(u"note"_s,
                 policy.riskFloor.isNull()
                     ? tr("no risk_p5 is blocked")
                     : tr("blocks a risk_p5 below -%1; equal passes").arg(digitsOf(policy.riskFloor)));
    QVariantList rows{confidence, floor};
    for (const QString &field : {u"require_calibration"_s, u"allow_reexecution"_s}) {
        const Json &value = policy.raw[field];
        QVariantMap row =
            fieldRow(field, value.isNull() ? QString() : policyValue(field, value), tr("not said"));
        row.insert(u"note"_s, field == "allow_reexecution"_L1
                                  ? tr("whether a delivered decision may go out again")
                                  : tr("which gate it stands for is not documented"));
        rows.append(row);
    }
    return rows;
}

QString PolicyViewModel::forceOrigin() const
{
    if (!m_reader.readAt().isValid())
        return {};
    base::Timestamp time;
    time.instant = m_reader.readAt();
    const QString id = m_reader.current() ? m_reader.current()->snapshotId : QString();
    return tr("Snapshot %1 by GET /v1/execution/policy, read %2")
        .arg(id.isEmpty() ? tr("without an id") : base::elidedText(id, 80), m_session.formatted(time));
}

QVariantList PolicyViewModel::forceTallyRows() const
{
    if (m_review.judged() == 0 || !m_reader.current())
        return {};
    const ForceTally &tally = m_review.inForce();
    return {tallyRow(tr("Would pass"), tally.passes, {}),
            tallyRow(tr("Would be blocked"), tally.blocked, u"blocked"_s,
                     tr("%1 by confidence, %2 by risk_floor")
                         .arg(number(tally.blockedByConfidence), number(tally.blockedByRisk))),
            tallyRow(tr("Cannot be judged"), tally.cannotJudge, u"unknown"_s,
                     tr("confidence or risk_p5 is missing"))};
}

QString PolicyViewModel::chainText() const
{
    const engine::PolicyChain &chain = m_reader.chain();
    if (chain.links.isEmpty())
        return {};
    const QString count = tr("%n snapshot(s)", nullptr, int(chain.links.size()));
    return chain.holds() ? tr("%1, the chain holds").arg(count) : tr("%1, the chain is broken").arg(count);
}

QString PolicyViewModel::chainBreaks() const
{
    const engine::PolicyChain &chain = m_reader.chain();
    QStringList lines = chain.breaks;
    for (const PolicyLink &link : chain.links) {
        for (const QString &broken : link.breaks)
            lines.append(
                tr("Snapshot %1: %2")
                    .arg(link.policy.snapshotId.isEmpty() ? tr("without an id") : link.policy.snapshotId,
                         broken));
    }
    constexpr qsizetype shown = 5;
    if (lines.size() > shown)
        lines = lines.first(shown) << tr("and %1 more").arg(lines.size() - shown);
    for (QString &line : lines)
        line = base::elidedText(line, 400);
    return lines.join(u'\n');
}

QString PolicyViewModel::coverageText() const
{
    if (m_review.judged() == 0)
        return isReviewing() ? tr("Reading decision records…") : tr("No decision record was read yet.");
    const engine::Decision *oldest = m_review.oldest();
    const QString back = oldest && oldest->createdAt.isValid() ? m_session.formatted(oldest->createdAt)
                                                               : tr("a time that is not said");
    const QString coverage = m_review.isWhole() && m_review.brokenCount() == 0 && !m_review.hasShifted()
                                 ? tr("all that the engine lists")
                             : m_review.total() < 0
                                 ? tr("the newest, back to %1").arg(back)
                                 : tr("of %1, back to %2").arg(number(m_review.total()), back);
    //: %1 is a number of decision records, %2 which part of all they are
    return tr("Computed by this console from %1 decision records read (coverage: %2), not by the engine.")
        .arg(number(m_review.judged()), coverage);
}

QString PolicyViewModel::reviewProblem() const
{
    QStringList problems;
    if (m_review.error())
        problems.append(tr("Reading stopped: %1 %2")
                            .arg(base::visibleText(m_review.error()->message),
                                 base::visibleText(m_review.error()->remedy)));
    if (m_review.brokenCount() > 0)
        problems.append(tr("%n decision record(s) could not be read and are not counted.", nullptr,
                           int(m_review.brokenCount())));
    if (m_review.hasShifted())
        problems.append(
            tr("The list changed while it was read: a record may be missing. F5 reads it again."));
    if (m_review.decisions().size() >= PolicyReview::memoryLimit && !m_review.isWhole())
        problems.append(tr("The newest %1 records are the most that are read; older ones are not counted.")
                            .arg(number(PolicyReview::memoryLimit)));
    return problems.join(u' ');
}

const PolicyLink *PolicyViewModel::chosen() const
{
    const qsizetype at = m_list.linkOf(m_key);
    return at < 0 ? nullptr : &m_reader.chain().links.at(at);
}

qsizetype PolicyViewModel::step() const
{
    return PolicyChangeListModel::stepOf(m_reader.chain(), m_list.linkOf(m_key));
}

void PolicyViewModel::select(const QString &key)
{
    if (key != m_key && m_list.linkOf(key) >= 0)
        choose(key);
}

void PolicyViewModel::close()
{
    choose({});
}

void PolicyViewModel::choose(const QString &key)
{
    m_key = key;
    m_savedText.clear();
    m_saveProblem.clear();
    m_effects.show(step());
    Q_EMIT selectionChanged();
    Q_EMIT reviewChanged();
    Q_EMIT savedChanged();
}

QList<qsizetype> PolicyViewModel::comparable() const
{
    QList<qsizetype> links;
    for (qsizetype at = 0; at < m_reader.chain().links.size(); ++at) {
        if (m_reader.chain().links.at(at).previous)
            links.append(at);
    }
    return links;
}

QStringList PolicyViewModel::changeNames() const
{
    QStringList names;
    for (const qsizetype at : comparable()) {
        const PolicyLink &link = m_reader.chain().links.at(at);
        const QString what = differencesText(link);
        names.append(base::elidedText(
            u"%1 · %2"_s.arg(link.policy.snapshotId, what.isEmpty() ? tr("no value changed") : what), 120));
    }
    return names;
}

int PolicyViewModel::changeIndex() const
{
    return int(comparable().indexOf(m_list.linkOf(m_key)));
}

void PolicyViewModel::selectChange(int index)
{
    select(m_list.keyOf(comparable().value(index, -1)));
}

QString PolicyViewModel::selectedTitle() const
{
    const PolicyLink *link = chosen();
    if (!link)
        return {};
    return link->policy.revision.isEmpty() ? tr("Snapshot")
                                           : tr("Revision %1").arg(base::visibleText(link->policy.revision));
}

QString PolicyViewModel::selectedSnapshot() const
{
    const PolicyLink *link = chosen();
    return link ? link->policy.snapshotId : QString();
}

QVariantList PolicyViewModel::differenceRows() const
{
    const PolicyLink *link = chosen();
    QVariantList rows;
    if (!link)
        return rows;
    for (const engine::PolicyDifference &difference : link->differences) {
        const QString text = u"%1 → %2"_s.arg(policyValue(difference.field, difference.from),
                                              policyValue(difference.field, difference.to));
        rows.append(monoRow(base::visibleText(difference.field), text, {}));
    }
    return rows;
}

QString PolicyViewModel::differenceNote() const
{
    const PolicyLink *link = chosen();
    if (!link || !link->differences.isEmpty())
        return {};
    if (link->previous)
        return tr("No value differs from the snapshot before it.");
    return engine::previousSnapshotId(link->policy).isEmpty() && link->breaks.isEmpty()
               ? tr("It names no snapshot before it: here the chain begins.")
               : tr("The snapshot before it is not known, so what changed cannot be said.");
}

QString PolicyViewModel::selectedBreaks() const
{
    const PolicyLink *link = chosen();
    return link ? base::visibleText(link->breaks.join(u' ')) : QString();
}

QVariantList PolicyViewModel::identityRows() const
{
    const PolicyLink *link = chosen();
    if (!link)
        return {};
    const engine::Policy &policy = link->policy;
    const QString absent = tr("not said");
    const base::Timestamp time = engine::inForceSince(policy);
    QVariantMap since = monoRow(tr("Since"), time.raw, absent);
    if (!time.raw.isEmpty())
        since.insert(u"value"_s, m_session.formatted(time));
    const auto author = m_reader.author(policy.snapshotId);
    QVariantMap who = fieldRow(tr("By"), author ? author->who : QString(), tr("not known"));
    const QString gap = m_reader.authorsGap();
    who.insert(u"note"_s, author ? tr("audit entry %1").arg(base::elidedText(author->entryId, 80))
                          : gap.isEmpty()
                              ? tr("a snapshot does not say, and no audit entry about the policy names it")
                              : tr("a snapshot does not say; %1").arg(gap));
    QVariantMap hash = monoRow(tr("Content hash"), engine::contentHash(policy), absent);
    hash.insert(u"note"_s, tr("as the engine says; what it covers is not documented, so it is not checked"));
    return {since,
            who,
            monoRow(tr("Snapshot"), policy.snapshotId, absent),
            monoRow(tr("Before it"), engine::previousSnapshotId(policy), tr("none named")),
            hash,
            monoRow(tr("Revision"), policy.revision, absent)};
}

QVariantList PolicyViewModel::effectRows() const
{
    const qsizetype at = step();
    if (at < 0 || m_review.judged() == 0)
        return {};
    const StepTally tally = m_review.tally(at);
    const auto delivered = [](qsizetype count) { return tr("%1 of them were delivered").arg(number(count)); };
    QVariantList rows{tallyRow(tr("Would block"), tally.blocks, u"blocked"_s,
                               tally.blocks > 0 ? delivered(tally.blocksDelivered) : QString()),
                      tallyRow(tr("Would let through"), tally.letsThrough, u"ok"_s,
                               tally.letsThrough > 0 ? delivered(tally.letsThroughDelivered) : QString()),
                      tallyRow(tr("Makes no difference to"), tally.unchanged, {}),
                      tallyRow(tr("Cannot be judged"), tally.cannotJudge, u"unknown"_s,
                               tally.cannotJudge > 0 ? tr("a value is missing that could make the difference")
                                                     : QString())};
    if (tally.repeatBlocks + tally.repeatLetsThrough + tally.repeatCannotJudge > 0) {
        rows.append(tallyRow(tr("Repeats it would block"), tally.repeatBlocks, u"blocked"_s,
                             tr("one more execution of a delivered decision")));
        rows.append(tallyRow(tr("Repeats it would let through"), tally.repeatLetsThrough, u"ok"_s));
        rows.append(tallyRow(tr("Repeats not judged"), tally.repeatCannotJudge, u"unknown"_s));
    }
    return rows;
}

QString PolicyViewModel::notComputed() const
{
    const PolicyLink *link = chosen();
    QStringList fields;
    for (const engine::PolicyDifference &difference :
         link ? link->differences : QList<engine::PolicyDifference>()) {
        if (difference.field != "min_confidence"_L1 && difference.field != "risk_floor"_L1 &&
            difference.field != "allow_reexecution"_L1)
            fields.append(difference.field);
    }
    if (fields.isEmpty())
        return {};
    return tr("What the change of %1 does to decisions is not computed: their records do not tell.")
        .arg(base::visibleText(fields.join(u", "_s)));
}

QString PolicyViewModel::json() const
{
    const qsizetype at = m_list.linkOf(m_key);
    return at < 0 ? QString() : base::visibleText(jsonText(m_list.json(at)), base::LineBreaks::Keep);
}

bool PolicyViewModel::hasFilter(const char *term) const
{
    return hasTerm(m_effects.filterText(), QString::fromLatin1(term));
}

bool PolicyViewModel::isBlocksOnly() const
{
    return hasFilter("effect:blocks");
}

bool PolicyViewModel::isLetsThroughOnly() const
{
    return hasFilter("effect:lets");
}

bool PolicyViewModel::isCannotJudgeOnly() const
{
    return hasFilter("effect:cannot");
}

void PolicyViewModel::toggle(QStringView term)
{
    QString filter = m_effects.filterText();
    const bool wasOn = hasTerm(filter, term.toString());
    for (const QString &other : effectTerms)
        filter = withoutTerm(filter, other);
    m_effects.setFilterText(wasOn ? filter : withTerm(filter, term.toString()));
}

QString PolicyViewModel::suggestedFile() const
{
    const QString id = selectedSnapshot();
    QString name = u"policy-effect"_s;
    for (const QChar c : id)
        name += c.isLetterOrNumber() && c.unicode() < 128 ? c : u'-';
    return QDir::home().filePath(name.left(80) + u".csv"_s);
}

Json PolicyViewModel::exported() const
{
    Json document = m_list.json(m_list.linkOf(m_key));
    document.set(u"coverage"_s, Json::string(coverageText()));
    document.set(u"filter"_s, Json::string(m_effects.filterText()));
    document.set(u"decisions"_s, Json::array(m_effects.json()));
    return document;
}

void PolicyViewModel::save(const QString &path)
{
    m_savedText.clear();
    m_saveProblem.clear();
    base::Result<void> saved;
    if (path.endsWith(".csv"_L1, Qt::CaseInsensitive))
        saved = saveNewFile(path, m_effects.csv());
    else if (path.endsWith(".json"_L1, Qt::CaseInsensitive))
        saved = saveNewFile(path, base::writeJson(exported(), base::JsonLayout::Indented) + '\n');
    else
        saved = base::fail(base::ErrorCode::InvalidInput, tr("The name says neither .csv nor .json."),
                           tr("End the name in one of the two."));
    if (saved)
        m_savedText = tr("Written: %1").arg(base::visibleText(path));
    else
        m_saveProblem = base::visibleText(saved.error().message + u' ' + saved.error().remedy);
    Q_EMIT savedChanged();
}

} // namespace algenta::console
