// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/drift/driftdetail.h"
#include "app/console/drift/driftlistmodel.h"
#include "app/console/drift/driftsides.h"
#include "app/console/drift/driftwatch.h"
#include "app/console/drift/snapshotkeeper.h"

#include <QObject>
#include <QStringList>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** The Drift page: what changed of an engine since its first sight, and between any two snapshots. */
class DriftViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(algenta::console::DriftListModel *list READ list CONSTANT FINAL)
    Q_PROPERTY(algenta::console::DriftDetail *detail READ detail CONSTANT FINAL)
    /** Changes of the connected engine that nobody has accepted. */
    Q_PROPERTY(int openCount READ openCount NOTIFY watchChanged FINAL)
    /** One line for every page; empty if there is nothing to say. */
    Q_PROPERTY(QString noticeText READ noticeText NOTIFY watchChanged FINAL)
    Q_PROPERTY(QString noticeDetail READ noticeDetail NOTIFY watchChanged FINAL)
    Q_PROPERTY(QString summary READ summary NOTIFY watchChanged FINAL)
    /** Wording that could be accepted in one go. */
    Q_PROPERTY(int openWording READ openWording NOTIFY watchChanged FINAL)
    /** What was trusted because it was seen first, and whether somebody confirmed it. */
    Q_PROPERTY(QString firstSightText READ firstSightText NOTIFY watchChanged FINAL)
    Q_PROPERTY(QString firstSightDetail READ firstSightDetail NOTIFY watchChanged FINAL)
    Q_PROPERTY(bool firstSightConfirmed READ isFirstSightConfirmed NOTIFY watchChanged FINAL)
    Q_PROPERTY(bool canConfirmFirstSight READ canConfirmFirstSight NOTIFY watchChanged FINAL)
    /** Why snapshots or acceptances cannot be read or written; empty if they can. */
    Q_PROPERTY(QString problem READ problem NOTIFY watchChanged FINAL)
    Q_PROPERTY(QString problemDetail READ problemDetail NOTIFY watchChanged FINAL)
    /** What the comparison that is shown leaves open. */
    Q_PROPERTY(QString openQuestions READ openQuestions NOTIFY comparisonChanged FINAL)
    Q_PROPERTY(QStringList sides READ sides NOTIFY sidesChanged FINAL)
    Q_PROPERTY(int before READ before NOTIFY sidesChanged FINAL)
    Q_PROPERTY(int after READ after NOTIFY sidesChanged FINAL)
    /** The comparison is the one that alarms: its changes can be accepted. */
    Q_PROPERTY(bool watched READ isWatched NOTIFY sidesChanged FINAL)

public:
    DriftViewModel(Session &session, LiveContract &contract, journal::JournalService &journal,
                   const QString &snapshotPath, QObject *parent = nullptr);

    [[nodiscard]] DriftListModel *list() { return &m_list; }
    [[nodiscard]] DriftDetail *detail() { return &m_detail; }
    [[nodiscard]] int openCount() const { return m_watch.openCount(); }
    [[nodiscard]] QString noticeText() const;
    [[nodiscard]] QString noticeDetail() const;
    [[nodiscard]] QString summary() const;
    [[nodiscard]] int openWording() const;
    [[nodiscard]] QString firstSightText() const;
    [[nodiscard]] QString firstSightDetail() const;
    [[nodiscard]] bool isFirstSightConfirmed() const;
    [[nodiscard]] bool canConfirmFirstSight() const;
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QString problemDetail() const;
    [[nodiscard]] QString openQuestions() const;
    [[nodiscard]] QStringList sides() const { return m_sides.labels(); }
    [[nodiscard]] int before() const { return int(m_sides.ids().indexOf(m_before)); }
    [[nodiscard]] int after() const { return int(m_sides.ids().indexOf(m_after)); }
    [[nodiscard]] bool isWatched() const;

    /** Indexes into sides(). */
    Q_INVOKABLE void setBefore(int side);
    Q_INVOKABLE void setAfter(int side);
    /** The first sight against now. */
    Q_INVOKABLE void compareWatched();
    /** Compares a file with what the engine shows now. */
    Q_INVOKABLE void openFile(const QString &path);
    Q_INVOKABLE void open(const QString &key);
    Q_INVOKABLE void close();
    /** Records the acceptance of one change; wording needs no reason. */
    Q_INVOKABLE void accept(const QString &key, const QString &reason);
    /** Records the acceptance of all wording that nobody has accepted. */
    Q_INVOKABLE void acceptWording();
    Q_INVOKABLE void confirmFirstSight(const QString &reason);
    /** The first reading; what it reads later it knows by itself. */
    void start();

Q_SIGNALS:
    void watchChanged();
    void sidesChanged();
    void comparisonChanged();

private:
    using Loaded = base::Result<contract::Snapshot>;

    [[nodiscard]] std::optional<base::Error> watchFailure() const;
    void onWatchChanged();
    void compare();
    void compareLoaded(int ticket, const Loaded &before, const Loaded &after);
    void showDrift(const contract::Drift &drift);
    void refreshDetail();
    [[nodiscard]] QString when(const QDateTime &time) const;

    Session &m_session;
    store::SnapshotService m_service;
    SnapshotKeeper m_keeper;
    DriftWatch m_watch;
    DriftSides m_sides;
    DriftListModel m_list;
    DriftDetail m_detail;
    QString m_before{DriftSides::first};
    QString m_after{DriftSides::live};
    int m_ticket = 0;
    contract::Drift m_shown;
};

} // namespace algenta::console
