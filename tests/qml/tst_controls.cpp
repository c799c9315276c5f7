// SPDX-License-Identifier: Apache-2.0
#include "rowsmodel.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickView>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace Qt::Literals::StringLiterals;

namespace
{

double luminance(const QColor &color)
{
    const auto linear = [](double c) {
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double one = luminance(a) + 0.05;
    const double two = luminance(b) + 0.05;
    return std::max(one, two) / std::min(one, two);
}

QStringList keys(int from, int count)
{
    QStringList all;
    for (int i = 0; i < count; ++i)
        all.append(QString::number(from + i));
    return all;
}

} // namespace

class TestControls : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<RowsModel> m_rows;
    std::unique_ptr<QQuickView> m_view;
    QStringList m_warnings;

    template<typename T = QQuickItem>
    T *find(const QString &name) const
    {
        return m_view->rootObject()->findChild<T *>(name);
    }
    // A delegate has no QObject parent in the tree of the view: it is found as a visual child.
    static QQuickItem *itemNamed(QQuickItem *from, const QString &name)
    {
        if (from->objectName() == name && from->isVisible())
            return from;
        for (QQuickItem *child : from->childItems()) {
            if (QQuickItem *found = itemNamed(child, name))
                return found;
        }
        return nullptr;
    }
    [[nodiscard]] QQuickItem *item(const QString &name) const
    {
        return itemNamed(m_view->rootObject(), name);
    }
    [[nodiscard]] QPoint centre(const QQuickItem *item) const
    {
        return item->mapToScene({item->width() / 2, item->height() / 2}).toPoint();
    }
    void click(const QQuickItem *item, Qt::MouseButton button = Qt::LeftButton)
    {
        QTest::mouseClick(m_view.get(), button, {}, centre(item));
    }
    [[nodiscard]] QStringList asked() const { return m_view->rootObject()->property("asked").toStringList(); }
    [[nodiscard]] QString lastAsked() const { return asked().value(asked().size() - 1); }
    [[nodiscard]] QObject *theme() const
    {
        return m_view->rootObject()->property("theme").value<QObject *>();
    }
    [[nodiscard]] QQuickItem *table() const { return find(u"table"_s); }
    [[nodiscard]] int currentRow() const { return table()->property("currentRow").toInt(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(m_view.get(), key, modifiers);
    }
    void focus(const QString &name) const { find(name)->forceActiveFocus(Qt::TabFocusReason); }
    void screenshot(const QString &name) const
    {
        const QString folder = qEnvironmentVariable("ALGENTA_SCREENSHOTS");
        if (!folder.isEmpty())
            QVERIFY(m_view->grabWindow().save(folder + u"/gallery-"_s + name + u".png"_s));
    }

private Q_SLOTS:
    void init();
    void cleanup();

    void everyTextIsReadableOnEveryGround_data();
    void everyTextIsReadableOnEveryGround();
    void showsTheGalleryInEachScheme_data();
    void showsTheGalleryInEachScheme();
    void labelsStayPlainText();
    void everyControlHasAName();

    void asksForSortingOnHeaderClick();
    void sortsAndResizesByKeyboardInTheHeader();
    void keepsTheSelectionWhenRowsArrive();
    void followsTheKeyThroughAReset();
    void selectsNothingWhenTheRowIsGone();
    void followsTheKeyWhenTheWindowSlides();
    void movesByKeyboard();
    void activatesOnEnterAndDoubleClick();
    void copiesTheRowAndTheCell();
    void opensTheContextMenuForTheCellUnderTheMouse();
    void fetchesMoreNearTheEnd();
    void resizesAColumnByDragging();

    void confirmsOnlyAfterAFullHold();
    void doesNotConfirmByEnterOrSpace();
    void confirmsBySecondPressOfTheShortcut();
    void cancelsWhenTheShortcutComesTooEarly();
    void offersNoPressActionToAssistiveTools();

    void neverCopiesASecret();
    void showsEachListState_data();
    void showsEachListState();
    void treatsAnUnknownListStateAsFailed();
    void clearsTheSearchByEscape();
    void searchesTheText();
    void copiesTheWholeTextExactly();
    void readsABarOutByKeyboard();
    void copiesAValueExactly();
    void changesTheSegmentByKeyboard();
    void togglesByAccessibleAction();
    void resizesThePane();
    void opensTheMenuAndTheDialog();
    void scalesWithTheUserFactor();
};

void TestControls::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_warnings.clear();
    m_rows = std::make_unique<RowsModel>();
    m_rows->reset(keys(0, 40));
    m_view = std::make_unique<QQuickView>();
    m_view->engine()->addImportPath(u"qrc:/qt/qml"_s);
    connect(m_view->engine(), &QQmlEngine::warnings, this, [this](const QList<QQmlError> &warnings) {
        for (const QQmlError &warning : warnings)
            m_warnings.append(warning.toString());
    });
    m_view->setInitialProperties({{u"table"_s, QVariant::fromValue<QObject *>(m_rows.get())}});
    m_view->setSource(QUrl(u"qrc:/gallery/Gallery.qml"_s));
    QCOMPARE(m_view->status(), QQuickView::Ready);
    QVERIFY(theme());
    theme()->setProperty("scheme", u"light"_s);
    m_view->show();
    m_view->requestActivate();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    QTRY_VERIFY(item(u"row_0"_s));
}

