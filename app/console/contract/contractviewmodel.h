// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/contract/executestate.h"
#include "app/console/contract/livecontract.h"
#include "app/console/contract/paritystate.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** The Contract page: the copy that this program carries, the engine's own document, and parity. */
class ContractViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(algenta::console::LiveContract *live READ live CONSTANT FINAL)
    Q_PROPERTY(algenta::console::ParityState *parity READ parity CONSTANT FINAL)
    Q_PROPERTY(algenta::console::ExecuteState *execution READ execution CONSTANT FINAL)
    /** As ParityState has them, for the status bar. */
    Q_PROPERTY(QString statusText READ statusText NOTIFY statusChanged FINAL)
    Q_PROPERTY(QString statusKind READ statusKind NOTIFY statusChanged FINAL)
    Q_PROPERTY(QString version READ version CONSTANT FINAL)
    /** { label, value, note?, mono? } as KeyValueGrid takes them. */
    Q_PROPERTY(QVariantList contractRows READ contractRows CONSTANT FINAL)
    Q_PROPERTY(QVariantList profileRows READ profileRows CONSTANT FINAL)
    Q_PROPERTY(QVariantList gateRows READ gateRows CONSTANT FINAL)
    Q_PROPERTY(QVariantList requirementRows READ requirementRows CONSTANT FINAL)
    /** The embedded copy, byte for byte. */
    Q_PROPERTY(QString embeddedText READ embeddedText CONSTANT FINAL)

public:
    explicit ContractViewModel(Session &session, QObject *parent = nullptr);

    [[nodiscard]] LiveContract *live() { return &m_live; }
    [[nodiscard]] ParityState *parity() { return &m_parity; }
    [[nodiscard]] ExecuteState *execution() { return &m_execution; }
    [[nodiscard]] QString statusText() const { return m_parity.statusText(); }
    [[nodiscard]] QString statusKind() const { return m_parity.statusKind(); }
    [[nodiscard]] QString version() const;
    [[nodiscard]] QVariantList contractRows() const;
    [[nodiscard]] QVariantList profileRows() const;
    [[nodiscard]] QVariantList gateRows() const;
    [[nodiscard]] QVariantList requirementRows() const;
    [[nodiscard]] QString embeddedText() const;

Q_SIGNALS:
    void statusChanged();

private:
    LiveContract m_live;
    ParityState m_parity;
    ExecuteState m_execution;
};

} // namespace algenta::console
