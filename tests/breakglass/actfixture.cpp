// SPDX-License-Identifier: Apache-2.0
#include "tests/breakglass/actfixture.h"

#include "core/base/jsonwriter.h"

#include <QHash>
#include <QTest>

namespace algenta::test
{

using namespace Qt::Literals::StringLiterals;
using breakglass::Act;
using breakglass::ActState;

namespace
{

template<typename T>
T waited(QFuture<T> future)
{
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 30'000))
        qFatal("a future did not finish");
    return future.result();
}

bool isEnd(ActState state)
{
    return state == ActState::Receipt || state == ActState::StillBlocked || state == ActState::Failed ||
           state == ActState::Unknown || state == ActState::NotRecorded || state == ActState::Changed ||
           state == ActState::ReadFailed || state == ActState::Ready;
}

} // namespace

ActFixture::ActFixture(const demo::DemoOptions &options)
    : demo(options)
    , journal(folder.filePath(u"journal/journal.db"_s), clock)
{
    if (!demo.start())
        qFatal("demo engine: %s", demo.errorText().c_str());
    const auto address = engine::parseEngineAddress(QString::fromStdString(demo.baseUrl()));
    const auto head = waited(journal.start());
    if (!address || !head)
        qFatal("fixture: %s", qPrintable(address ? head.error().message : address.error().message));
    connection =
        std::make_unique<engine::EngineConnection>(*address, base::Secret(QByteArrayView(demo.readingKey())));
}

ActFixture::~ActFixture()
{
    const QStringList stray = strayRequests();
    if (!stray.isEmpty())
        QTest::qFail(qPrintable(stray.join(u'\n')), __FILE__, __LINE__);
}

QStringList ActFixture::strayRequests()
{
    QStringList stray;
    QHash<QString, int> seen;
    for (const demo::RecordedRequest &request : demo.overrideRequests())
        ++seen[QString::fromStdString(request.path + ' ' + request.body)];
    QHash<QString, QString> outcomes;
    for (const journal::Entry &entry : entries({journal::EntryKind::Outcome})) {
        const base::Json &details = entry.draft.details;
        outcomes.insert(entry.draft.actId,
                        details[u"sent"].toBool() ? details[u"outcome"].toString() : u"unsent"_s);
    }
    const QList<journal::Entry> intents = entries({journal::EntryKind::Intent});
    // Two acts on one decision may send the same bytes: first those that certainly sent take theirs.
    for (const bool certain : {true, false}) {
        for (const journal::Entry &entry : intents) {
            const QString outcome = outcomes.value(entry.draft.actId, u"unknown"_s);
            if (outcome == u"unsent" || certain != (outcome != u"unknown"))
                continue;
            const base::Json &request = entry.draft.details[u"request"];
            int &left = seen[QUrl(request[u"url"].toString()).path() + u' ' +
                             QString::fromUtf8(journal::evidenceBytes(request[u"body"]).value_or("?"))];
            if (left > 0)
                --left;
            else if (certain)
                stray.append(u"intent %1 (%2) has no request of its own"_s.arg(entry.seq).arg(outcome));
        }
    }
    for (auto it = seen.cbegin(); it != seen.cend(); ++it) {
        if (it.value() != 0)
            stray.append(u"%1 more than the journal has intents for: %2"_s.arg(it.value()).arg(it.key()));
    }
    return stray;
}

QString ActFixture::log(double confidence, double riskP5)
{
    demo::DecisionDraft draft;
    draft.chosenAction = "Reorder SKU 8841 from supplier B";
    draft.expectedValue = 4180.0;
    draft.confidence = confidence;
    draft.riskP5 = riskP5;
    return QString::fromStdString(demo.logDecision(draft));
}

QString ActFixture::executePath(const QString &decisionId) const
{
    return engine::decisionPath(decisionId) + u"/execute"_s;
}

engine::BlockedExecution ActFixture::blockedBy(const QString &decisionId, const QString &webhook)
{
    base::Json body = base::Json::object();
    body.set(u"webhook_url"_s,
             base::Json::string(QString::fromStdString(demo.webhookUrl(webhook.toStdString()))));
    net::HttpRequest request;
    request.method = "POST";
    request.url = QUrl(QString::fromStdString(demo.baseUrl()) + executePath(decisionId));
    request.headers = {{"Content-Type", "application/json"}};
    request.body = base::writeJson(body);
    net::OneShotSender sender;
    const base::Secret key(QByteArrayView(demo.agentKey()));
    waited(sender.send(request, &key));

    engine::AuditQuery query;
    query.action = u"decision.execute"_s;
    query.result = u"blocked"_s;
    const auto page = waited(connection->rest().auditLogs(query));
    if (!page)
        return {};
    for (const engine::AuditEntry &entry : page->items) {
        const auto blocked = engine::blockedFromAudit(engine::embeddedBlockedRules(), entry);
        if (blocked && blocked->decisionId == decisionId)
            return *blocked;
    }
    return {};
}

void ActFixture::deliver(const QString &decisionId)
{
    blockedBy(decisionId);
}

std::unique_ptr<Act> ActFixture::act(const breakglass::ActSubject &subject)
{
    return std::make_unique<Act>(ports(), subject);
}

breakglass::ActPorts ActFixture::ports()
{
    return {connection->rest(), journal, clock, u"tester@host"_s, true};
}

void ActFixture::open(Act &act)
{
    act.read();
    QTRY_VERIFY_WITH_TIMEOUT(act.state() != ActState::Reading, 30'000);
    if (act.state() == ActState::NotEnrolled) {
        act.enrol();
        QTRY_VERIFY_WITH_TIMEOUT(act.state() != ActState::NotEnrolled && act.state() != ActState::Reading,
                                 30'000);
    }
    if (act.state() == ActState::HostNotAllowed) {
        act.allowHost(u"The receiver of this test."_s);
        QTRY_VERIFY_WITH_TIMEOUT(act.state() != ActState::HostNotAllowed && act.state() != ActState::Reading,
                                 30'000);
    }
}

base::Secret ActFixture::operatorKey() const
{
    return base::Secret(QByteArrayView(demo.operatorKey()));
}

breakglass::ArmRequest ActFixture::armRequest(const Act &act)
{
    breakglass::ArmRequest request;
    request.reason = u"Supplier B confirmed stock by phone."_s;
    request.category = act.isDrill() ? breakglass::ActCategory::Drill : breakglass::ActCategory::Commitment;
    request.ticket = u"OPS-4471"_s;
    return request;
}

void ActFixture::arm(Act &act)
{
    act.arm(armRequest(act), operatorKey());
    QTRY_VERIFY_WITH_TIMEOUT(act.state() != ActState::Arming && act.state() != ActState::ArmRecording,
                             30'000);
}

void ActFixture::confirm(Act &act)
{
    if (act.state() == ActState::Ready)
        arm(act);
    if (act.state() != ActState::Armed)
        return;
    act.confirm(act.radius()->webhook.host);
    QTRY_VERIFY_WITH_TIMEOUT(isEnd(act.state()) || act.error().has_value(), 90'000);
}

QList<journal::Entry> ActFixture::entries(QList<journal::EntryKind> kinds)
{
    journal::EntryFilter filter;
    filter.kinds = std::move(kinds);
    auto page = waited(journal.page(filter, 0, 1000));
    QList<journal::Entry> list = page ? *page : QList<journal::Entry>();
    std::reverse(list.begin(), list.end());
    return list;
}

} // namespace algenta::test
