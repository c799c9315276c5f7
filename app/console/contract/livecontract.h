// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/engine/toolset.h"

#include <QDateTime>
#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>

namespace algenta::console
{

/**
 * The discovery document of the connected engine, as it was sent.
 *
 * Read from GET /v1/meta/contract; if that gives no document and the key is not the reason, from the
 * tool get_contract.
 */
class LiveContract : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** "loading", "failed" or "ready". */
    Q_PROPERTY(QString status READ status NOTIFY changed FINAL)
    Q_PROPERTY(QString failedWhy READ failedWhy NOTIFY changed FINAL)
    Q_PROPERTY(QString failedAdvice READ failedAdvice NOTIFY changed FINAL)
    /** Bytes of the answer behind the failure, as text. */
    Q_PROPERTY(QString rawAnswer READ rawAnswer NOTIFY changed FINAL)
    /** A document is shown that could not be read again: why. */
    Q_PROPERTY(QString staleText READ staleText NOTIFY changed FINAL)
    /** By which way and when it came. */
    Q_PROPERTY(QString origin READ origin NOTIFY changed FINAL)
    /** What this document is and is not. */
    Q_PROPERTY(QString note READ note NOTIFY documentChanged FINAL)
    /** Indented and safe to show. */
    Q_PROPERTY(QString text READ text NOTIFY documentChanged FINAL)
    /** Line for line as sent, safe to show. */
    Q_PROPERTY(QString asSent READ asSent NOTIFY documentChanged FINAL)
    /** As sent, for the clipboard. */
    Q_PROPERTY(QString exact READ exact NOTIFY documentChanged FINAL)
    Q_PROPERTY(QVariantList rows READ rows NOTIFY documentChanged FINAL)

public:
    explicit LiveContract(Session &session, QObject *parent = nullptr);
    ~LiveContract() override;

    [[nodiscard]] QString status() const;
    [[nodiscard]] QString failedWhy() const;
    [[nodiscard]] QString failedAdvice() const;
    [[nodiscard]] QString rawAnswer() const;
    [[nodiscard]] QString staleText() const;
    [[nodiscard]] QString origin() const;
    [[nodiscard]] QString note() const;
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] QString asSent() const;
    [[nodiscard]] QString exact() const { return QString::fromUtf8(m_bytes); }
    [[nodiscard]] QVariantList rows() const;
    /** The newest document, byte for byte; empty if there is none. */
    [[nodiscard]] QByteArray bytes() const { return m_bytes; }
    [[nodiscard]] QDateTime readAt() const { return m_readAt; }

    Q_INVOKABLE void reload();

Q_SIGNALS:
    void changed();
    void documentChanged();
    /** A document came, the same as before or another. */
    void documentRead();

private:
    enum class Way { Rest, Tool };

    void forget();
    void readRest();
    void readTool(const base::Error &why);
    void take(const QByteArray &bytes, Way way);
    void fail(const base::Error &error);

    Session &m_session;
    std::unique_ptr<engine::ModelFacingToolset> m_toolset;
    int m_ticket = 0; ///< answers to an older one are of no interest
    bool m_reading = false;
    std::optional<base::Error> m_error;
    std::optional<base::Json> m_document;
    QStringList m_duplicateKeys;
    QByteArray m_bytes;
    QString m_text;
    Way m_way = Way::Rest;
    QDateTime m_readAt;
};

} // namespace algenta::console
