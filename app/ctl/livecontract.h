// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/engineaccess.h"
#include "core/net/httpreader.h"

#include <QObject>

#include <functional>
#include <optional>

namespace algenta::ctl
{

/**
 * Fetches the contract of an engine, byte for byte: from `GET /v1/meta/contract`, or from its tool
 * `get_contract` where there is no such route.
 */
class LiveContract : public QObject
{
    Q_OBJECT

public:
    struct Answer {
        base::Result<QByteArray> bytes;
        QString source; ///< "engine, GET /v1/meta/contract" or "engine, tool get_contract"
        std::optional<base::Error> restError; ///< what the route said, where the tool had to be asked
    };
    using Done = std::function<void(const Answer &)>;

    /** @p engine must live until @p done was called, which happens once. */
    void fetch(const EngineAccess &engine, Done done);

private:
    void askTool(const EngineAccess &engine, const base::Error &restError, const Done &done);

    net::HttpReader m_reader;
};

} // namespace algenta::ctl
