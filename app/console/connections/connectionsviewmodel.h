// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/connections/connectionacts.h"
#include "app/console/connections/connectioncertificates.h"
#include "app/console/connections/connectionform.h"
#include "app/console/connections/connectionkey.h"
#include "app/console/connections/connectionroster.h"
#include "app/console/connections/connectionwatch.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** The Connections page and the switcher: all connections with state and age, one of them in detail. */
class ConnectionsViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    /** { id, name, origin, source, word, kind, age, current } of each connection. */
    Q_PROPERTY(QVariantList list READ list NOTIFY listChanged FINAL)
    /** { id, name } of those that are not open; does not change with their state. */
    Q_PROPERTY(QVariantList others READ others NOTIFY othersChanged FINAL)
    Q_PROPERTY(QString current READ current NOTIFY listChanged FINAL)
    Q_PROPERTY(QString currentName READ currentName NOTIFY listChanged FINAL)
    /** Name of the one whose key the keychain is asked for; empty: none. */
    Q_PROPERTY(QString waitingFor READ waitingFor NOTIFY listChanged FINAL)
    /** Why a connection could not be opened; empty if nothing is wrong. */
    Q_PROPERTY(QString problem READ problem NOTIFY listChanged FINAL)
    Q_PROPERTY(bool demo READ isDemo NOTIFY listChanged FINAL)
    Q_PROPERTY(QString selected READ selected WRITE select NOTIFY selectedChanged FINAL)
    Q_PROPERTY(QString selectedName READ selectedName NOTIFY shownChanged FINAL)
    Q_PROPERTY(bool selectedIsCurrent READ selectedIsCurrent NOTIFY shownChanged FINAL)
    /** It is kept in the settings and can be changed. */
    Q_PROPERTY(bool selectedIsSaved READ selectedIsSaved NOTIFY shownChanged FINAL)
    Q_PROPERTY(bool canRemove READ canRemove NOTIFY shownChanged FINAL)
    /** What is known of the selected one, as a KeyValueGrid has it. */
    Q_PROPERTY(QVariantList facts READ facts NOTIFY shownChanged FINAL)
    /** Why the selected one does not answer, and what to do; empty if it does. */
    Q_PROPERTY(QString why READ why NOTIFY shownChanged FINAL)
    Q_PROPERTY(QString advice READ advice NOTIFY shownChanged FINAL)
    Q_PROPERTY(algenta::console::ConnectionForm *form READ form CONSTANT FINAL)
    Q_PROPERTY(algenta::console::ConnectionKey *key READ key CONSTANT FINAL)
    Q_PROPERTY(algenta::console::ConnectionActs *acts READ acts CONSTANT FINAL)
    Q_PROPERTY(algenta::console::ConnectionCertificates *certificates READ certificates CONSTANT FINAL)

public:
    ConnectionsViewModel(Session &session, journal::JournalService &journal, std::unique_ptr<KeyVault> vault,
                         QObject *parent = nullptr);

    [[nodiscard]] QVariantList list() const;
    [[nodiscard]] QVariantList others() const;
    [[nodiscard]] QString current() const { return m_roster.current(); }
    [[nodiscard]] QString currentName() const;
    [[nodiscard]] QString waitingFor() const;
    [[nodiscard]] QString problem() const { return m_roster.problem(); }
    [[nodiscard]] bool isDemo() const { return m_roster.isDemo(); }
    [[nodiscard]] QString selected() const { return m_selected; }
    void select(const QString &id);
    [[nodiscard]] QString selectedName() const;
    [[nodiscard]] bool selectedIsCurrent() const;
    [[nodiscard]] bool selectedIsSaved() const;
    [[nodiscard]] bool canRemove() const { return m_roster.canRemove(m_selected); }
    [[nodiscard]] QVariantList facts() const;
    [[nodiscard]] QString why() const;
    [[nodiscard]] QString advice() const;
    [[nodiscard]] ConnectionForm *form() { return &m_form; }
    [[nodiscard]] ConnectionKey *key() { return &m_key; }
    [[nodiscard]] ConnectionActs *acts() { return &m_acts; }
    [[nodiscard]] ConnectionCertificates *certificates() { return &m_certificates; }
    [[nodiscard]] ConnectionRoster &roster() { return m_roster; }
    [[nodiscard]] ReadingKeys &keys() { return m_keys; }

    /** See ConnectionRoster::start(). */
    void start(const std::optional<QString> &argument, base::Secret environmentKey);
    void startDemo(const engine::EngineAddress &address);

    /** Makes it the engine that every screen looks at. */
    Q_INVOKABLE void open(const QString &id) { m_roster.open(id); }
    Q_INVOKABLE void openWithoutKey() { m_roster.openWithoutKey(); }
    /** Removes the selected one; @p keyToo: out of the keychain as well. */
    Q_INVOKABLE void remove(bool keyToo);
    /** Looks at the others now, unless that was just done. */
    Q_INVOKABLE void look();

Q_SIGNALS:
    void listChanged();
    void othersChanged();
    void selectedChanged();
    void shownChanged();

private:
    struct Look;
    [[nodiscard]] Look lookOf(const ConnectionEntry &entry) const;
    [[nodiscard]] const base::Error *problemOf(const QString &id) const;
    void rosterChanged();

    Session &m_session;
    ReadingKeys m_keys;
    ConnectionRoster m_roster;
    ConnectionWatch m_watch;
    ConnectionForm m_form;
    ConnectionKey m_key;
    ConnectionActs m_acts;
    ConnectionCertificates m_certificates;
    QString m_selected;
};

} // namespace algenta::console