void TestControls::cleanup()
{
    QCOMPARE(m_warnings, QStringList());
    m_view.reset();
    m_rows.reset();
    QGuiApplication::clipboard()->clear();
}

void TestControls::everyTextIsReadableOnEveryGround_data()
{
    QTest::addColumn<QString>("tokens");
    QTest::addColumn<double>("least");
    QTest::newRow("light") << u"lightTokens"_s << 4.5;
    QTest::newRow("dark") << u"darkTokens"_s << 4.5;
    QTest::newRow("contrast") << u"contrastTokens"_s << 7.0;
    QTest::newRow("glass") << u"glassTokens"_s << 4.5;
    QTest::newRow("glass in contrast") << u"glassContrastTokens"_s << 7.0;
}

void TestControls::everyTextIsReadableOnEveryGround()
{
    QFETCH(const QString, tokens);
    QFETCH(const double, least);
    const auto *palette = theme()->property(tokens.toUtf8().constData()).value<QObject *>();
    QVERIFY(palette);
    const auto color = [palette](const QString &name) {
        const QVariant value = palette->property(name.toUtf8().constData());
        return value.isValid() ? value.value<QColor>() : QColor();
    };
    const QStringList inks{u"text"_s,    u"textSecond"_s, u"textThird"_s, u"accent"_s, u"ok"_s,
                           u"blocked"_s, u"failed"_s,     u"override"_s,  u"unknown"_s};
    const QStringList grounds{u"background"_s, u"surface"_s, u"raised"_s,
                              u"sunken"_s,     u"hover"_s,   u"accentGround"_s};
    for (const QString &ink : inks) {
        QStringList on = grounds;
        if (palette->property((ink + u"Ground"_s).toUtf8().constData()).isValid())
            on.append(ink + u"Ground"_s);
        if (ink == u"text"_s)
            on += {u"okGround"_s, u"blockedGround"_s, u"failedGround"_s, u"overrideGround"_s,
                   u"unknownGround"_s};
        for (const QString &ground : on) {
            QVERIFY(color(ink).isValid() && color(ground).isValid());
            const double is = contrast(color(ink), color(ground));
            QVERIFY2(is >= least, qPrintable(u"%1 on %2: %3"_s.arg(ink, ground).arg(is)));
        }
    }
    QVERIFY(contrast(color(u"accentText"_s), color(u"accent"_s)) >= least);
    QVERIFY(contrast(color(u"textSecond"_s), color(u"unknownGround"_s)) >= least);
    // Graphics that carry meaning: 3 to 1.
    QVERIFY(contrast(color(u"focus"_s), color(u"surface"_s)) >= 3.0);
    QVERIFY(contrast(color(u"focus"_s), color(u"background"_s)) >= 3.0);
}

void TestControls::showsTheGalleryInEachScheme_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QColor>("background");
    QTest::newRow("light") << u"light"_s << QColor(0xf6, 0xf7, 0xf9);
    QTest::newRow("dark") << u"dark"_s << QColor(0x12, 0x15, 0x1b);
    QTest::newRow("contrast") << u"contrast"_s << QColor(0, 0, 0);
}

