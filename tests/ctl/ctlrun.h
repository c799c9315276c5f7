// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTest>

#include <string>

namespace algenta::ctl::test
{

/** How one run of the real program ended. */
struct CtlRun {
    int code = -1; ///< -1: it did not end, or crashed
    QByteArray out;
    QByteArray err;

    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
    [[nodiscard]] QString errorCode() const
    {
        return json()[QLatin1String("error")].toObject()[QLatin1String("code")].toString();
    }
    /** For a failure message. */
    [[nodiscard]] QByteArray all() const
    {
        return "exit " + QByteArray::number(code) + "\n" + out + "\n" + err;
    }
};

/** Runs algentactl while this thread's event loop goes on, so that a server here can answer. */
inline CtlRun runCtl(const QStringList &words, const std::string &key = {}, const QByteArray &input = {},
                     const QList<std::pair<QString, QString>> &variables = {})
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name :
         {"ALGENTA_BASE_URL", "DE_BASE_URL", "ALGENTA_API_URL", "ALGENTA_API_KEY", "DE_API_KEY"})
        environment.remove(QString::fromLatin1(name));
    if (!key.empty())
        environment.insert(QStringLiteral("ALGENTA_API_KEY"), QString::fromStdString(key));
    for (const auto &[name, value] : variables)
        environment.insert(name, value);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(ALGENTACTL_PROGRAM), words);
    process.write(input);
    process.closeWriteChannel();
    CtlRun run;
    if (!QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, 90'000)) {
        process.kill();
        process.waitForFinished();
        return run;
    }
    if (process.exitStatus() == QProcess::NormalExit && process.error() == QProcess::UnknownError)
        run.code = process.exitCode();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

inline QStringList names(const QJsonArray &items, const QString &member)
{
    QStringList list;
    for (const QJsonValue &item : items)
        list.append(item.toObject()[member].toString());
    return list;
}

/** Compares an exit code and shows everything that the program said if it differs. */
#define COMPARE_CODE(run, expected)                                                                          \
    do {                                                                                                     \
        const algenta::ctl::test::CtlRun &ended = (run);                                                     \
        QVERIFY2(ended.code == (expected), ended.all().left(4000).constData());                              \
    } while (false)

} // namespace algenta::ctl::test
