// SPDX-License-Identifier: Apache-2.0
#include "app/console/session/consolesettings.h"

#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::console::ConsoleSettings;

class TestConsoleSettings : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QByteArray written(const QString &name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void choicesAreWrittenAtOnce()
    {
        ConsoleSettings settings(m_folder.filePath(u"choice.json"_s));
        settings.setProfile(u"govern"_s);
        QVERIFY(written(u"choice.json"_s).contains("govern"));
    }

    Q_SLOT void draggingWritesOnceItIsOver()
    {
        ConsoleSettings settings(m_folder.filePath(u"drag.json"_s));
        QSignalSpy changes(&settings, &ConsoleSettings::changed);
        for (int width = 100; width < 400; ++width) {
            settings.setColumnWidth(u"blocked"_s, u"action"_s, width);
            settings.setPaneWidth(u"blocked"_s, width);
        }
        QVERIFY(written(u"drag.json"_s).isEmpty());
        QCOMPARE(changes.count(), 0);
        QCOMPARE(settings.columnWidths(u"blocked"_s).value(u"action"_s).toInt(), 399);
        QTRY_COMPARE(changes.count(), 1);
        const ConsoleSettings again(m_folder.filePath(u"drag.json"_s));
        QCOMPARE(again.columnWidths(u"blocked"_s).value(u"action"_s).toInt(), 399);
        QCOMPARE(again.paneWidth(u"blocked"_s), 399.0);
    }

    Q_SLOT void theEndOfTheProgramWritesWhatWaits()
    {
        {
            ConsoleSettings settings(m_folder.filePath(u"end.json"_s));
            settings.setColumnWidth(u"tools"_s, u"name"_s, 222);
        }
        const ConsoleSettings again(m_folder.filePath(u"end.json"_s));
        QCOMPARE(again.columnWidths(u"tools"_s).value(u"name"_s).toInt(), 222);
    }

    Q_SLOT void aChoiceWritesTheWidthsToo()
    {
        ConsoleSettings settings(m_folder.filePath(u"both.json"_s));
        settings.setColumnWidth(u"tools"_s, u"name"_s, 333);
        settings.setLocalTime(true);
        QVERIFY(written(u"both.json"_s).contains("333"));
    }
};

QTEST_GUILESS_MAIN(TestConsoleSettings)
#include "tst_consolesettings.moc"
