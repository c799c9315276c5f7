// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/settingsfile.h"

#include <QObject>
#include <QTimer>
#include <QVariantMap>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/**
 * What the console remembers: connections, profile, looks, columns. Never a key.
 *
 * Changes are written at once, as a whole; widths that are dragged half a second after the last of them. A
 * file that cannot be read is left alone, defaults are used, and `problem` says so.
 */
class ConsoleSettings : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    /** "observe", "govern", "execute" or "full": shown for engines that have none of their own. */
    Q_PROPERTY(QString profile READ profile WRITE setProfile NOTIFY changed FINAL)
    /** "system", "light", "dark" or "contrast". */
    Q_PROPERTY(QString scheme READ scheme WRITE setScheme NOTIFY changed FINAL)
    Q_PROPERTY(bool localTime READ isLocalTime WRITE setLocalTime NOTIFY changed FINAL)
    /** In pixels, 0 if never remembered; clamped to a live screen by the window. */
    Q_PROPERTY(int windowWidth READ windowWidth NOTIFY changed FINAL)
    Q_PROPERTY(int windowHeight READ windowHeight NOTIFY changed FINAL)
    Q_PROPERTY(QString place READ place WRITE setPlace NOTIFY changed FINAL)
    /** Why the settings could not be read or written; empty if all is well. */
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)

public:
    explicit ConsoleSettings(const QString &path, QObject *parent = nullptr);
    ~ConsoleSettings() override;

    [[nodiscard]] QString profile() const;
    void setProfile(const QString &profile) { setText(u"profile", profile); }
    [[nodiscard]] QString scheme() const;
    void setScheme(const QString &scheme);
    /** Used instead of the remembered one, without being remembered. */
    void setSchemeForThisRun(const QString &scheme);
    [[nodiscard]] bool isLocalTime() const;
    void setLocalTime(bool local);
    [[nodiscard]] int windowWidth() const;
    [[nodiscard]] int windowHeight() const;
    Q_INVOKABLE void rememberWindow(int width, int height);
    [[nodiscard]] QString place() const { return text(u"place"); }
    void setPlace(const QString &place) { setText(u"place", place); }
    [[nodiscard]] QString problem() const { return m_problem; }
    /** As it stands in the file; null if it is not there. */
    [[nodiscard]] const base::Json &value(QStringView key) const { return m_values[key]; }
    /** Replaces the connections and the id of the one opened last; see ConnectionBook. */
    void setConnections(base::Json connections, const QString &lastOpened);

    /** Column widths in pixels by role, of one table. */
    Q_INVOKABLE QVariantMap columnWidths(const QString &table) const;
    Q_INVOKABLE void setColumnWidth(const QString &table, const QString &role, double width);
    /** Width in pixels of one detail pane; 0 if never changed. */
    Q_INVOKABLE double paneWidth(const QString &pane) const;
    Q_INVOKABLE void setPaneWidth(const QString &pane, double width);

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QString text(QStringView key) const;
    void setText(QStringView key, const QString &value);
    void store(QStringView key, base::Json value);
    void storeSoon(QStringView key, base::Json value);
    void save();

    base::SettingsFile m_file;
    base::Json m_values;
    QString m_schemeForThisRun;
    QTimer m_saveTimer; ///< runs while widths are not written yet
    bool m_readable = true;
    QString m_problem;
};

} // namespace algenta::console
