// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace algenta::demo
{

struct WebhookTarget {
    std::string host;
    int port = 80;
    std::string path;
};

enum class TargetProblem { None, NotHttp, NotLoopback };

/** http only, loopback only, no user info, printable ASCII only. */
TargetProblem parseWebhookUrl(const std::string &url, WebhookTarget &target);

/** POSTs once, follows nothing; the status code, or nothing when no answer came in time. */
std::optional<int> deliver(const WebhookTarget &target, const std::string &body, double timeoutSeconds);

} // namespace algenta::demo