void TestControls::showsTheGalleryInEachScheme()
{
    QFETCH(const QString, scheme);
    QFETCH(const QColor, background);
    theme()->setProperty("scheme", scheme);
    table()->setProperty("currentRow", 1);
    find(u"states"_s)->setProperty("incompleteText", QString());
    const QImage image = m_view->grabWindow();
    QCOMPARE(image.pixelColor(image.width() / 2, 4), background);
    screenshot(scheme);
}

void TestControls::labelsStayPlainText()
{
    QQuickItem *row = item(u"row_3"_s);
    QVERIFY(row);
    QList<QQuickItem *> open{m_view->rootObject()};
    int labels = 0;
    while (!open.isEmpty()) {
        QQuickItem *next = open.takeLast();
        open += next->childItems();
        // QQuickText: its format is public only to QML.
        if (next->inherits("QQuickText")) {
            QCOMPARE(next->property("textFormat").toInt(), int(Qt::PlainText));
            next->setProperty("textFormat", int(Qt::RichText));
            QCOMPARE(next->property("textFormat").toInt(), int(Qt::PlainText));
            ++labels;
        }
    }
    QVERIFY(labels > 100);
}

void TestControls::everyControlHasAName()
{
    QList<QAccessibleInterface *> open{QAccessible::queryAccessibleInterface(m_view.get())};
    int named = 0;
    while (!open.isEmpty()) {
        QAccessibleInterface *next = open.takeLast();
        if (!next)
            continue;
        for (int i = 0; i < next->childCount(); ++i)
            open.append(next->child(i));
        const auto role = next->role();
        if (next->state().invisible)
            continue;
        if (role == QAccessible::Button || role == QAccessible::CheckBox ||
            role == QAccessible::EditableText || role == QAccessible::ComboBox ||
            role == QAccessible::PageTab || role == QAccessible::Table || role == QAccessible::Cell ||
            role == QAccessible::Row || role == QAccessible::ColumnHeader) {
            const auto kind = next->state().passwordEdit ? QAccessible::Description : QAccessible::Name;
            QVERIFY2(!next->text(kind).isEmpty(),
                     qPrintable(next->object()->objectName() + QString::number(role)));
            ++named;
        }
    }
    QVERIFY2(named > 60, qPrintable(QString::number(named)));
    QVERIFY(QAccessible::queryAccessibleInterface(item(u"row_0"_s))
                ->text(QAccessible::Name)
                .contains(u"Gate: confidence"_s));
    QCOMPARE(QAccessible::queryAccessibleInterface(item(u"header_when"_s))->text(QAccessible::Name),
             u"When, sorted, largest or newest first"_s);
}

void TestControls::asksForSortingOnHeaderClick()
{
    click(item(u"header_when"_s));
    QCOMPARE(lastAsked(), u"sort when false"_s);
    click(item(u"header_amount"_s));
    QCOMPARE(lastAsked(), u"sort amount true"_s);
    const qsizetype before = asked().size();
    click(item(u"header_gate"_s));
    QCOMPARE(asked().size(), before);
}

