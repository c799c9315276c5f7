// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/livecontract.h"

#include "core/base/jsonreader.h"
#include "core/base/ondone.h"
#include "core/mcp/httperror.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

void LiveContract::fetch(const EngineAccess &engine, Done done)
{
    // The bytes are what is asked for, so the answer is taken here and not from a typed route.
    net::HttpRequest request;
    request.url = engine.address.restRoot;
    request.url.setPath(request.url.path(QUrl::FullyEncoded) + u"/v1/meta/contract"_s, QUrl::StrictMode);
    request.headers = {{"Accept", "application/json"}};
    base::onDone(m_reader.send(request, engine.keyOrNull()), this,
                 [this, &engine, done = std::move(done)](const base::Result<net::HttpResponse> &answer) {
                     const QString source = u"engine, GET /v1/meta/contract"_s;
                     if (!answer) {
                         done({base::fail(answer.error()), source, {}});
                     } else if (answer->status == 404) {
                         askTool(engine, engine::errorFromResponse(*answer), done);
                     } else if (answer->status < 200 || answer->status >= 300) {
                         done({base::fail(engine::errorFromResponse(*answer)), source, {}});
                     } else if (const auto json = base::readJson(answer->body); !json || !json->isObject()) {
                         done({base::fail(mcp::notAnEngine(*answer, u"its contract is no JSON object"_s)),
                               source,
                               {}});
                     } else {
                         done({answer->body, source, {}});
                     }
                 });
}

void LiveContract::askTool(const EngineAccess &engine, const base::Error &restError, const Done &done)
{
    base::onDone(engine.connection->mcp().callTool(u"get_contract"_s, Json::object()), this,
                 [restError, done](const base::Result<mcp::CallResult> &call) {
                     const QString source = u"engine, tool get_contract"_s;
                     if (!call) {
                         done({base::fail(call.error()), source, restError});
                         return;
                     }
                     const Json &block = call->result[u"content"].at(0);
                     const QByteArray text = block[u"text"].toString().toUtf8();
                     const auto json = base::readJson(text);
                     if (!json || !json->isObject() || call->isError || mcp::readErrorBody(*json).found) {
                         base::Error error = restError;
                         error.message += u" Its tool get_contract gives no contract either."_s;
                         done({base::fail(error), source, {}});
                         return;
                     }
                     done({text, source, {}});
                 });
}

} // namespace algenta::ctl
