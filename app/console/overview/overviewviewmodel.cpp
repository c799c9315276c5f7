// SPDX-License-Identifier: Apache-2.0
#include "app/console/overview/overviewviewmodel.h"

#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/engine/toolset.h"

#include <QLocale>
#include <QVariantMap>

#include <algorithm>
#include <array>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

struct GateSeries {
    QLatin1StringView gate;
    QLatin1StringView kind;
};
/** Fixed order and colour, so that a gate looks the same every day. The last one collects all others. */
constexpr std::array<GateSeries, 4> gates{{{QLatin1StringView("confidence"), QLatin1StringView("blocked")},
                                           {QLatin1StringView("risk_floor"), QLatin1StringView("override")},
                                           {QLatin1StringView("idempotency"), QLatin1StringView("unknown")},
                                           {QLatin1StringView("other gate"), QLatin1StringView("failed")}}};

std::size_t seriesOf(const QString &gate)
{
    for (std::size_t i = 0; i + 1 < gates.size(); ++i) {
        if (gate == gates.at(i).gate)
            return i;
    }
    return gates.size() - 1;
}

QVariantMap tile(const QString &title, const QString &figure, const QString &detail, const QString &kind)
{
    return {{u"title"_s, title}, {u"figure"_s, figure}, {u"detail"_s, detail}, {u"kind"_s, kind}};
}

QVariantMap row(const QString &label, const QString &value, bool mono = false, const QString &kind = {})
{
    QVariantMap map{{u"label"_s, label}, {u"value"_s, value}, {u"mono"_s, mono}};
    if (!kind.isEmpty())
        map.insert(u"kind"_s, kind);
    return map;
}

QString unknownFigure()
{
    return u"?"_s;
}

QString digits(const base::Json &number)
{
    return number.isNumber() ? QString::fromLatin1(number.numberText()) : OverviewViewModel::tr("off");
}

} // namespace