void TestControls::sortsAndResizesByKeyboardInTheHeader()
{
    itemNamed(table(), u"tableHeader"_s)->forceActiveFocus(Qt::TabFocusReason);
    press(Qt::Key_Right);
    press(Qt::Key_Right);
    press(Qt::Key_Right);
    press(Qt::Key_Space);
    QCOMPARE(lastAsked(), u"sort amount true"_s);
    const double before = item(u"header_amount"_s)->width();
    press(Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(item(u"header_amount"_s)->width(), before + 16);
}

void TestControls::keepsTheSelectionWhenRowsArrive()
{
    click(item(u"row_2"_s));
    QCOMPARE(currentRow(), 2);
    m_rows->insert(40, keys(40, 5));
    QCOMPARE(currentRow(), 2);
    m_rows->insert(0, {u"new"_s});
    QTRY_COMPARE(currentRow(), 3);
    QCOMPARE(table()->property("currentKey").toString(), u"2"_s);
}

void TestControls::followsTheKeyThroughAReset()
{
    click(item(u"row_2"_s));
    m_rows->reset({u"9"_s, u"8"_s, u"7"_s, u"6"_s, u"2"_s, u"1"_s});
    QTRY_COMPARE(currentRow(), 4);
    QCOMPARE(table()->property("currentKey").toString(), u"2"_s);
}

void TestControls::selectsNothingWhenTheRowIsGone()
{
    click(item(u"row_2"_s));
    m_rows->remove(2);
    QTRY_COMPARE(currentRow(), -1);
    QVERIFY(!table()->property("currentKey").isValid());
    click(item(u"row_1"_s));
    m_rows->reset({u"9"_s, u"8"_s, u"7"_s});
    QTRY_VERIFY(!table()->property("currentKey").isValid());
    QCOMPARE(currentRow(), -1);
}

void TestControls::followsTheKeyWhenTheWindowSlides()
{
    click(item(u"row_2"_s));
    m_rows->slide(keys(-3, 40));
    QCOMPARE(currentRow(), 5);
    QCOMPARE(table()->property("currentKey").toString(), u"2"_s);
    m_rows->slide(keys(100, 40));
    QCOMPARE(currentRow(), -1);
}

void TestControls::movesByKeyboard()
{
    focus(u"tableRows"_s);
    press(Qt::Key_Down);
    QCOMPARE(currentRow(), 0);
    press(Qt::Key_J);
    QCOMPARE(currentRow(), 1);
    press(Qt::Key_K);
    QCOMPARE(currentRow(), 0);
    press(Qt::Key_Up);
    QCOMPARE(currentRow(), 0);
    press(Qt::Key_End);
    QCOMPARE(currentRow(), 39);
    QTRY_VERIFY(item(u"row_39"_s));
    press(Qt::Key_PageUp);
    QVERIFY(currentRow() < 39 && currentRow() > 20);
    press(Qt::Key_Home);
    QCOMPARE(currentRow(), 0);
    press(Qt::Key_PageDown);
    QVERIFY(currentRow() > 0);
    // A letter typed into a field moves nothing.
    focus(u"search"_s);
    const int row = currentRow();
    press(Qt::Key_J);
    QCOMPARE(currentRow(), row);
}

void TestControls::activatesOnEnterAndDoubleClick()
{
    focus(u"tableRows"_s);
    press(Qt::Key_Return);
    QCOMPARE(asked(), QStringList());
    press(Qt::Key_Down);
    press(Qt::Key_Return);
    QCOMPARE(asked(), QStringList{u"activated 0"_s});
    QTest::mouseDClick(m_view.get(), Qt::LeftButton, {}, centre(item(u"row_2"_s)));
    QCOMPARE(lastAsked(), u"activated 2"_s);
}

void TestControls::copiesTheRowAndTheCell()
{
    focus(u"tableRows"_s);
    press(Qt::Key_Down);
    press(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             u"0\tconfidence\t0.41 < 0.60\t0\treplenish-2\t0.41 < 0.60\t09:39:02Z"_s);
    press(Qt::Key_Right);
    press(Qt::Key_Right);
    press(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"confidence"_s);
}

void TestControls::opensTheContextMenuForTheCellUnderTheMouse()
{
    const QQuickItem *header = item(u"header_gate"_s);
    const QPoint at(centre(header).x(), centre(item(u"row_1"_s)).y());
    QTest::mouseClick(m_view.get(), Qt::RightButton, {}, at);
    QCOMPARE(currentRow(), 1);
    QCOMPARE(asked(), QStringList{u"menu 1 gate"_s});
}

void TestControls::fetchesMoreNearTheEnd()
{
    m_rows->setMore(150);
    focus(u"tableRows"_s);
    press(Qt::Key_End);
    QTRY_COMPARE(m_rows->rowCount(), 140);
    QCOMPARE(currentRow(), 39);
    press(Qt::Key_End);
    QTRY_COMPARE(m_rows->rowCount(), 190);
    QVERIFY(!asked().contains(u"end"_s));
    press(Qt::Key_End);
    QTRY_COMPARE(asked().count(u"end"_s), 1);
    // A row that was drawn before shows its own record when it is drawn again for another one.
    QTRY_VERIFY(item(u"row_189"_s));
    QVERIFY(QAccessible::queryAccessibleInterface(item(u"row_189"_s))
                ->text(QAccessible::Name)
                .startsWith(u"Decision: 189,"_s));
}

void TestControls::resizesAColumnByDragging()
{
    const QQuickItem *header = item(u"header_gate"_s);
    const double before = header->width();
    const QPoint edge = header->mapToScene({header->width() - 1, header->height() / 2}).toPoint();
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, edge);
    QTest::mouseMove(m_view.get(), edge + QPoint(20, 0));
    QTest::mouseMove(m_view.get(), edge + QPoint(40, 0));
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, edge + QPoint(40, 0));
    QCOMPARE(header->width(), before + 40);
    QCOMPARE(asked(), QStringList());
}

