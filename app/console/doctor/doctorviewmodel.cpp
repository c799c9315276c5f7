// SPDX-License-Identifier: Apache-2.0
#include "app/console/doctor/doctorviewmodel.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"
#include "core/engine/doctorreport.h"

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using engine::DoctorStep;
using engine::StepState;

namespace
{

struct Looks {
    QString word;
    QString kind;
    QString sign;
};

Looks looksOf(StepState state)
{
    switch (state) {
    case StepState::Waiting:
        return {DoctorViewModel::tr("waiting"), u"neutral"_s, u"circle"_s};
    case StepState::Running:
        return {DoctorViewModel::tr("running"), u"accent"_s, u"clock"_s};
    case StepState::Done:
        return {DoctorViewModel::tr("done"), u"ok"_s, u"check"_s};
    case StepState::Skipped:
        return {DoctorViewModel::tr("skipped"), u"neutral"_s, u"minus"_s};
    case StepState::Failed:
        return {DoctorViewModel::tr("failed"), u"failed"_s, u"cross"_s};
    }
    Q_UNREACHABLE();
}

} // namespace

DoctorViewModel::DoctorViewModel(Session &session, const base::Clock &clock, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_clock(clock)
{
    connect(&m_session, &Session::changed, this, &DoctorViewModel::addressChanged);
    // The look holds a copy of the old connection's key.
    connect(&m_session, &Session::connectionReplaced, this, &DoctorViewModel::cancel);
}

DoctorViewModel::~DoctorViewModel() = default;

QString DoctorViewModel::address() const
{
    return m_typed.isEmpty() ? m_session.restRoot() : m_typed;
}

void DoctorViewModel::setAddress(const QString &address)
{
    const QString typed = address == m_session.restRoot() ? QString() : address;
    if (typed == m_typed)
        return;
    m_typed = typed;
    Q_EMIT addressChanged();
}

QString DoctorViewModel::addressError() const
{
    if (m_typed.isEmpty())
        return {};
    const auto parsed = engine::parseEngineAddress(m_typed);
    return parsed ? QString() : base::visibleText(parsed.error().message + u' ' + parsed.error().remedy);
}

bool DoctorViewModel::isConnectionsOwn(const engine::EngineAddress &address) const
{
    const engine::EngineConnection *connection = m_session.connection();
    return connection && connection->address().restRoot == address.restRoot;
}

QString DoctorViewModel::basis() const
{
    const auto parsed = engine::parseEngineAddress(address());
    if (!parsed)
        return {};
    if (!isConnectionsOwn(*parsed))
        return tr(
            "Not the address of the connection: no key is sent there, and the system's authorities decide "
            "on its certificate.");
    if (!m_session.hasKey())
        return tr("The address of the connection, which has no reading key.");
    return tr("The address of the connection, with its reading key %1, which is sent only once the "
              "connection is "
              "known to be safe.")
        .arg(QString::fromLatin1(m_session.connection()->keyFingerprint()));
}

QString DoctorViewModel::state() const
{
    if (m_doctor)
        return u"running"_s;
    if (m_steps.isEmpty())
        return u"none"_s;
    if (m_cancelled)
        return u"ended"_s;
    return m_good ? u"good"_s : u"failed"_s;
}

int DoctorViewModel::count(StepState state) const
{
    return int(std::count_if(m_steps.cbegin(), m_steps.cend(),
                             [state](const DoctorStep &step) { return step.state == state; }));
}

QString DoctorViewModel::summary() const
{
    const QString now = state();
    if (now == "none"_L1)
        return {};
    if (now == "running"_L1) {
        const auto step = std::find_if(m_steps.cbegin(), m_steps.cend(), [](const DoctorStep &candidate) {
            return candidate.state == StepState::Running;
        });
        return step == m_steps.cend() ? tr("Looking…") : tr("Looking: %1…").arg(step->title);
    }
    if (now == "ended"_L1)
        return tr("Ended before it was done: nothing follows from the steps that were skipped.");
    if (now == "failed"_L1)
        return tr("%n step(s) failed. What to do stands below each.", "", count(StepState::Failed));
    return tr("All good: %1 of %2 steps done, none failed.").arg(count(StepState::Done)).arg(m_steps.size());
}

QString DoctorViewModel::subject() const
{
    if (m_steps.isEmpty())
        return {};
    base::Timestamp time;
    time.instant = m_startedAt;
    return tr("%1, looked at %2").arg(m_origin, m_session.formatted(time));
}

QVariantList DoctorViewModel::steps() const
{
    QVariantList list;
    for (const DoctorStep &step : m_steps) {
        const Looks looks = looksOf(step.state);
        list.append(QVariantMap{
            {u"title"_s, step.title},
            {u"state"_s, looks.word},
            {u"kind"_s, looks.kind},
            {u"sign"_s, looks.sign},
            {u"finding"_s, base::visibleText(step.finding)},
            {u"remedy"_s, base::visibleText(step.remedy)},
            {u"details"_s, base::visibleText(step.details.join(u'\n'), base::LineBreaks::Keep)},
        });
    }
    return list;
}

void DoctorViewModel::start()
{
    const auto parsed = engine::parseEngineAddress(address());
    if (m_doctor || !parsed)
        return;
    m_doctor = isConnectionsOwn(*parsed)
                   ? m_session.connection()->doctor(m_clock)
                   : std::make_unique<engine::Doctor>(*parsed, base::Secret(), net::Link(), &m_clock);
    m_origin = parsed->origin();
    m_startedAt = m_clock.now();
    m_good = false;
    m_cancelled = false;
    connect(m_doctor.get(), &engine::Doctor::changed, this, &DoctorViewModel::takeSteps);
    connect(m_doctor.get(), &engine::Doctor::finished, this, &DoctorViewModel::finish);
    m_doctor->start();
}

void DoctorViewModel::checkConnection()
{
    setAddress({});
    start();
}

void DoctorViewModel::cancel()
{
    if (!m_doctor)
        return;
    m_cancelled = true;
    m_doctor->cancel();
}

void DoctorViewModel::takeSteps()
{
    m_steps = m_doctor->steps();
    Q_EMIT changed();
}

void DoctorViewModel::finish()
{
    m_good = m_doctor->allGood() && !m_cancelled;
    m_steps = m_doctor->steps();
    // It is the one that calls; the key that it holds goes with it.
    m_doctor.release()->deleteLater();
    Q_EMIT changed();
}

QString DoctorViewModel::asText() const
{
    return engine::doctorLines(m_steps).join(u'\n') + u'\n';
}

QString DoctorViewModel::asJson() const
{
    return QString::fromUtf8(
        base::writeJson(engine::doctorReport(m_origin, m_good, m_steps), base::JsonLayout::Indented));
}

} // namespace algenta::console
