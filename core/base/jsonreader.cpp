// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"

#include "core/base/utf8.h"

#include <QSet>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <vector>

namespace algenta::base
{

using namespace Qt::Literals::StringLiterals;

namespace
{

/** From this many members on, a hash set finds duplicate keys. */
constexpr qsizetype kLinearSearchLimit = 16;
constexpr qsizetype kSharedKeyLength = 40;
/** Hostile documents could otherwise make the list of duplicates far larger than themselves. */
constexpr qsizetype kMaxDuplicatesNamed = 1000;
constexpr qsizetype kMaxDuplicateText = 1024 * 1024;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

int hexValue(char c)
{
    if (isDigit(c)) {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

/** One array or object that is still open. */
struct Frame {
    bool isObject = false;
    std::size_t start = 0; ///< its first child on the reader's stack of items or members
    QString key;           ///< of the member that is being read
    std::unique_ptr<QSet<QString>> seen;
};

/** Reads with its own stack instead of recursion, so that depth costs no call frames. */
class Reader
{
public:
    Reader(QByteArrayView bytes, const JsonLimits &limits, DuplicateKeys duplicates)
        : m_begin(bytes.data())
        , m_at(bytes.data())
        , m_end(bytes.data() + bytes.size())
        , m_limits(limits)
        , m_duplicates(duplicates)
    {
    }

    Result<JsonDocument> read();

private:
    bool readDocument();
    bool readValueOrOpen();
    bool finishValue();
    bool openContainer(bool isObject);
    bool closeContainer();
    bool readKey();
    bool noteKey(const char *place);
    bool readString(QString &value, bool isKey);
    QString sharedKey(QByteArrayView text);
    bool scanString(const char *&close, bool &hasEscape, bool &isAscii);
    bool checkEscape();
    bool readNumber();
    bool readWord(const char *word, qsizetype length, Json value);
    bool unexpected(const char *expected);
    void noteDuplicate(const QString &key);
    [[nodiscard]] QString pointerTo(const QString &key) const;
    void skipSpace();
    bool stop(ErrorCode code, const QString &what, const char *place);

    const char *m_begin;
    const char *m_at;
    const char *m_end;
    const JsonLimits &m_limits;
    DuplicateKeys m_duplicates;

    std::vector<Frame> m_frames;
    std::vector<Json> m_items;
    std::vector<JsonMember> m_members;
    Json m_value;
    qsizetype m_values = 0;
    std::array<QString, 64> m_keys;
    JsonDocument m_document;
    QSet<QString> m_duplicatePointers;
    qsizetype m_duplicateText = 0;
    Error m_error;
};

Result<JsonDocument> Reader::read()
{
    if (m_end - m_begin > m_limits.maxBytes) {
        return fail(ErrorCode::LimitExceeded,
                    u"The JSON text has %1 bytes; the limit is %2 bytes."_s.arg(m_end - m_begin)
                        .arg(m_limits.maxBytes));
    }
    if (!readDocument()) {
        return fail(std::move(m_error));
    }
    m_document.root = std::move(m_value);
    return std::move(m_document);
}

bool Reader::readDocument()
{
    if (QByteArrayView(m_begin, m_end).startsWith("\xEF\xBB\xBF")) {
        return stop(ErrorCode::MalformedJson, u"a byte order mark stands before the text"_s, m_begin);
    }
    do {
        if (!readValueOrOpen() || !finishValue()) {
            return false;
        }
    } while (!m_frames.empty());
    skipSpace();
    if (m_at != m_end) {
        return stop(ErrorCode::MalformedJson, u"something follows the end of the value"_s, m_at);
    }
    return true;
}

/** Opens containers until a complete value stands in m_value. */
bool Reader::readValueOrOpen()
{
    for (;;) {
        skipSpace();
        if (m_at == m_end) {
            return unexpected("a value");
        }
        if (++m_values > m_limits.maxValues) {
            return stop(ErrorCode::LimitExceeded, u"more than %1 values"_s.arg(m_limits.maxValues), m_at);
        }
        switch (*m_at) {
        case '{':
        case '[':
            if (!openContainer(*m_at == '{')) {
                return false;
            }
            skipSpace();
            if (m_at != m_end && *m_at == (m_frames.back().isObject ? '}' : ']')) {
                return closeContainer();
            }
            if (m_frames.back().isObject && !readKey()) {
                return false;
            }
            continue;
        case '"': {
            QString text;
            if (!readString(text, false)) {
                return false;
            }
            m_value = Json::string(std::move(text));
            return true;
        }
        case 't':
            return readWord("true", 4, Json::boolean(true));
        case 'f':
            return readWord("false", 5, Json::boolean(false));
        case 'n':
            return readWord("null", 4, Json());
        case 'N':
        case 'I':
            return stop(ErrorCode::MalformedJson, u"NaN and Infinity are not JSON"_s, m_at);
        default:
            return readNumber();
        }
    }
}

/** Hands the complete value to its container, closing those that end here, up to the next value. */
bool Reader::finishValue()
{
    while (!m_frames.empty()) {
        Frame &frame = m_frames.back();
        if (frame.isObject) {
            m_members.push_back(JsonMember{std::move(frame.key), std::move(m_value)});
        } else {
            m_items.push_back(std::move(m_value));
        }
        skipSpace();
        if (m_at == m_end) {
            return unexpected(frame.isObject ? "',' or '}'" : "',' or ']'");
        }
        if (*m_at == ',') {
            ++m_at;
            return !frame.isObject || readKey();
        }
        if (*m_at != (frame.isObject ? '}' : ']')) {
            return unexpected(frame.isObject ? "',' or '}'" : "',' or ']'");
        }
        if (!closeContainer()) {
            return false;
        }
    }
    return true;
}

bool Reader::openContainer(bool isObject)
{
    if (static_cast<qsizetype>(m_frames.size()) >= m_limits.maxDepth) {
        return stop(ErrorCode::LimitExceeded, u"nesting deeper than %1 levels"_s.arg(m_limits.maxDepth),
                    m_at);
    }
    ++m_at;
    Frame frame;
    frame.isObject = isObject;
    frame.start = isObject ? m_members.size() : m_items.size();
    m_frames.push_back(std::move(frame));
    return true;
}

bool Reader::closeContainer()
{
    const Frame frame = std::move(m_frames.back());
    m_frames.pop_back();
    ++m_at;
    const auto takeFrom = [&frame](auto &stack, auto &list) {
        const auto first = stack.begin() + static_cast<std::ptrdiff_t>(frame.start);
        list.reserve(stack.end() - first);
        std::move(first, stack.end(), std::back_inserter(list));
        stack.erase(first, stack.end());
    };
    if (frame.isObject) {
        Json::Object members;
        takeFrom(m_members, members);
        m_value = Json::object(std::move(members));
    } else {
        Json::Array items;
        takeFrom(m_items, items);
        m_value = Json::array(std::move(items));
    }
    return true;
}

bool Reader::readKey()
{
    skipSpace();
    if (m_at == m_end || *m_at != '"') {
        return unexpected("a key in double quotes");
    }
    const char *const place = m_at;
    if (!readString(m_frames.back().key, true) || !noteKey(place)) {
        return false;
    }
    skipSpace();
    if (m_at == m_end || *m_at != ':') {
        return unexpected("':'");
    }
    ++m_at;
    return true;
}

bool Reader::noteKey(const char *place)
{
    Frame &frame = m_frames.back();
    const auto first = m_members.cbegin() + static_cast<std::ptrdiff_t>(frame.start);
    bool isDuplicate = false;
    if (m_members.cend() - first < kLinearSearchLimit) {
        isDuplicate = std::any_of(first, m_members.cend(),
                                  [&frame](const JsonMember &member) { return member.key == frame.key; });
    } else {
        if (frame.seen == nullptr) {
            frame.seen = std::make_unique<QSet<QString>>();
            std::for_each(first, m_members.cend(),
                          [&frame](const JsonMember &member) { frame.seen->insert(member.key); });
        }
        const qsizetype before = frame.seen->size();
        frame.seen->insert(frame.key);
        isDuplicate = frame.seen->size() == before;
    }
    if (!isDuplicate) {
        return true;
    }
    if (m_duplicates == DuplicateKeys::Refuse) {
        return stop(ErrorCode::DuplicateKey, u"a key stands twice in one object"_s, place);
    }
    noteDuplicate(frame.key);
    return true;
}

void Reader::noteDuplicate(const QString &key)
{
    ++m_document.duplicateKeyCount;
    if (m_document.duplicateKeys.size() >= kMaxDuplicatesNamed || m_duplicateText > kMaxDuplicateText) {
        return;
    }
    const QString pointer = pointerTo(key);
    m_duplicateText += pointer.size();
    if (!m_duplicatePointers.contains(pointer)) {
        m_duplicatePointers.insert(pointer);
        m_document.duplicateKeys.append(pointer);
    }
}

QString Reader::pointerTo(const QString &key) const
{
    QString pointer;
    for (std::size_t level = 0; level + 1 < m_frames.size(); ++level) {
        const Frame &frame = m_frames[level];
        if (frame.isObject) {
            pointer = jsonPointer(pointer, frame.key);
            continue;
        }
        std::size_t end = m_items.size();
        for (std::size_t inner = level + 1; inner < m_frames.size(); ++inner) {
            if (!m_frames[inner].isObject) {
                end = m_frames[inner].start;
                break;
            }
        }
        pointer = jsonPointer(pointer, static_cast<qsizetype>(end - frame.start));
    }
    return jsonPointer(pointer, key);
}

bool Reader::readString(QString &value, bool isKey)
{
    const char *const open = ++m_at;
    const char *close = nullptr;
    bool hasEscape = false;
    bool isAscii = true;
    if (!scanString(close, hasEscape, isAscii)) {
        return false;
    }
    m_at = close + 1;
    const QByteArrayView text(open, close);
    if (!hasEscape && isAscii) {
        value = isKey ? sharedKey(text) : QString::fromLatin1(text);
    } else {
        value = hasEscape ? decodeJsonString(text) : decodeUtf8(text);
    }
    return true;
}

/** Documents repeat few keys many times: equal ones share their memory where a small table has them. */
QString Reader::sharedKey(QByteArrayView text)
{
    if (text.isEmpty() || text.size() > kSharedKeyLength) {
        return QString::fromLatin1(text);
    }
    const auto hash = static_cast<std::size_t>(text.size() * 31 + text.front() * 7 + text.back());
    QString &known = m_keys.at(hash % m_keys.size());
    if (known != QLatin1StringView(text)) {
        known = QString::fromLatin1(text);
    }
    return known;
}

/** Finds the closing quote and checks everything before it. */
bool Reader::scanString(const char *&close, bool &hasEscape, bool &isAscii)
{
    const char *const open = m_at - 1;
    for (;;) {
        m_at = skipPlainText(m_at, m_end);
        if (m_at == m_end) {
            return stop(ErrorCode::MalformedJson, u"the text ends inside a string that begins"_s, open);
        }
        if (*m_at == '"') {
            close = m_at;
            return true;
        }
        if (*m_at == '\\') {
            hasEscape = true;
            if (!checkEscape()) {
                return false;
            }
            continue;
        }
        if (static_cast<unsigned char>(*m_at) < 0x20) {
            return stop(ErrorCode::MalformedJson, u"an unescaped control character in a string"_s, m_at);
        }
        isAscii = false;
        const int length = utf8SequenceLength(m_at, m_end);
        if (length == 0) {
            return stop(ErrorCode::MalformedJson, u"bytes that are not UTF-8"_s, m_at);
        }
        m_at += length;
    }
}

bool Reader::checkEscape()
{
    const char *const place = m_at++;
    if (m_at == m_end) {
        return stop(ErrorCode::MalformedJson, u"the text ends inside an escape"_s, place);
    }
    const char kind = *m_at++;
    if (kind != 'u') {
        return QByteArrayView("\"\\/bfnrt").contains(kind) ||
               stop(ErrorCode::MalformedJson, u"an unknown escape in a string"_s, place);
    }
    for (int digit = 0; digit < 4; ++digit, ++m_at) {
        if (m_at == m_end) {
            return stop(ErrorCode::MalformedJson, u"the text ends inside an escape"_s, place);
        }
        if (hexValue(*m_at) < 0) {
            return stop(ErrorCode::MalformedJson, u"a \\u escape without four hexadecimal digits"_s, place);
        }
    }
    return true;
}

bool Reader::readNumber()
{
    const char *const start = m_at;
    const auto digits = [this] {
        const char *const first = m_at;
        while (m_at != m_end && isDigit(*m_at)) {
            ++m_at;
        }
        return m_at - first;
    };
    if (*m_at == '-') {
        ++m_at;
        if (m_at != m_end && (*m_at == 'I' || *m_at == 'N')) {
            return stop(ErrorCode::MalformedJson, u"NaN and Infinity are not JSON"_s, start);
        }
    } else if (!isDigit(*m_at)) {
        return unexpected("a value");
    }
    const char *const whole = m_at;
    const auto wholeDigits = digits();
    if (wholeDigits == 0) {
        return unexpected("a digit");
    }
    if (*whole == '0' && wholeDigits > 1) {
        return stop(ErrorCode::MalformedJson, u"a number with a leading zero"_s, start);
    }
    if (m_at != m_end && *m_at == '.') {
        ++m_at;
        if (digits() == 0) {
            return unexpected("a digit");
        }
    }
    if (m_at != m_end && (*m_at == 'e' || *m_at == 'E')) {
        ++m_at;
        if (m_at != m_end && (*m_at == '+' || *m_at == '-')) {
            ++m_at;
        }
        if (digits() == 0) {
            return unexpected("a digit");
        }
    }
    m_value = Json::number(QByteArray(start, m_at - start));
    return true;
}

bool Reader::readWord(const char *word, qsizetype length, Json value)
{
    if (!QByteArrayView(m_at, m_end).startsWith(QByteArrayView(word, length))) {
        return unexpected("a value");
    }
    m_at += length;
    m_value = std::move(value);
    return true;
}

bool Reader::unexpected(const char *expected)
{
    const QString wanted = QString::fromLatin1(expected);
    if (m_at == m_end) {
        return stop(ErrorCode::MalformedJson,
                    m_begin == m_end ? u"the text is empty"_s
                                     : u"the text ends where %1 should stand"_s.arg(wanted),
                    m_at);
    }
    return stop(ErrorCode::MalformedJson, u"%1 should stand here"_s.arg(wanted), m_at);
}

void Reader::skipSpace()
{
    while (m_at != m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\r' || *m_at == '\t')) {
        ++m_at;
    }
}

bool Reader::stop(ErrorCode code, const QString &what, const char *place)
{
    const auto line = std::count(m_begin, place, '\n') + 1;
    const auto lineStart =
        std::find(std::make_reverse_iterator(place), std::make_reverse_iterator(m_begin), '\n').base();
    const auto lead = code == ErrorCode::MalformedJson ? u"Not valid JSON"_s : u"JSON refused"_s;
    m_error.code = code;
    m_error.message = u"%1: %2 (line %3, column %4)."_s.arg(lead, what).arg(line).arg(place - lineStart + 1);
    return false;
}

} // namespace

Result<JsonDocument> readJsonDocument(QByteArrayView bytes, const JsonLimits &limits,
                                      DuplicateKeys duplicates)
{
    return Reader(bytes, limits, duplicates).read();
}

Result<Json> readJson(QByteArrayView bytes, const JsonLimits &limits, DuplicateKeys duplicates)
{
    auto document = readJsonDocument(bytes, limits, duplicates);
    if (!document) {
        return fail(std::move(document.error()));
    }
    return std::move(document->root);
}

} // namespace algenta::base
