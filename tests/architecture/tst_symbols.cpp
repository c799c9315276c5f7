// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/linktable.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::architecture;

namespace
{

/** Mangled names of OverridePermit's constructors, the move constructor left out. */
const QRegularExpression &construction()
{
    static const QRegularExpression pattern(u"14OverridePermitC[1-4]E(?!OS)"_s);
    return pattern;
}

QString output(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished() || process.exitCode() != 0) {
        return {};
    }
    return QString::fromUtf8(process.readAllStandardOutput());
}

bool mayConstructPermits(const Target &target)
{
    const QString part = partOf(target.folder);
    // A program carries what its libraries hold; the console holds break-glass.
    return part == u"core/net" || part == u"core/breakglass" ||
           (part == u"app/console" && target.type == u"EXECUTABLE");
}

} // namespace

/** What the linker sees: who can make the one object that lets an override leave. */
class TestSymbols : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void patternKnowsTheConstructors_data();
    void patternKnowsTheConstructors();
    void breakGlassConstructsPermits();
    void nobodyElseConstructsPermits_data();
    void nobodyElseConstructsPermits();
    void commandLineLoadsNoGraphics();

private:
    LinkTable m_built;
};

void TestSymbols::initTestCase()
{
    QFile file(QStringLiteral(ALGENTA_LINK_TABLE));
    QVERIFY2(file.open(QIODevice::ReadOnly), "the link table was not generated");
    const LinkTable table = parseLinkTable(QString::fromUtf8(file.readAll()));
    for (const Target &target : table) {
        if (!partOf(target.folder).isEmpty() && target.file != u"-") {
            m_built += target;
        }
    }
    QVERIFY(!m_built.isEmpty());
}

void TestSymbols::patternKnowsTheConstructors_data()
{
    QTest::addColumn<QString>("symbol");
    QTest::addColumn<bool>("constructs");

    QTest::newRow("complete object") << u"_ZN7algenta3net14OverridePermitC1E7QStringbb"_s << true;
    QTest::newRow("base object") << u"_ZN7algenta3net14OverridePermitC2E7QStringbb"_s << true;
    QTest::newRow("other signature") << u"_ZN7algenta3net14OverridePermitC2Ev"_s << true;
    QTest::newRow("move") << u"_ZN7algenta3net14OverridePermitC2EOS1_"_s << false;
    QTest::newRow("use") << u"_ZN7algenta3net4sendEONS0_14OverridePermitE"_s << false;
}

void TestSymbols::patternKnowsTheConstructors()
{
    QFETCH(QString, symbol);
    QFETCH(bool, constructs);
    QCOMPARE(construction().match(symbol).hasMatch(), constructs);
}

void TestSymbols::breakGlassConstructsPermits()
{
    // Without this the check below would be blind, as it is to a constructor that is inlined.
    for (const Target &target : qAsConst(m_built)) {
        if (partOf(target.folder) == u"core/breakglass" && target.type == u"STATIC_LIBRARY") {
            const QString symbols = output(QStringLiteral(ALGENTA_NM), {target.file});
            QVERIFY2(construction().match(symbols).hasMatch(),
                     qPrintable(u"%1 names no constructor of OverridePermit"_s.arg(target.file)));
            return;
        }
    }
    QFAIL("core/breakglass has no library");
}

void TestSymbols::nobodyElseConstructsPermits_data()
{
    QTest::addColumn<QString>("file");
    for (const Target &target : qAsConst(m_built)) {
        if (!mayConstructPermits(target)) {
            QTest::newRow(qPrintable(target.name)) << target.file;
        }
    }
}

void TestSymbols::nobodyElseConstructsPermits()
{
    QFETCH(QString, file);
    const QString symbols = output(QStringLiteral(ALGENTA_NM), {file});
    QVERIFY2(!symbols.isEmpty(), qPrintable(u"%1 is not built or has no symbols"_s.arg(file)));
    QVERIFY2(!construction().match(symbols).hasMatch(),
             qPrintable(u"%1 can construct an OverridePermit"_s.arg(file)));
}

void TestSymbols::commandLineLoadsNoGraphics()
{
    for (const Target &target : qAsConst(m_built)) {
        const QString part = partOf(target.folder);
        if (target.type != u"EXECUTABLE" || (part != u"app/ctl" && part != u"app/demo_engine")) {
            continue;
        }
        const QString needed = output(QStringLiteral(ALGENTA_READELF), {u"-d"_s, target.file});
        QVERIFY2(needed.contains(u"NEEDED"), qPrintable(u"%1 is not built"_s.arg(target.file)));
        static const QRegularExpression graphics(u"libQt6(Gui|Qml|Quick)"_s);
        QVERIFY2(!graphics.match(needed).hasMatch(),
                 qPrintable(u"%1 loads a graphics library"_s.arg(target.file)));
    }
}

QTEST_GUILESS_MAIN(TestSymbols)
#include "tst_symbols.moc"
