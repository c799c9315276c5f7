// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/requestlog.h"

#include "app/demo_engine/jsontools.h"

#include <algorithm>
#include <cctype>

namespace algenta::demo
{

namespace
{

constexpr std::size_t kept = 10'000;

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::vector<std::pair<std::string, std::string>> headersOf(const httplib::Request &request)
{
    std::vector<std::pair<std::string, std::string>> headers;
    for (const auto &[name, value] : request.headers) {
        // The library adds these two for its handlers; no client sent them.
        if (name != "REMOTE_ADDR" && name != "REMOTE_PORT" && name != "LOCAL_ADDR" && name != "LOCAL_PORT")
            headers.emplace_back(name, value);
    }
    return headers;
}

bool isOverride(const std::string &name)
{
    const std::string plain = lower(name);
    return plain == "force" || plain == "override_safety" || plain == "override-safety";
}

std::vector<std::string> overrideFields(const httplib::Request &request)
{
    std::vector<std::string> fields;
    for (const auto &path : overrideFieldPaths(request.body))
        fields.push_back("body." + path);
    for (const auto &[name, value] : request.params) {
        if (isOverride(name))
            fields.push_back("query." + name);
    }
    for (const auto &[name, value] : request.headers) {
        if (isOverride(name))
            fields.push_back("header." + name);
    }
    return fields;
}

std::string withoutSecret(const std::string &name, const std::string &value)
{
    const std::string plain = lower(name);
    const bool secret = plain == "authorization" || plain == "x-api-key" || plain == "cookie" ||
                        plain == "proxy-authorization";
    return secret ? "sha256:" + sha256Hex(value).substr(0, 12) : value;
}

} // namespace

bool RequestLog::openFile(const std::string &path)
{
    m_file.open(path, std::ios::app | std::ios::binary);
    return m_file.is_open();
}

void RequestLog::record(const httplib::Request &request, std::int64_t time)
{
    RecordedRequest entry;
    entry.method = request.method;
    entry.path = request.path;
    if (const auto mark = request.target.find('?'); mark != std::string::npos)
        entry.query = request.target.substr(mark + 1);
    entry.headers = headersOf(request);
    entry.body = request.body;
    entry.timestamp = isoTime(time);
    entry.overrideFields = overrideFields(request);
    const std::lock_guard lock(m_mutex);
    if (m_file.is_open()) {
        Json headers = Json::array();
        for (const auto &[name, value] : entry.headers)
            headers.push_back(Json::array({name, withoutSecret(name, value)}));
        m_file << dumpJson(Json{{"timestamp", entry.timestamp},
                                {"method", entry.method},
                                {"path", entry.path},
                                {"query", entry.query},
                                {"headers", headers},
                                {"body", entry.body},
                                {"overrideFields", entry.overrideFields}})
               << '\n'
               << std::flush;
    }
    m_requests.push_back(std::move(entry));
    if (m_requests.size() > kept)
        m_requests.pop_front();
}

void RequestLog::recordDelivery(const std::string &endpoint, const httplib::Request &request,
                                std::int64_t time)
{
    const std::lock_guard lock(m_mutex);
    m_deliveries.push_back({endpoint, request.method, headersOf(request), request.body, isoTime(time)});
    if (m_deliveries.size() > kept)
        m_deliveries.pop_front();
}

std::vector<RecordedRequest> RequestLog::requests() const
{
    const std::lock_guard lock(m_mutex);
    return {m_requests.begin(), m_requests.end()};
}

std::vector<WebhookDelivery> RequestLog::deliveries() const
{
    const std::lock_guard lock(m_mutex);
    return {m_deliveries.begin(), m_deliveries.end()};
}

void RequestLog::clear()
{
    const std::lock_guard lock(m_mutex);
    m_requests.clear();
    m_deliveries.clear();
}

} // namespace algenta::demo
