// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/selftest.h"

#include "app/console/models/recordlistmodel.h"
#include "app/console/session/session.h"

#include <QDir>
#include <QImage>
#include <QQmlApplicationEngine>
#include <QQuickItem>
#include <QQuickWindow>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace
{

/** Pages are made by loaders, so that the window's object tree does not reach into them. */
QQuickItem *shownItem(QQuickItem *root, const QString &objectName)
{
    QList<QQuickItem *> open{root};
    while (!open.isEmpty()) {
        QQuickItem *next = open.takeFirst();
        if (!next->isVisible())
            continue;
        if (next->objectName() == objectName)
            return next;
        open.append(next->childItems());
    }
    return nullptr;
}

} // namespace

SelfTest::SelfTest(QQmlApplicationEngine &engine, Session &session, QString screenshotFolder, QObject *parent)
    : QObject(parent)
    , m_engine(engine)
    , m_session(session)
    , m_screenshotFolder(std::move(screenshotFolder))
    // A number after the slash is a tab of the page.
    , m_places{u"overview"_s, u"blocked"_s,    u"decisions"_s,  u"receipts"_s,    u"tools"_s,
               u"contract"_s, u"contract/1"_s, u"contract/2"_s, u"contract/3"_s,  u"policy"_s,
               u"policy/1"_s, u"liaison"_s,    u"journal"_s,    u"connections"_s, u"settings"_s,
               u"doctor"_s,   u"drift"_s}
{
    connect(&engine, &QQmlEngine::warnings, this, [this](const QList<QQmlError> &warnings) {
        for (const QQmlError &warning : warnings)
            m_warnings.append(warning.toString());
    });
    m_timer.setInterval(100ms);
    connect(&m_timer, &QTimer::timeout, this, &SelfTest::step);
    m_patience.setSingleShot(true);
    m_patience.setInterval(60s);
    connect(&m_patience, &QTimer::timeout, this,
            [this] { finish(u"not done after 60 seconds, at page “%1”"_s.arg(m_place)); });
}

void SelfTest::watch(const QList<RecordListModel *> &lists)
{
    m_lists = lists;
}

void SelfTest::waitFor(std::function<bool()> isBusy)
{
    m_isBusy = std::move(isBusy);
}

void SelfTest::start()
{
    m_patience.start();
    m_timer.start();
}

void SelfTest::step()
{
    if (m_engine.rootObjects().isEmpty()) {
        finish(u"the window could not be made"_s);
        return;
    }
    if (m_session.state() == "failed"_L1) {
        finish(u"the demo engine cannot be reached: "_s + m_session.failedWhy());
        return;
    }
    if (m_session.state() != "connected"_L1)
        return;
    // A few quiet looks in a row: bindings and delegates have then been made and drawn.
    if (!m_place.isEmpty() && (!pageIsSettled() || ++m_quietSteps < 3))
        return;
    if (m_place == "drift"_L1 && !m_changeOpened) {
        openChange();
        return;
    }
    if (!m_place.isEmpty())
        takePicture();
    showNextPlace();
}

void SelfTest::showNextPlace()
{
    if (m_places.isEmpty()) {
        for (const RecordListModel *list : std::as_const(m_lists)) {
            if (list->status() == "failed"_L1 || list->status() == "loading"_L1)
                m_warnings.append(u"a list could not be read: "_s + list->failedWhy());
        }
        finish({});
        return;
    }
    m_place = m_places.takeFirst();
    m_quietSteps = 0;
    showPlace();
    // The demo engine of a self-test advertises other tools from the second look on; this page shows them.
    if (m_place == "drift"_L1) {
        m_lookingAgain = true;
        connect(&m_session, &Session::probed, this, [this] { m_lookingAgain = false; });
        m_session.probe();
    }
}

void SelfTest::showPlace()
{
    auto *window = qobject_cast<QQuickWindow *>(m_engine.rootObjects().constFirst());
    if (!window)
        return;
    window->setProperty("place", m_place.section(u'/', 0, 0));
    const QString tab = m_place.section(u'/', 1);
    if (tab.isEmpty())
        return;
    const QList<QQuickItem *> items = window->findChildren<QQuickItem *>();
    for (QQuickItem *item : items) {
        if (item->isVisible() && item->property("tab").isValid())
            item->setProperty("tab", tab.toInt());
    }
}

/** The drawer of a change lays two texts over each other: one must have been drawn. */
void SelfTest::openChange()
{
    auto *window = qobject_cast<QQuickWindow *>(m_engine.rootObjects().constFirst());
    QQuickItem *table = window ? shownItem(window->contentItem(), u"driftTable"_s) : nullptr;
    const int rows = table ? table->property("count").toInt() : 0;
    m_changeOpened = true;
    m_quietSteps = 0;
    if (rows > 0)
        table->setProperty("currentRow", rows - 1);
}

bool SelfTest::pageIsSettled() const
{
    return !m_lookingAgain && !m_isBusy() &&
           std::none_of(m_lists.cbegin(), m_lists.cend(),
                        [](const RecordListModel *list) { return list->isBusy(); });
}

void SelfTest::takePicture()
{
    if (m_screenshotFolder.isEmpty())
        return;
    auto *window = qobject_cast<QQuickWindow *>(m_engine.rootObjects().constFirst());
    const QString path = QDir(m_screenshotFolder).filePath(QString(m_place).replace(u'/', u'-') + u".png"_s);
    if (!window || !window->grabWindow().save(path))
        m_warnings.append(u"the picture %1 could not be written"_s.arg(path));
}

void SelfTest::finish(const QString &problem)
{
    if (std::exchange(m_finished, true))
        return;
    m_timer.stop();
    m_patience.stop();
    for (const QString &warning : std::as_const(m_warnings))
        std::fprintf(stderr, "self-test: %s\n", qUtf8Printable(warning));
    if (!problem.isEmpty())
        std::fprintf(stderr, "self-test: %s\n", qUtf8Printable(problem));
    const bool good = problem.isEmpty() && m_warnings.isEmpty();
    std::fprintf(stderr, "self-test: %s\n", good ? "passed" : "failed");
    Q_EMIT finished(good ? 0 : 1);
}

} // namespace algenta::console
