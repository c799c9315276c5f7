// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/shell/console.h"
#include "app/demo_engine/demoengine.h"

#include <QQmlApplicationEngine>
#include <QQmlError>
#include <QQuickItem>
#include <QQuickWindow>
#include <QTemporaryDir>

#include <memory>

namespace algenta::test
{

/** The whole console in this process, its window offscreen, on a demo engine over its socket. */
class ConsoleFixture
{
public:
    explicit ConsoleFixture(const demo::DemoOptions &options = {});
    ~ConsoleFixture();

    /** Makes the window and connects with the reading key; false if QML failed. */
    [[nodiscard]] bool show();
    /** Shows a page and waits until its lists were read. */
    void goTo(const QString &place);
    /** Item of that objectName in any window of the program, or nullptr. */
    [[nodiscard]] QQuickItem *item(const QString &objectName) const;
    /** First visible item of that objectName below a window. */
    template<typename T>
    [[nodiscard]] T property(const QString &objectName, const char *name) const
    {
        const QQuickItem *found = item(objectName);
        return found ? found->property(name).template value<T>() : T();
    }
    void click(const QString &objectName) const;
    void type(const QString &objectName, const QString &text) const;
    [[nodiscard]] QQuickWindow *mainWindow() const;
    [[nodiscard]] QQuickWindow *glass() const;
    /** Logs a decision and has an agent's execution of it refused; returns the decision's id. */
    QString blockedDecision(double confidence = 0.41);

    QTemporaryDir folder;
    demo::DemoEngine demo;
    std::unique_ptr<console::Console> console;
    std::unique_ptr<QQmlApplicationEngine> engine;
    QStringList warnings; ///< what QML complained of
};

} // namespace algenta::test