void TestControls::confirmsOnlyAfterAFullHold()
{
    QQuickItem *hold = find(u"hold"_s);
    hold->setProperty("holdDuration", 150);
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, centre(hold));
    QVERIFY(hold->property("holding").toBool());
    QVERIFY(hold->property("progressText").toString().contains(u"0.1"_s));
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, centre(hold));
    QCOMPARE(asked(), QStringList{u"cancelled"_s});
    QCOMPARE(hold->property("progress").toDouble(), 0.0);
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, centre(hold));
    QTRY_COMPARE(lastAsked(), u"confirmed"_s);
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, centre(hold));
    QCOMPARE(asked(), (QStringList{u"cancelled"_s, u"confirmed"_s}));
}

void TestControls::doesNotConfirmByEnterOrSpace()
{
    QQuickItem *hold = find(u"hold"_s);
    hold->setProperty("holdDuration", 0);
    focus(u"hold"_s);
    QVERIFY(hold->hasActiveFocus());
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}) {
        QTest::keyPress(m_view.get(), key);
        QTest::keyRelease(m_view.get(), key);
    }
    QCOMPARE(hold->property("phase").toString(), u"idle"_s);
    QCOMPARE(asked(), QStringList());
}

void TestControls::confirmsBySecondPressOfTheShortcut()
{
    QQuickItem *hold = find(u"hold"_s);
    hold->setProperty("holdDuration", 100);
    press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(hold->property("phase").toString(), u"waiting"_s);
    QTRY_VERIFY(hold->property("armedByKey").toBool());
    QCOMPARE(asked(), QStringList());
    press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(asked(), QStringList{u"confirmed"_s});
}

