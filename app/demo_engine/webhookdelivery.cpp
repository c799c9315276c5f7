// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/webhookdelivery.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string_view>

#include <httplib.h>

namespace algenta::demo
{

TargetProblem parseWebhookUrl(const std::string &url, WebhookTarget &target)
{
    constexpr std::string_view scheme = "http://";
    const bool printable = std::all_of(url.begin(), url.end(), [](char c) { return c > ' ' && c < 0x7f; });
    if (!printable || url.size() > 2000)
        return TargetProblem::NotHttp;
    if (!url.starts_with(scheme))
        return url.starts_with("https://") ? TargetProblem::NotLoopback : TargetProblem::NotHttp;
    const auto rest = std::string_view(url).substr(scheme.size());
    const auto end = std::min(rest.find_first_of("/?#"), rest.size());
    auto authority = rest.substr(0, end);
    target.path = std::string(rest.substr(end, rest.find('#', end) - end));
    if (!target.path.starts_with('/'))
        target.path.insert(0, 1, '/');
    for (const std::string_view host : {"127.0.0.1", "localhost", "[::1]"}) {
        if (!authority.starts_with(host))
            continue;
        authority.remove_prefix(host.size());
        target.host = host == "[::1]" ? "::1" : std::string(host);
        if (authority.empty())
            return TargetProblem::None;
        const auto [last, error] =
            std::from_chars(authority.data() + 1, authority.data() + authority.size(), target.port);
        const bool whole = error == std::errc() && last == authority.data() + authority.size();
        return authority.front() == ':' && whole && target.port > 0 && target.port < 65536
                   ? TargetProblem::None
                   : TargetProblem::NotLoopback;
    }
    return TargetProblem::NotLoopback;
}

std::optional<int> deliver(const WebhookTarget &target, const std::string &body, double timeoutSeconds)
{
    const auto timeout = std::chrono::microseconds(static_cast<std::int64_t>(timeoutSeconds * 1e6));
    httplib::Client client(target.host, target.port);
    client.set_keep_alive(false);
    client.set_follow_location(false);
    client.set_url_encode(false);
    client.set_connection_timeout(timeout);
    client.set_read_timeout(timeout);
    client.set_write_timeout(timeout);
    const auto answer = client.Post(target.path, body, "application/json");
    return answer ? std::optional(answer->status) : std::nullopt;
}

} // namespace algenta::demo
