// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlError>
#include <QStringList>
#include <QTimer>

#include <functional>

class QQmlApplicationEngine;
class QQuickWindow;

namespace algenta::console
{

class RecordListModel;
class Session;

/**
 * `--self-test`: shows every page against the demo engine and ends the program with 0 only if each
 * came up, each list was read without failure, and QML printed no warning.
 */
class SelfTest : public QObject
{
    Q_OBJECT

public:
    /** @p screenshotFolder may be empty. Must exist before the engine loads, or it misses warnings. */
    SelfTest(QQmlApplicationEngine &engine, Session &session, QString screenshotFolder,
             QObject *parent = nullptr);
    /** Lists that must have been read before a page counts as shown. */
    void watch(const QList<RecordListModel *> &lists);
    /** What else must have come to its end before a page counts as shown. */
    void waitFor(std::function<bool()> isBusy);
    void start();

Q_SIGNALS:
    void finished(int exitCode);

private:
    void step();
    void showNextPlace();
    /** Shows the page of m_place, and its tab. */
    void showPlace();
    [[nodiscard]] bool pageIsSettled() const;
    void openChange();
    void takePicture();
    void finish(const QString &problem);

    QQmlApplicationEngine &m_engine;
    Session &m_session;
    QString m_screenshotFolder;
    QList<RecordListModel *> m_lists;
    std::function<bool()> m_isBusy = [] { return false; };
    QStringList m_warnings;
    QStringList m_places;
    QString m_place;
    QTimer m_timer;
    QTimer m_patience;
    int m_quietSteps = 0;
    bool m_finished = false;
    bool m_lookingAgain = false;
    bool m_changeOpened = false;
};

} // namespace algenta::console
