// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/demoengine.h"

#include <deque>
#include <fstream>
#include <mutex>

#include <httplib.h>

namespace algenta::demo
{

/** Remembers the newest 10,000 requests and deliveries; the file gets a line each, without secrets. */
class RequestLog
{
public:
    /** False when the file cannot be opened for appending. */
    bool openFile(const std::string &path);
    void record(const httplib::Request &request, std::int64_t time);
    void recordDelivery(const std::string &endpoint, const httplib::Request &request, std::int64_t time);
    std::vector<RecordedRequest> requests() const;
    std::vector<WebhookDelivery> deliveries() const;
    void clear();

private:
    mutable std::mutex m_mutex;
    std::deque<RecordedRequest> m_requests;
    std::deque<WebhookDelivery> m_deliveries;
    std::ofstream m_file;
};

} // namespace algenta::demo
