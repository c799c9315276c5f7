// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/jsontools.h"

#include <array>
#include <cstdio>

#include <openssl/sha.h>

namespace algenta::demo
{

namespace
{

constexpr std::size_t maxDepth = 100;

/** Walks events only, so that keys count even when they are repeated or the text breaks later. */
class KeyWalker : public nlohmann::json_sax<nlohmann::json>
{
public:
    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_integer(number_integer_t) override { return value(); }
    bool number_unsigned(number_unsigned_t) override { return value(); }
    bool number_float(number_float_t, const string_t &) override { return value(); }
    bool string(string_t &) override { return value(); }
    bool binary(binary_t &) override { return value(); }
    bool start_object(std::size_t) override { return open({}); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open("[0]"); }
    bool end_array() override { return close(); }
    bool key(string_t &name) override
    {
        m_path.back() = name;
        if (name == "force" || name == "override_safety")
            m_found.push_back(joined());
        return true;
    }
    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &) override
    {
        return false;
    }

    [[nodiscard]] const std::vector<std::string> &found() const { return m_found; }
    [[nodiscard]] std::size_t deepest() const { return m_deepest; }

private:
    bool open(const std::string &first)
    {
        m_path.push_back(first);
        m_indices.push_back(first.empty() ? -1 : 0);
        m_deepest = std::max(m_deepest, m_path.size());
        return true;
    }
    bool close()
    {
        m_path.pop_back();
        m_indices.pop_back();
        return value();
    }
    bool value()
    {
        if (!m_indices.empty() && m_indices.back() >= 0)
            m_path.back() = '[' + std::to_string(++m_indices.back()) + ']';
        return true;
    }
    [[nodiscard]] std::string joined() const
    {
        std::string text;
        for (const auto &part : m_path)
            text += (text.empty() || part.starts_with('[') ? "" : ".") + part;
        return text;
    }

    std::vector<std::string> m_path;
    std::vector<int> m_indices;
    std::vector<std::string> m_found;
    std::size_t m_deepest = 0;
};

nlohmann::json sorted(const Json &value)
{
    return nlohmann::json::parse(dumpJson(value), nullptr, false);
}

std::string spaced(const nlohmann::json &value)
{
    if (value.is_object()) {
        std::string text;
        for (const auto &[key, member] : value.items())
            text +=
                (text.empty() ? "" : ", ") + nlohmann::json(key).dump(-1, ' ', true) + ": " + spaced(member);
        return '{' + text + '}';
    }
    if (value.is_array()) {
        std::string text;
        for (const auto &member : value)
            text += (text.empty() ? "" : ", ") + spaced(member);
        return '[' + text + ']';
    }
    return value.dump(-1, ' ', true);
}

} // namespace

std::optional<Json> parseJson(std::string_view text)
{
    KeyWalker walker;
    if (!nlohmann::json::sax_parse(text, &walker) || walker.deepest() > maxDepth)
        return std::nullopt;
    return Json::parse(text, nullptr, false);
}

std::string dumpJson(const Json &value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string dumpSorted(const Json &value)
{
    return spaced(sorted(value));
}

std::string dumpPretty(const Json &value)
{
    return value.dump(2, ' ', true, Json::error_handler_t::replace);
}

std::vector<std::string> overrideFieldPaths(std::string_view text)
{
    KeyWalker walker;
    nlohmann::json::sax_parse(text, &walker);
    return walker.found();
}

std::string sha256Hex(std::string_view bytes)
{
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size(), digest.data());
    std::string text;
    for (const unsigned char byte : digest) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

std::string isoTime(std::int64_t microseconds)
{
    const std::int64_t seconds = microseconds / 1'000'000;
    // Civil date from days since the epoch; gmtime_r costs too much for a long history.
    const std::int64_t z = seconds / 86'400 + 719'468;
    const std::int64_t era = z / 146'097;
    const std::int64_t doe = z - era * 146'097;
    const std::int64_t yoe = (doe - doe / 1'460 + doe / 36'524 - doe / 146'096) / 365;
    const std::int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    const std::int64_t mp = (5 * doy + 2) / 153;
    const int day = static_cast<int>(doy - (153 * mp + 2) / 5 + 1);
    const int month = static_cast<int>(mp < 10 ? mp + 3 : mp - 9);
    const int year = static_cast<int>(yoe + era * 400 + (month <= 2 ? 1 : 0));
    const int rest = static_cast<int>(seconds % 86'400);
    std::array<char, 96> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", year, month, day,
                  rest / 3600, rest / 60 % 60, rest % 60, static_cast<int>(microseconds % 1'000'000));
    return buffer.data();
}

std::optional<std::int64_t> parseIsoTime(const std::string &text)
{
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, used = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second,
                    &used) != 6 ||
        year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 ||
        second > 59)
        return std::nullopt;
    auto rest = std::string_view(text).substr(static_cast<std::size_t>(used));
    std::int64_t fraction = 0;
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        for (int scale = 100'000; !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; scale /= 10) {
            fraction += (rest.front() - '0') * scale;
            rest.remove_prefix(1);
        }
    }
    if (rest != "Z")
        return std::nullopt;
    const int shifted = month <= 2 ? year - 1 : year;
    const int era = shifted / 400;
    const int yoe = shifted - era * 400;
    const int doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const std::int64_t days = std::int64_t{era} * 146'097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719'468;
    return ((days * 24 + hour) * 60 + minute) * 60'000'000 + second * 1'000'000 + fraction;
}

} // namespace algenta::demo
