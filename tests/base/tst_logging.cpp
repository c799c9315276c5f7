// SPDX-License-Identifier: Apache-2.0
#include "core/base/logging.h"

#include <QRegularExpression>
#include <QTest>

using namespace algenta::base;
using namespace Qt::Literals::StringLiterals;

class TestLogging : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void messagesAreRedacted();
    void messagesCarryNoEscapes();
    void installingTwiceDoesNotLoop();
};

void TestLogging::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    installRedactingMessageHandler();
}

void TestLogging::messagesAreRedacted()
{
    QTest::ignoreMessage(QtWarningMsg, "refused [redacted] from https://[redacted]@host");
    qWarning("refused de_live_abcdef from https://user:pass@host");
}

void TestLogging::messagesCarryNoEscapes()
{
    QTest::ignoreMessage(QtWarningMsg, "line 1\n<U+001B>[2Jline 2");
    qWarning("line 1\n\x1b[2Jline 2");
}

void TestLogging::installingTwiceDoesNotLoop()
{
    installRedactingMessageHandler();
    installRedactingMessageHandler();
    QTest::ignoreMessage(QtWarningMsg, "Bearer [redacted]");
    qWarning("Bearer abcdef");
}

QTEST_APPLESS_MAIN(TestLogging)
#include "tst_logging.moc"
