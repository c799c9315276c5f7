// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/journal/journalfile.h"

#include <QDateTime>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>
#include <QUuid>
#include <QVariantList>

namespace algenta::journal::test
{

/** A clock that moves one second with each look. */
class SteppingClock final : public base::Clock
{
public:
    QDateTime now() const override { return m_start.addSecs(m_looks++); }
    std::chrono::milliseconds bootTime() const override { return std::chrono::seconds(m_looks); }

private:
    QDateTime m_start{QDate(2026, 11, 30), QTime(9, 39, 2, 123), Qt::UTC};
    mutable qint64 m_looks = 0;
};

inline base::Json details(std::initializer_list<std::pair<QString, QString>> members)
{
    base::Json object = base::Json::object();
    for (const auto &[key, value] : members)
        object.set(key, base::Json::string(value));
    return object;
}

inline Draft note(const QString &text)
{
    return {EntryKind::Note,
            QStringLiteral("op@desk"),
            QStringLiteral("https://engine.example"),
            QStringLiteral("dec_1"),
            {},
            details({{QStringLiteral("text"), text}})};
}

inline Draft ofAct(EntryKind kind, const QString &actId, const QString &outcome = {})
{
    Draft draft{
        kind,  QStringLiteral("op@desk"), QStringLiteral("https://engine.example"), QStringLiteral("dec_1"),
        actId, base::Json::object()};
    if (!outcome.isEmpty())
        draft.details.set(QString(outcomeKey), base::Json::string(outcome));
    return draft;
}

/** Another program at the same database: what somebody with the sqlite3 tool could do. */
class Intruder
{
public:
    explicit Intruder(const QString &path)
        : m_name(QUuid::createUuid().toString())
    {
        m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_name);
        m_database.setDatabaseName(path);
        if (!m_database.open())
            qFatal("cannot open the database");
        run(QStringLiteral("PRAGMA synchronous=OFF"));
    }
    ~Intruder()
    {
        m_database.close();
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(m_name);
    }
    Intruder(const Intruder &) = delete;
    Intruder &operator=(const Intruder &) = delete;

    bool run(const QString &sql, const QVariantList &values = {})
    {
        QSqlQuery query(m_database);
        query.prepare(sql);
        for (const QVariant &value : values)
            query.addBindValue(value);
        const bool done = query.exec();
        m_error = query.lastError().text();
        return done;
    }
    QVariant value(const QString &sql, const QVariantList &values = {})
    {
        QSqlQuery query(m_database);
        query.prepare(sql);
        for (const QVariant &bound : values)
            query.addBindValue(bound);
        return query.exec() && query.next() ? query.value(0) : QVariant();
    }
    /** The steps of SQLite's plan for a query, as EXPLAIN QUERY PLAN words them. */
    QStringList plan(const QString &sql, const QVariantList &values)
    {
        QSqlQuery query(m_database);
        query.prepare(QStringLiteral("EXPLAIN QUERY PLAN ") + sql);
        for (const QVariant &bound : values)
            query.addBindValue(bound);
        QStringList steps;
        for (bool more = query.exec() && query.next(); more; more = query.next())
            steps << query.value(3).toString();
        return steps;
    }
    /** Takes the triggers away, runs the statement, and puts them back as they were. */
    void tamper(const QStringList &statements, const QVariantList &values = {})
    {
        QVERIFY(run(QStringLiteral("BEGIN IMMEDIATE")));
        QStringList triggers;
        {
            QSqlQuery query(m_database);
            QVERIFY(query.exec(QStringLiteral("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")));
            QStringList names;
            while (query.next()) {
                names << query.value(0).toString();
                triggers << query.value(1).toString();
            }
            query.finish();
            for (const QString &name : std::as_const(names))
                QVERIFY(run(QStringLiteral("DROP TRIGGER ") + name));
        }
        for (const QString &statement : statements)
            QVERIFY2(run(statement, values), qPrintable(m_error));
        for (const QString &trigger : std::as_const(triggers))
            QVERIFY(run(trigger));
        QVERIFY(run(QStringLiteral("COMMIT")));
    }
    QString error() const { return m_error; }

private:
    QString m_name;
    QSqlDatabase m_database;
    QString m_error;
};

/** Every finding in one text, for the message of a failed check. */
inline QByteArray findings(const Verdict &verdict)
{
    QStringList lines;
    for (const Finding &finding : verdict.findings)
        lines << QString::number(finding.seq) + QStringLiteral(": ") + finding.what;
    if (verdict.error)
        lines << verdict.error->message;
    return lines.join(u'\n').toUtf8();
}

inline bool found(const Verdict &verdict, qint64 seq, FindingKind kind)
{
    return std::any_of(verdict.findings.cbegin(), verdict.findings.cend(),
                       [=](const Finding &finding) { return finding.seq == seq && finding.kind == kind; });
}

} // namespace algenta::journal::test
