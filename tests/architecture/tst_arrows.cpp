// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/includes.h"
#include "tests/architecture/linktable.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::architecture;

namespace
{

QString read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/** One message for each sentence: a long one would be cut. */
void expectNone(const QStringList &found)
{
    for (const QString &sentence : found) {
        qInfo("%s", qPrintable(sentence));
    }
    QCOMPARE(found.size(), 0);
}

Target target(const QString &folder, const QStringList &links)
{
    return {folder, QString(folder).replace(u'/', u'_'), u"STATIC_LIBRARY"_s, u"-"_s, links};
}

} // namespace

/** The arrows of the design, checked on what the build links and on what the sources include. */
class TestArrows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void buildLinksOnlyAlongTheArrows();
    void everyPartIsInTheBuild_data();
    void everyPartIsInTheBuild();
    void sourcesIncludeOnlyAlongTheArrows();
    void checkerFindsForbiddenLink_data();
    void checkerFindsForbiddenLink();
    void checkerAcceptsTheDesign();
    void checkerFindsForbiddenInclude_data();
    void checkerFindsForbiddenInclude();
};

void TestArrows::buildLinksOnlyAlongTheArrows()
{
    const LinkTable table = parseLinkTable(read(QStringLiteral(ALGENTA_LINK_TABLE)));
    QVERIFY2(!table.isEmpty(), "the link table was not generated");
    expectNone(violations(table, allowedArrows()));
}

void TestArrows::everyPartIsInTheBuild_data()
{
    QTest::addColumn<QString>("part");
    const QStringList parts = allowedArrows().keys();
    for (const QString &part : parts) {
        QTest::newRow(qPrintable(part)) << part;
    }
}

void TestArrows::everyPartIsInTheBuild()
{
    QFETCH(QString, part);
    const LinkTable table = parseLinkTable(read(QStringLiteral(ALGENTA_LINK_TABLE)));
    const bool present = std::any_of(table.begin(), table.end(),
                                     [&](const Target &entry) { return partOf(entry.folder) == part; });
    QVERIFY2(present, qPrintable(part + u" has no target: its arrows were not checked"_s));
}

void TestArrows::sourcesIncludeOnlyAlongTheArrows()
{
    const QString root = QStringLiteral(ALGENTA_SOURCE_DIR);
    QStringList found;
    int files = 0;
    for (const QString &top : {u"core"_s, u"app"_s, u"qml"_s}) {
        QDirIterator it(root + u'/' + top, {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            found += includeViolations(path.mid(root.size() + 1), read(path), allowedArrows());
            ++files;
        }
    }
    QVERIFY2(files > 0, "no source file was found");
    expectNone(found);
}

void TestArrows::checkerFindsForbiddenLink_data()
{
    QTest::addColumn<LinkTable>("table");
    QTest::addColumn<QString>("expected");

    QTest::newRow("upwards") << LinkTable{target(u"core/base"_s, {u"core_net"_s}), target(u"core/net"_s, {})}
                             << u"core/base (core_base) links core/net"_s;
    QTest::newRow("sideways") << LinkTable{target(u"core/journal"_s, {u"core_mcp"_s}),
                                           target(u"core/mcp"_s, {})}
                              << u"core/journal (core_journal) links core/mcp"_s;
    QTest::newRow("break-glass behind an allowed link")
        << LinkTable{target(u"app/ctl"_s, {u"core_engine"_s}),
                     target(u"core/engine"_s, {u"core_breakglass"_s}), target(u"core/breakglass"_s, {})}
        << u"app/ctl (app_ctl) reaches core/breakglass"_s;
    QTest::newRow("demo engine uses the client's own code")
        << LinkTable{target(u"app/demo_engine"_s, {u"core_base"_s}), target(u"core/base"_s, {})}
        << u"app/demo_engine (app_demo_engine) links core/base"_s;
    QTest::newRow("graphics in core")
        << LinkTable{target(u"core/base"_s, {u"Qt6::Gui"_s})} << u"core/base (core_base) links Qt6::Gui"_s;
    QTest::newRow("graphics behind an import")
        << LinkTable{target(u"core/base"_s, {u"Qt6::Svg"_s}),
                     Target{u"-"_s, u"Qt6::Svg"_s, u"SHARED_LIBRARY"_s, u"-"_s, {u"Qt6::Gui"_s}}}
        << u"core/base (core_base) reaches Qt6::Gui"_s;
    QTest::newRow("unknown part") << LinkTable{target(u"core/shortcut"_s, {})}
                                  << u"core/shortcut (core_shortcut) is not a part"_s;
    QTest::newRow("unreadable line") << parseLinkTable(u"core/base\tx\n"_s)
                                     << u"a line of the link table cannot be read"_s;
}

void TestArrows::checkerFindsForbiddenLink()
{
    QFETCH(LinkTable, table);
    QFETCH(QString, expected);
    const QStringList found = violations(table, allowedArrows());
    const bool reported = std::any_of(found.begin(), found.end(),
                                      [&](const QString &sentence) { return sentence.startsWith(expected); });
    QVERIFY2(reported, qPrintable(found.join(u'\n')));
}

void TestArrows::checkerAcceptsTheDesign()
{
    const LinkTable table{target(u"core/base"_s, {u"Qt6::Core"_s}),
                          target(u"core/net"_s, {u"core_base"_s}),
                          target(u"core/mcp"_s, {u"core_net"_s}),
                          target(u"core/engine"_s, {u"core_mcp"_s}),
                          target(u"core/journal"_s, {u"core_base"_s}),
                          target(u"core/breakglass"_s, {u"core_engine"_s, u"core_journal"_s}),
                          target(u"app/ctl"_s, {u"core_engine"_s, u"core_journal"_s}),
                          target(u"app/console"_s, {u"core_breakglass"_s, u"Qt6::Quick"_s})};
    QCOMPARE(violations(table, allowedArrows()), QStringList());
}

void TestArrows::checkerFindsForbiddenInclude_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("count");

    QTest::newRow("ctl reaches for break-glass")
        << u"app/ctl/main.cpp"_s << u"#include \"core/breakglass/arming.h\"\n"_s << 1;
    QTest::newRow("angle brackets do not hide it")
        << u"app/ctl/main.cpp"_s << u"  # include <core/breakglass/arming.h>\n"_s << 1;
    QTest::newRow("a path through the parent")
        << u"app/ctl/main.cpp"_s << u"#include \"../../core/breakglass/arming.h\"\n"_s << 1;
    QTest::newRow("core reaches for an app")
        << u"core/base/x.cpp"_s << u"#include \"app/ctl/main.h\"\n"_s << 1;
    QTest::newRow("core reaches for graphics")
        << u"core/base/x.cpp"_s << u"#include <QGuiApplication>\n"_s << 1;
    QTest::newRow("the product reaches for a test")
        << u"core/net/x.cpp"_s << u"#include \"tests/net/rawserver.h\"\n"_s << 1;
    QTest::newRow("allowed") << u"core/engine/x.cpp"_s
                             << u"#include \"core/engine/x.h\"\n#include \"core/mcp/y.h\"\n"_s << 0;
}

void TestArrows::checkerFindsForbiddenInclude()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    QFETCH(int, count);
    QCOMPARE(includeViolations(path, text, allowedArrows()).size(), count);
}

QTEST_GUILESS_MAIN(TestArrows)
#include "tst_arrows.moc"
