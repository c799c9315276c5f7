// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secret.h"
#include "core/engine/address.h"
#include "core/engine/records.h"
#include "core/net/httpreader.h"

#include <QFuture>
#include <QObject>
#include <QUrlQuery>

#include <functional>

namespace algenta::engine
{

struct AuditQuery {
    QString action;
    QString result;
    QString resourceType;
    QString actorEmail;
    int page = 1;
    int limit = 100; ///< 1 … 100
};

/** The engine's REST routes that read. Statuses become Errors with what, why and what to do. */
class RestApi : public QObject
{
    Q_OBJECT

public:
    using KeyProvider = std::function<const base::Secret *()>;

    /** @p reader must outlive it. */
    RestApi(EngineAddress address, net::HttpReader &reader, KeyProvider key, QObject *parent = nullptr);

    [[nodiscard]] QFuture<base::Result<QByteArray>> health();
    /** GET /v1/meta/contract: the engine's discovery document, byte for byte as sent; it may be no JSON. */
    [[nodiscard]] QFuture<base::Result<QByteArray>> metaContractBytes();
    /** Newest first, as the engine orders them. @p limit 1 … 100. */
    [[nodiscard]] QFuture<base::Result<Page<Decision>>> decisions(int page, int limit);
    [[nodiscard]] QFuture<base::Result<Decision>> decision(const QString &id);
    [[nodiscard]] QFuture<base::Result<Page<AuditEntry>>> auditLogs(const AuditQuery &query);
    [[nodiscard]] QFuture<base::Result<Policy>> policy();
    [[nodiscard]] QFuture<base::Result<Page<Policy>>> policySnapshots();
    [[nodiscard]] const EngineAddress &address() const { return m_address; }

private:
    [[nodiscard]] QUrl url(const QString &encodedPath, const QUrlQuery &query = {}) const;
    template<typename T, typename Read>
    [[nodiscard]] QFuture<base::Result<T>> get(const QUrl &target, Read read);

    EngineAddress m_address;
    net::HttpReader &m_reader;
    KeyProvider m_key;
};

/** `/v1/decisions/<id>`, the id percent-encoded whole: no character of it can change the route. */
[[nodiscard]] QString decisionPath(const QString &id);

/** The Error for an HTTP answer of status 400 and up (or 3xx), from any of the engine's error bodies. */
[[nodiscard]] base::Error errorFromResponse(const net::HttpResponse &response);

} // namespace algenta::engine
