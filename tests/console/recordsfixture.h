// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/models/recordlistmodel.h"
#include "app/console/session/session.h"
#include "tests/breakglass/actfixture.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

namespace algenta::test
{

/** A session of the console on the demo engine and the journal of an ActFixture. */
class RecordsFixture : public ActFixture
{
public:
    explicit RecordsFixture(const demo::DemoOptions &options = {})
        : ActFixture(options)
        , settings(folder.filePath(QStringLiteral("settings.json")))
        , session(settings)
    {
    }

    void connectSession()
    {
        session.open(*engine::parseEngineAddress(QString::fromStdString(demo.baseUrl())),
                     base::Secret(QByteArrayView(demo.readingKey())));
    }
    /** Sends one blocked decision through break-glass to the accepting webhook; returns its id. */
    QString override(double confidence = 0.41)
    {
        const QString id = log(confidence);
        const auto own = act(breakglass::subjectOf(blockedBy(id)));
        open(*own);
        confirm(*own);
        return id;
    }
    /** Writes into the journal past the program, as an intruder would; the hashes stay as they were. */
    void changeEntry(int seq, const QString &from, const QString &to) const
    {
        {
            QSqlDatabase database =
                QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("intruder"));
            database.setDatabaseName(journal.path());
            QVERIFY(database.open());
            QSqlQuery query(database);
            QStringList triggers;
            QVERIFY(query.exec(QStringLiteral("SELECT name FROM sqlite_master WHERE type='trigger'")));
            while (query.next())
                triggers.append(query.value(0).toString());
            for (const QString &trigger : triggers)
                QVERIFY(query.exec(QStringLiteral("DROP TRIGGER %1").arg(trigger)));
            query.prepare(QStringLiteral("UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), ?, ?) "
                                         "AS BLOB) WHERE seq = ?"));
            for (const QVariant &value : {QVariant(from), QVariant(to), QVariant(seq)})
                query.addBindValue(value);
            QVERIFY(query.exec());
            database.close();
        }
        QSqlDatabase::removeDatabase(QStringLiteral("intruder"));
    }
    static bool isSettled(const console::RecordListModel &list)
    {
        return !list.isBusy() && list.status() != QLatin1StringView("loading");
    }
    static QVariant at(const console::RecordListModel &list, int row, const char *role)
    {
        return list.data(list.index(row), list.roleNames().key(role, -1));
    }
    /** First row whose role has the value, or -1. */
    static int rowWith(const console::RecordListModel &list, const char *role, const QString &value)
    {
        for (int row = 0; row < list.rowCount(); ++row) {
            if (at(list, row, role).toString() == value)
                return row;
        }
        return -1;
    }
    /** The row of a KeyValueGrid with that label. */
    static QVariantMap gridRow(const QVariantList &rows, const QString &label)
    {
        for (const QVariant &row : rows) {
            if (row.toMap().value(QStringLiteral("label")).toString() == label)
                return row.toMap();
        }
        return {};
    }

    console::ConsoleSettings settings;
    console::Session session;
};

} // namespace algenta::test
