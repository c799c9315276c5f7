// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/state.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <unistd.h>

namespace algenta::demo
{

namespace
{

constexpr const char *formatName = "algenta-demo-engine-state";
constexpr int formatVersion = 1;

void replaceAll(std::string &text, const std::string &from, const std::string &to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/** Empty on success, otherwise what failed. */
std::string writeAll(const std::string &path, const std::string &text)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return std::strerror(errno);
    std::string error;
    for (std::size_t done = 0; done < text.size() && error.empty();) {
        const ssize_t written = ::write(file, text.data() + done, text.size() - done);
        if (written >= 0)
            done += static_cast<std::size_t>(written);
        else if (errno != EINTR)
            error = std::strerror(errno);
    }
    if (error.empty() && ::fsync(file) != 0)
        error = std::strerror(errno);
    ::close(file);
    return error;
}

template<typename T, typename Parse>
bool readList(const Json &root, const char *key, const Parse &parse, std::vector<T> &into)
{
    const auto list = root.find(key);
    if (list == root.end() || !list->is_array())
        return false;
    for (const auto &item : *list) {
        auto parsed = parse(item);
        if (!parsed)
            return false;
        into.push_back(std::move(*parsed));
    }
    return true;
}

} // namespace

DemoState::Loaded DemoState::load(const std::string &receiver)
{
    m_receiver = receiver;
    std::error_code ignored;
    if (m_dataFile.empty() || !std::filesystem::exists(m_dataFile, ignored))
        return {};
    std::ifstream file(m_dataFile, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto unusable = [this](const std::string &why) {
        return Loaded{true, "cannot use the data file " + m_dataFile + ": " + why};
    };
    if (!file)
        return unusable("it cannot be read");
    auto root = parseJson(text);
    if (!root || !root->is_object())
        return unusable("it is not a JSON object");
    if (root->value("format", Json()) != formatName || root->value("version", Json()) != formatVersion)
        return unusable("it is not a state file of this program");
    if (const auto old = root->value("receiver", Json()); old.is_string() && old != receiver) {
        replaceAll(text, old.get<std::string>() + "/webhook/", receiver + "/webhook/");
        root = parseJson(text);
    }
    History history;
    if (!readList(*root, "policy_snapshots", snapshotFromJson, history.snapshots) ||
        history.snapshots.empty())
        return unusable("policy_snapshots is missing or has a broken entry");
    if (!readList(*root, "decisions", decisionFromJson, history.decisions))
        return unusable("decisions is missing or has a broken entry");
    if (!readList(*root, "audit", auditFromJson, history.audit))
        return unusable("audit is missing or has a broken entry");
    adopt(std::move(history));
    return {true, {}};
}

std::string DemoState::fileText() const
{
    const std::lock_guard lock(m_mutex);
    std::string text = "{\"format\":\"" + std::string(formatName) +
                       "\",\"version\":" + std::to_string(formatVersion) +
                       ",\"receiver\":" + dumpJson(Json(m_receiver));
    const auto list = [&text](const char *key, const auto &items, const auto &print) {
        text += ",\n\"" + std::string(key) + "\":[";
        const char *separator = "\n";
        for (const auto &item : items) {
            text += separator + print(item);
            separator = ",\n";
        }
        text += ']';
    };
    list("policy_snapshots", m_snapshots, [](const auto &item) { return dumpJson(snapshotToJson(item)); });
    list("decisions", m_decisions, [](const auto &item) { return dumpJson(decisionToJson(item)); });
    list("audit", m_audit, [](const auto &item) { return auditText(item); });
    return text + "}\n";
}

void DemoState::persist()
{
    if (m_dataFile.empty())
        return;
    const std::lock_guard lock(m_fileMutex);
    const std::string temporary = m_dataFile + ".new";
    std::string error = writeAll(temporary, fileText());
    if (error.empty() && std::rename(temporary.c_str(), m_dataFile.c_str()) != 0)
        error = std::strerror(errno);
    if (!error.empty())
        std::fprintf(stderr, "algenta-demo-engine: cannot write %s: %s\n", m_dataFile.c_str(), error.c_str());
}

} // namespace algenta::demo
