// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** What the Settings page says about this program and its files. */
class SettingsViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(QString journalPath READ journalPath CONSTANT FINAL)
    Q_PROPERTY(QString settingsPath READ settingsPath CONSTANT FINAL)
    Q_PROPERTY(QString version READ version CONSTANT FINAL)

public:
    SettingsViewModel(const QString &journalPath, const QString &settingsPath, QObject *parent = nullptr);

    [[nodiscard]] QString journalPath() const { return m_journalPath; }
    [[nodiscard]] QString settingsPath() const { return m_settingsPath; }
    [[nodiscard]] QString version() const;

private:
    QString m_journalPath;
    QString m_settingsPath;
};

} // namespace algenta::console
