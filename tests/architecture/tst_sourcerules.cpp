// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/sourcerules.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::architecture;

/** Rules of the project that a text search can keep. */
class TestSourceRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void repositoryKeepsTheRules();
    void eachRuleFindsItsViolation_data();
    void eachRuleFindsItsViolation();
    void everyLineRuleHasAnExample();
    void goodTextPasses_data();
    void goodTextPasses();
};

namespace
{

/** Every file of the work tree except build folders, hidden folders and installed packages. */
QStringList repositoryFiles(const QString &root)
{
    static const QRegularExpression skipped(
        uR"(^(\.git|\.cache|build|build-[^/]*)(/|$)|/node_modules/|/__pycache__/)"_s);
    static const QRegularExpression binary(uR"(\.(png|ico|gz|deb|qm|pyc)$)"_s);
    QStringList files;
    QDirIterator it(root, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next().mid(root.size() + 1);
        if (!skipped.match(path).hasMatch() && !binary.match(path).hasMatch()) {
            files += path;
        }
    }
    return files;
}

void addExamples()
{
    const QString page = u"qml/Pages/Page.qml"_s;
    const auto row = [](const char *rule, const QString &path, const QString &text) {
        QTest::addRow("%s: %s", rule, qPrintable(text.simplified()))
            << QString::fromUtf8(rule) << path << text;
    };
    row("rich text", u"qml/Controls/A.qml"_s, u"    textFormat: Text.StyledText\n"_s);
    row("rich text", page, u"textFormat: TextEdit.MarkdownText\n"_s);
    row("bare text", page, u"    Text { text: root.name; textFormat: Text.PlainText }\n"_s);
    row("bare text", page, u"    contentItem: QQC.Label {\n"_s);
    row("unstyled control", page, u"import QtQuick.Controls as QQC\n"_s);
    row("attached tool tip", page, u"    ToolTip.text: root.name\n"_s);
    row("colour literal", page, u"    color: \"#fff\"\n"_s);
    row("colour literal", page, u"    border.color: \"red\"\n"_s);
    row("colour literal", page, u"    color: Qt.rgba(0, 0, 0, 0.5)\n"_s);
    row("size literal", page, u"    font.pixelSize: 13\n"_s);
    row("size literal", page, u"    anchors.leftMargin: 8; spacing: Theme.s\n"_s);
    row("size literal", page, u"    Layout.preferredWidth: 240\n"_s);
    row("context property", u"app/console/main.cpp"_s, u"c->setContextProperty(u\"x\"_s, &x);\n"_s);
    row("nested event loop", u"core/net/a.cpp"_s, u"    QEventLoop loop;\n"_s);
    row("nested event loop", u"app/ctl/a.cpp"_s, u"    socket.waitForReadyRead(100);\n"_s);
    row("nested event loop", u"app/ctl/a.cpp"_s, u"    QCoreApplication::processEvents();\n"_s);
    row("unfinished work", u"core/mcp/a.cpp"_s, u"    return {}; // TODO errors\n"_s);
    row("permit outside break-glass", u"app/ctl/a.cpp"_s, u"class PermitIssuer\n"_s);
    row("permit outside break-glass", u"core/engine/a.h"_s, u"void f(net::OverridePermit p);\n"_s);
    row("machine path", u"README.md"_s, u"see /wor"_s + u"k/main/core\n"_s);
    row("machine path", u"core/base/a.h"_s, u"// ../share"_s + u"d/design\n"_s);
    row("no SPDX line", u"core/base/a.h"_s, u"#pragma once\n"_s);
    row("without textFormat", u"qml/Controls/A.qml"_s,
        u"Item {\n    Text {\n        text: root.name\n    }\n"
        "    Text { textFormat: Text.PlainText }\n}\n"_s);
}

} // namespace

void TestSourceRules::repositoryKeepsTheRules()
{
    const QString root = QStringLiteral(ALGENTA_SOURCE_DIR);
    const QStringList files = repositoryFiles(root);
    QVERIFY(files.contains(u"CMakeLists.txt"_s));
    QVERIFY(files.contains(u"packaging/run"_s));
    QStringList found;
    for (const QString &path : files) {
        QFile file(root + u'/' + path);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
        found += sourceViolations(path, QString::fromUtf8(file.readAll()));
    }
    // One message each: a long one would be cut.
    for (const QString &sentence : found) {
        qInfo("%s", qPrintable(sentence));
    }
    QCOMPARE(found.size(), 0);
}

void TestSourceRules::eachRuleFindsItsViolation_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    addExamples();
}

void TestSourceRules::eachRuleFindsItsViolation()
{
    QFETCH(QString, rule);
    QFETCH(QString, path);
    QFETCH(QString, text);
    const QStringList found = sourceViolations(path, text);
    QVERIFY2(found.join(u'\n').contains(rule), qPrintable(found.join(u'\n')));
}

void TestSourceRules::everyLineRuleHasAnExample()
{
    QFile file(QString(QStringLiteral(ALGENTA_SOURCE_DIR)) + u"/tests/architecture/tst_sourcerules.cpp"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    for (const LineRule &rule : lineRules()) {
        QVERIFY2(text.contains(u"row(\"%1\""_s.arg(rule.name)), qPrintable(rule.name));
    }
}

void TestSourceRules::goodTextPasses_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");

    const QString licence = u"// SPDX-License-Identifier: Apache-2.0\n"_s;
    QTest::newRow("page")
        << u"qml/Pages/Page.qml"_s
        << QString(licence +
                   u"import Algenta.Controls\nItem {\n    spacing: 0\n    Layout.preferredWidth: 13\n"
                   "    width: Theme.columnWidth\n    color: \"transparent\"\n"
                   "    PlainLabel { text: root.name }\n}\n"_s);
    QTest::newRow("control") << u"qml/Controls/PlainLabel.qml"_s
                             << QString(licence + u"Text {\n    textFormat: Text.PlainText\n}\n"_s);
    QTest::newRow("comment") << u"core/net/a.cpp"_s << QString(licence + u"// never a QEventLoop here\n"_s);
    QTest::newRow("break-glass") << u"core/breakglass/a.cpp"_s
                                 << QString(licence + u"net::OverridePermit p;\n"_s);
    QTest::newRow("waiting in a test") << u"tests/net/a.cpp"_s << QString(licence + u"QEventLoop loop;\n"_s);
}

void TestSourceRules::goodTextPasses()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    QCOMPARE(sourceViolations(path, text), QStringList());
}

QTEST_GUILESS_MAIN(TestSourceRules)
#include "tst_sourcerules.moc"