void TestControls::cancelsWhenTheShortcutComesTooEarly()
{
    QQuickItem *hold = find(u"hold"_s);
    hold->setProperty("holdDuration", 60'000);
    press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(asked(), QStringList{u"cancelled"_s});
    hold->setProperty("holdDuration", 50);
    hold->setProperty("secondPressWithin", 50);
    press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(asked().size(), 2);
    QCOMPARE(lastAsked(), u"cancelled"_s);
}

void TestControls::offersNoPressActionToAssistiveTools()
{
    auto *hold = QAccessible::queryAccessibleInterface(find(u"hold"_s));
    QVERIFY(hold);
    QCOMPARE(hold->text(QAccessible::Name), u"Hold to send"_s);
    auto *actions = hold->actionInterface();
    const QStringList names = actions ? actions->actionNames() : QStringList();
    QVERIFY(!names.contains(QAccessibleActionInterface::pressAction()));
    QVERIFY(!names.contains(QAccessibleActionInterface::toggleAction()));
}

void TestControls::neverCopiesASecret()
{
    QQuickItem *secret = find(u"secret"_s);
    focus(u"secret"_s);
    for (const char key : QByteArray("sk-very-secret"))
        QTest::keyClick(m_view.get(), key);
    QCOMPARE(secret->property("length").toInt(), 14);
    QMetaObject::invokeMethod(secret, "selectAll");
    press(Qt::Key_C, Qt::ControlModifier);
    press(Qt::Key_X, Qt::ControlModifier);
    QMetaObject::invokeMethod(secret, "copy");
    QMetaObject::invokeMethod(secret, "cut");
    QCOMPARE(QGuiApplication::clipboard()->text(), QString());
    QCOMPARE(secret->property("text").toString(), QString(14, u'\u2022'));
    secret->setProperty("echoMode", 0);
    QCOMPARE(secret->property("echoMode").toInt(), 2);
    auto *spoken = QAccessible::queryAccessibleInterface(secret);
    QVERIFY(spoken->state().passwordEdit);
    QCOMPARE(spoken->text(QAccessible::Description), u"Operator key"_s);
    for (const auto kind :
         {QAccessible::Name, QAccessible::Description, QAccessible::Value, QAccessible::Help})
        QVERIFY(!spoken->text(kind).contains(u"secret"_s));
    if (auto *text = spoken->textInterface())
        QVERIFY(!text->text(0, text->characterCount()).contains(u"secret"_s));
    QString value;
    QVERIFY(QMetaObject::invokeMethod(secret, "take", Q_RETURN_ARG(QString, value)));
    QCOMPARE(value, u"sk-very-secret"_s);
    QCOMPARE(secret->property("length").toInt(), 0);
    QVERIFY(!secret->property("canUndo").toBool());
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(secret->property("length").toInt(), 0);
}

void TestControls::showsEachListState_data()
{
    QTest::addColumn<QString>("status");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QStringList>("shown");
    QTest::newRow("loading") << u"loading"_s << u"Loading…"_s << QStringList{u"listBusy"_s};
    QTest::newRow("empty") << u"empty"_s << u"Nothing here yet"_s << QStringList();
    QTest::newRow("filtered") << u"filtered"_s << u"Nothing matches the filter"_s
                              << QStringList{u"listClearFilter"_s};
    QTest::newRow("failed") << u"failed"_s << u"The audit log could not be read"_s
                            << QStringList{u"listRetry"_s, u"listShowRaw"_s};
    QTest::newRow("ready") << u"ready"_s << QString() << QStringList{u"listIncomplete"_s, u"table"_s};
}

void TestControls::showsEachListState()
{
    QFETCH(const QString, status);
    QFETCH(const QString, says);
    QFETCH(const QStringList, shown);
    m_view->rootObject()->setProperty("listStatus", status);
    for (const QString &name : {u"listBusy"_s, u"listClearFilter"_s, u"listRetry"_s, u"listShowRaw"_s,
                                u"listIncomplete"_s, u"table"_s})
        QCOMPARE(find(name)->isVisible(), shown.contains(name));
    QCOMPARE(find(u"listMessage"_s)->isVisible(), !says.isEmpty());
    if (!says.isEmpty())
        QCOMPARE(find(u"listMessageText"_s)->property("text").toString(), says);
    screenshot(u"state-"_s + status);
    const QHash<QString, QString> answers{
        {u"listClearFilter"_s, u"clear"_s}, {u"listRetry"_s, u"retry"_s}, {u"listShowRaw"_s, u"raw"_s}};
    for (const QString &name : shown) {
        if (!answers.contains(name))
            continue;
        QTRY_VERIFY(find(name)->width() > 0);
        m_view->grabWindow();
        click(find(name));
        QCOMPARE(lastAsked(), answers.value(name));
    }
}

void TestControls::treatsAnUnknownListStateAsFailed()
{
    m_view->rootObject()->setProperty("listStatus", u"nonsense"_s);
    QVERIFY(find(u"listRetry"_s)->isVisible());
    QVERIFY(!table()->isVisible());
}

void TestControls::clearsTheSearchByEscape()
{
    focus(u"search"_s);
    QTest::keyClick(m_view.get(), 'g');
    QTRY_COMPARE(lastAsked(), u"query g"_s);
    press(Qt::Key_Escape);
    QCOMPARE(lastAsked(), u"query "_s);
    QCOMPARE(find(u"search"_s)->property("text").toString(), QString());
}

void TestControls::searchesTheText()
{
    QQuickItem *json = find(u"json"_s);
    focus(u"jsonSearch"_s);
    for (const char key : QByteArray("BOOLEAN"))
        QTest::keyClick(m_view.get(), key);
    QTRY_COMPARE(json->property("foundCount").toInt(), 2);
    QCOMPARE(json->property("foundRow").toInt(), 4);
    press(Qt::Key_Return);
    QCOMPARE(json->property("foundRow").toInt(), 5);
    press(Qt::Key_Return);
    QCOMPARE(json->property("foundRow").toInt(), 4);
}

void TestControls::copiesTheWholeTextExactly()
{
    QQuickItem *json = find(u"json"_s);
    const QString text = u"a\u00a0b\t\r\n\u202ec  \n"_s;
    json->setProperty("text", text);
    click(find(u"jsonCopyAll"_s));
    QCOMPARE(QGuiApplication::clipboard()->text(), text);
}

void TestControls::readsABarOutByKeyboard()
{
    focus(u"chart"_s);
    QCOMPARE(find(u"chartReadout"_s)->property("text").toString(),
             u"11-26: confidence 9, risk_floor 3, idempotency 2"_s);
    press(Qt::Key_Home);
    QCOMPARE(find(u"chartReadout"_s)->property("text").toString(),
             u"11-20: confidence 4, risk_floor 1, idempotency 1"_s);
    press(Qt::Key_Return);
    QCOMPARE(asked(), QStringList{u"bar 0"_s});
    QCOMPARE(QAccessible::queryAccessibleInterface(item(u"bar_1"_s))->text(QAccessible::Name),
             u"11-21: confidence 6, risk_floor 2, idempotency 0"_s);
}

void TestControls::copiesAValueExactly()
{
    QQuickItem *row = find(u"grid"_s)->childItems().first();
    row->forceActiveFocus(Qt::TabFocusReason);
    press(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"4180.00"_s);
}

void TestControls::changesTheSegmentByKeyboard()
{
    focus(u"segmented"_s);
    press(Qt::Key_Left);
    QCOMPARE(asked(), QStringList());
    press(Qt::Key_Right);
    QCOMPARE(asked(), QStringList{u"segment 1"_s});
}

void TestControls::togglesByAccessibleAction()
{
    for (const QString &name : {u"chip"_s, u"check"_s, u"switch"_s}) {
        QQuickItem *control = find(name);
        QSignalSpy toggled(control, SIGNAL(toggled()));
        QAccessible::queryAccessibleInterface(control)->actionInterface()->doAction(
            QAccessibleActionInterface::toggleAction());
        QCOMPARE(control->property("checked").toBool(), false);
        QCOMPARE(toggled.size(), 1);
    }
    QAccessible::queryAccessibleInterface(find(u"primary"_s))
        ->actionInterface()
        ->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(asked(), QStringList{u"primary"_s});
}

void TestControls::resizesThePane()
{
    QQuickItem *pane = find(u"pane"_s);
    const double before = pane->property("preferredWidth").toDouble();
    QVERIFY(QMetaObject::invokeMethod(pane, "resizeTo", Q_ARG(double, before + 50)));
    QCOMPARE(pane->property("preferredWidth").toDouble(), before + 50);
    QVERIFY(QMetaObject::invokeMethod(pane, "resizeTo", Q_ARG(double, 10)));
    QCOMPARE(pane->property("preferredWidth").toDouble(), pane->property("minimumWidth").toDouble());
    pane->forceActiveFocus();
    press(Qt::Key_Escape);
    QCOMPARE(asked(), QStringList{u"closed"_s});
}

void TestControls::opensTheMenuAndTheDialog()
{
    auto *menu = m_view->rootObject()->findChild<QObject *>(u"menu"_s);
    QVERIFY(QMetaObject::invokeMethod(menu, "open"));
    QTRY_VERIFY(menu->property("opened").toBool());
    QTRY_COMPARE(menu->property("count").toInt(), 3);
    screenshot(u"menu"_s);
    press(Qt::Key_Down);
    press(Qt::Key_Return);
    QTRY_COMPARE(asked(), QStringList{u"copy"_s});
    auto *dialog = m_view->rootObject()->findChild<QObject *>(u"dialog"_s);
    QSignalSpy rejected(dialog, SIGNAL(rejected()));
    QVERIFY(QMetaObject::invokeMethod(dialog, "open"));
    QTRY_VERIFY(dialog->property("opened").toBool());
    screenshot(u"dialog"_s);
    press(Qt::Key_Escape);
    QTRY_COMPARE(rejected.size(), 1);
}

void TestControls::scalesWithTheUserFactor()
{
    const int before = theme()->property("fontBody").toInt();
    theme()->setProperty("userScale", 1.5);
    QCOMPARE(theme()->property("fontBody").toInt(), qRound(before * 1.5));
    m_view->grabWindow();
    screenshot(u"large"_s);
    theme()->setProperty("userScale", 1.0);
}

QTEST_MAIN(TestControls)
#include "tst_controls.moc"