OverviewViewModel::OverviewViewModel(Session &session, journal::JournalService &journal, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_journal(journal)
    , m_reader(session)
{
    const auto restart = [this] {
        m_reader.restart();
        readJournal();
    };
    connect(&m_session, &Session::connectionReplaced, this, restart);
    connect(&m_session, &Session::refreshRequested, this, [this] {
        m_reader.reload();
        readJournal();
    });
    connect(&m_session, &Session::pollDue, this, [this] {
        // A reading can take many pages: every two minutes is often enough for counts of a day.
        const bool due =
            !m_reader.readAt().isValid() || m_reader.readAt().secsTo(QDateTime::currentDateTimeUtc()) >= 120;
        if (due && !m_reader.isReading())
            m_reader.reload();
    });
    connect(&m_session, &Session::probed, this, &OverviewViewModel::changed);
    connect(&m_session, &Session::timeZoneChanged, this, &OverviewViewModel::changed);
    connect(&m_reader, &ActivityReader::changed, this, &OverviewViewModel::changed);
    connect(&m_session, &Session::ageChanged, this, &OverviewViewModel::ageChanged);
    connect(this, &OverviewViewModel::changed, this, &OverviewViewModel::ageChanged);
    connect(&m_journal, &journal::JournalService::appended, this, [this](const journal::Entry &entry) {
        readJournal();
        if (entry.draft.kind == journal::EntryKind::Outcome)
            m_reader.reload();
    });
}

void OverviewViewModel::readJournal()
{
    journal::EntryFilter intents;
    intents.kinds = {journal::EntryKind::Intent};
    base::onDone(
        m_journal.page(intents, 0, 500), this, [this](const base::Result<QList<journal::Entry>> &entries) {
            m_overrides.reset();
            if (entries) {
                const QDateTime day = QDateTime::currentDateTimeUtc().addDays(-1);
                m_overrides =
                    int(std::count_if(entries->cbegin(), entries->cend(),
                                      [&day](const journal::Entry &entry) { return entry.time >= day; }));
            }
            Q_EMIT changed();
        });
    base::onDone(m_journal.openIntents(), this, [this](const base::Result<QList<journal::Entry>> &entries) {
        m_unknown = entries ? std::optional<int>(int(entries->size())) : std::nullopt;
        Q_EMIT changed();
    });
}

QString OverviewViewModel::readText() const
{
    if (m_reader.isReading())
        return tr("last 24 hours against the day before · reading…");
    base::Timestamp time;
    time.instant = m_reader.readAt();
    return time.isValid() ? tr("last 24 hours against the day before · counted %1")
                                .arg(base::formatAge(time, QDateTime::currentDateTimeUtc()))
                          : tr("last 24 hours against the day before · not counted");
}

QVariantList OverviewViewModel::tiles() const
{
    const QLocale locale;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QDateTime day = now.addDays(-1);
    const QDateTime dayBefore = now.addDays(-2);
    std::array<int, gates.size()> byGate{};
    int blocked = 0;
    int blockedBefore = 0;
    for (const BlockedMark &mark : m_reader.blocked()) {
        if (mark.when >= day) {
            ++blocked;
            ++byGate.at(seriesOf(mark.gate));
        } else if (mark.when >= dayBefore) {
            ++blockedBefore;
        }
    }
    QStringList parts;
    for (std::size_t i = 0; i < gates.size(); ++i) {
        if (byGate.at(i) > 0)
            parts.append(QString(gates.at(i).gate) + u' ' + locale.toString(byGate.at(i)));
    }
    const bool blockedKnown = m_reader.blockedSince().isValid() && m_reader.blockedSince() <= dayBefore;
    const int change = blocked - blockedBefore;
    const QString changeText = (change > 0 ? u"+"_s : QString()) + locale.toString(change);

    int delivered = 0;
    int failed = 0;
    for (const ExecutionMark &mark : m_reader.executions()) {
        if (mark.when >= day)
            ++(mark.delivered ? delivered : failed);
    }
    const bool executionsKnown = m_reader.executionsSince().isValid() && m_reader.executionsSince() <= day;
    const QString share = delivered + failed > 0
                              ? tr("%1 % of executions of decisions logged in 14 days")
                                    .arg(locale.toString(100.0 * delivered / (delivered + failed), 'f', 1))
                              : tr("no executions of decisions logged in 14 days");
    const QString notRead = m_reader.isReading() ? tr("reading…") : tr("could not be read back a whole day");
    return {
        tile(tr("Blocked"), blockedKnown ? locale.toString(blocked) : unknownFigure(),
             blockedKnown ? (parts.isEmpty() ? tr("%1 against the day before").arg(changeText)
                                             : changeText + u" · "_s + parts.join(u", "_s))
                          : notRead,
             u"blocked"_s),
        tile(tr("Delivered"), executionsKnown ? locale.toString(delivered) : unknownFigure(),
             executionsKnown ? share : notRead, u"ok"_s),
        tile(tr("Failed delivery"), executionsKnown ? locale.toString(failed) : unknownFigure(),
             executionsKnown ? tr("the webhook refused or did not answer") : notRead, u"failed"_s),
        tile(tr("Overrides"), m_overrides ? locale.toString(*m_overrides) : unknownFigure(),
             m_overrides ? tr("intents in this journal") : tr("the journal cannot be read"), u"override"_s),
        tile(tr("Outcome unknown"), m_unknown ? locale.toString(*m_unknown) : unknownFigure(),
             !m_unknown        ? tr("the journal cannot be read")
             : *m_unknown == 0 ? tr("every act is accounted for")
                               : tr("settle them by reading"),
             u"unknown"_s),
    };
}

QDate OverviewViewModel::dayOf(const QDateTime &time) const
{
    return m_session.isLocalTime() ? time.toLocalTime().date() : time.toUTC().date();
}

QList<QDate> OverviewViewModel::days(const QDateTime &since) const
{
    QList<QDate> list;
    if (!since.isValid())
        return list;
    const QDate today = dayOf(QDateTime::currentDateTimeUtc());
    // The first day is whole only if reading reached back past its start.
    for (QDate day = dayOf(since).addDays(1); day <= today; day = day.addDays(1))
        list.append(day);
    return list;
}

QVariantList OverviewViewModel::gateSeries() const
{
    const bool others =
        std::any_of(m_reader.blocked().cbegin(), m_reader.blocked().cend(),
                    [](const BlockedMark &mark) { return seriesOf(mark.gate) == gates.size() - 1; });
    QVariantList list;
    for (std::size_t i = 0; i < gates.size() - (others ? 0 : 1); ++i)
        list.append(
            QVariantMap{{u"name"_s, QString(gates.at(i).gate)}, {u"kind"_s, QString(gates.at(i).kind)}});
    return list;
}

QVariantList OverviewViewModel::gateBars() const
{
    QHash<QDate, std::array<int, gates.size()>> counts;
    for (const BlockedMark &mark : m_reader.blocked())
        ++counts[dayOf(mark.when)].at(seriesOf(mark.gate));
    QVariantList bars;
    const qsizetype series = gateSeries().size();
    for (const QDate &day : days(m_reader.blockedSince())) {
        const std::array<int, gates.size()> values = counts.value(day);
        QVariantList list;
        for (qsizetype i = 0; i < series; ++i)
            list.append(values.at(std::size_t(i)));
        bars.append(QVariantMap{{u"label"_s, QLocale().toString(day, u"d MMM"_s)}, {u"values"_s, list}});
    }
    return bars;
}

QString OverviewViewModel::gateNote() const
{
    return since(m_reader.blockedSince(), m_reader.blockedError());
}

QVariantList OverviewViewModel::deliverySeries() const
{
    return {QVariantMap{{u"name"_s, tr("delivered")}, {u"kind"_s, u"ok"_s}},
            QVariantMap{{u"name"_s, tr("failed")}, {u"kind"_s, u"failed"_s}}};
}

QVariantList OverviewViewModel::deliveryBars() const
{
    QHash<QDate, std::array<int, 2>> counts;
    for (const ExecutionMark &mark : m_reader.executions())
        ++counts[dayOf(mark.when)].at(mark.delivered ? 0 : 1);
    QVariantList bars;
    for (const QDate &day : days(m_reader.executionsSince())) {
        const std::array<int, 2> values = counts.value(day);
        bars.append(QVariantMap{{u"label"_s, QLocale().toString(day, u"d MMM"_s)},
                                {u"values"_s, QVariantList{values.at(0), values.at(1)}}});
    }
    return bars;
}

QString OverviewViewModel::deliveryNote() const
{
    return since(m_reader.executionsSince(), m_reader.executionsError());
}

QString OverviewViewModel::since(const QDateTime &time, const std::optional<base::Error> &error) const
{
    if (error)
        return base::visibleText(error->message);
    if (!time.isValid())
        return m_reader.isReading() ? tr("reading…") : tr("not read");
    return tr("last %1 days").arg(days(time).size());
}

QVariantList OverviewViewModel::engineRows() const
{
    QVariantList rows;
    const contract::ToolContract &embedded = contract::embeddedContract();
    rows.append(row(tr("Contract"), tr("%1, the copy in this program").arg(embedded.version)));
    const auto &state = m_session.lastState();
    if (state && state->tools) {
        for (const contract::ProfileName name : contract::allProfiles()) {
            const engine::ModelToolset view = engine::modelView(embedded, name, *state->tools);
            QString text =
                tr("%1 of %2 tools").arg(view.tools.size()).arg(view.tools.size() + view.omissions.size());
            if (name == contract::ProfileName::Execute)
                text += u" · "_s + tr("enabled for this key: cannot be known");
            if (name == contract::ProfileName::Full)
                text = tr("%1 tools").arg(view.tools.size());
            rows.append(row(contract::profileText(name), text));
        }
    } else {
        rows.append(row(tr("Tools"), tr("not read")));
    }
    if (const auto &policy = m_reader.policy()) {
        rows.append(row(tr("Policy"),
                        tr("min_confidence %1 · risk_floor %2")
                            .arg(digits(policy->minConfidence), digits(policy->riskFloor)),
                        true));
    } else {
        rows.append(row(tr("Policy"), tr("not read")));
    }
    const QString protocol = m_session.protocolText();
    rows.append(row(tr("Protocol"), protocol.isEmpty() ? tr("not known") : protocol));
    rows.append(
        row(tr("Server"), m_session.serverText().isEmpty() ? tr("not known") : m_session.serverText()));
    return rows;
}

} // namespace algenta::console
