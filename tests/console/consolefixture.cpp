// SPDX-License-Identifier: Apache-2.0
#include "tests/console/consolefixture.h"

#include "core/base/jsonwriter.h"
#include "core/engine/restapi.h"
#include "core/net/oneshotsender.h"

#include <QTest>

namespace algenta::test
{

using namespace Qt::Literals::StringLiterals;

ConsoleFixture::ConsoleFixture(const demo::DemoOptions &options)
    : demo(options)
{
    if (!demo.start())
        qFatal("demo engine: %s", demo.errorText().c_str());
}

ConsoleFixture::~ConsoleFixture()
{
    // The window lets go of the view models before they go.
    engine.reset();
    console.reset();
}

bool ConsoleFixture::show()
{
    qputenv("ALGENTA_API_KEY", QByteArray::fromStdString(demo.readingKey()));
    console::CommandLine line;
    line.engine = QString::fromStdString(demo.baseUrl());
    line.settingsPath = folder.filePath(u"settings.json"_s);
    line.journalPath = folder.filePath(u"journal/journal.db"_s);
    console = std::make_unique<console::Console>(line);
    engine = std::make_unique<QQmlApplicationEngine>();
    QObject::connect(engine.get(), &QQmlEngine::warnings, engine.get(), [this](const QList<QQmlError> &list) {
        for (const QQmlError &warning : list)
            warnings.append(warning.toString());
    });
    if (!console->show(*engine))
        return false;
    console->start();
    // The engine runs in this process, as this user: only as the program's own may it be given a key.
    const auto address = engine::parseEngineAddress(QString::fromStdString(demo.baseUrl()));
    console->session().openDemo(*address, base::Secret(QByteArrayView(demo.readingKey())),
                                QString::fromStdString(demo.operatorKey()));
    return QTest::qWaitFor([this] { return console->session().state() == u"connected"_s; }, 30'000);
}

void ConsoleFixture::goTo(const QString &place)
{
    mainWindow()->setProperty("place", place);
    QTRY_VERIFY_WITH_TIMEOUT(
        [this] {
            const QList<console::RecordListModel *> lists = console->lists();
            return std::none_of(lists.cbegin(), lists.cend(),
                                [](const auto *list) { return list->isBusy(); });
        }(),
        30'000);
}

QQuickWindow *ConsoleFixture::mainWindow() const
{
    return qobject_cast<QQuickWindow *>(engine->rootObjects().value(0));
}

QQuickWindow *ConsoleFixture::glass() const
{
    return mainWindow()->findChild<QQuickWindow *>(u"breakGlassWindow"_s);
}

QQuickItem *ConsoleFixture::item(const QString &objectName) const
{
    for (const QQuickWindow *window : {glass(), mainWindow()}) {
        if (!window || !window->isVisible())
            continue;
        QList<QQuickItem *> open{window->contentItem()};
        while (!open.isEmpty()) {
            QQuickItem *next = open.takeFirst();
            if (!next->isVisible())
                continue;
            if (next->objectName() == objectName)
                return next;
            open.append(next->childItems());
        }
    }
    return nullptr;
}

void ConsoleFixture::click(const QString &objectName) const
{
    QQuickItem *target = item(objectName);
    QVERIFY2(target, qPrintable(objectName));
    QVERIFY2(target->isEnabled(), qPrintable(objectName));
    const QPointF centre = target->mapToScene(QPointF(target->width() / 2, target->height() / 2));
    QTest::mouseClick(target->window(), Qt::LeftButton, Qt::NoModifier, centre.toPoint());
}

void ConsoleFixture::type(const QString &objectName, const QString &text) const
{
    QQuickItem *target = item(objectName);
    QVERIFY2(target, qPrintable(objectName));
    target->forceActiveFocus();
    for (const QChar letter : text)
        QTest::keyClick(target->window(), letter.toLatin1());
}

QString ConsoleFixture::blockedDecision(double confidence)
{
    demo::DecisionDraft draft;
    draft.chosenAction = "Reorder SKU 8841 from supplier B";
    draft.expectedValue = 4180.0;
    draft.confidence = confidence;
    draft.riskP5 = -310.0;
    const QString id = QString::fromStdString(demo.logDecision(draft));
    base::Json body = base::Json::object();
    body.set(u"webhook_url"_s, base::Json::string(QString::fromStdString(demo.webhookUrl("accept"))));
    net::HttpRequest request;
    request.method = "POST";
    request.url = QUrl(QString::fromStdString(demo.baseUrl()) + engine::decisionPath(id) + u"/execute"_s);
    request.headers = {{"Content-Type", "application/json"}};
    request.body = base::writeJson(body);
    net::OneShotSender sender;
    const base::Secret key(QByteArrayView(demo.agentKey()));
    auto sent = sender.send(request, &key);
    if (!QTest::qWaitFor([&sent] { return sent.isFinished(); }, 30'000))
        qFatal("the refused execution did not finish");
    return id;
}

} // namespace algenta::test
