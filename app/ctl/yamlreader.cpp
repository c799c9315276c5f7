// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/yamlreader.h"

#include "core/base/textsafety.h"

#include <QHash>
#include <QList>
#include <QSet>

#include <exception>
#include <optional>
#include <sstream>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

/** Ends the parser's run from inside a handler; the reason is kept by the builder. */
struct Stop : std::exception {
};

/** A value with the number of values in it, so that an alias costs what it stands for. */
struct Built {
    Json value;
    qint64 count = 1;
    bool isPlain = false; ///< text without quotes
};

/** Builds a JSON value from the events of one document. */
class Builder final : public YAML::EventHandler
{
public:
    explicit Builder(const YamlLimits &limits)
        : m_limits(limits)
    {
    }

    void OnDocumentStart(const YAML::Mark &) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override { take({Json()}, mark, anchor); }
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override;
    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  const std::string &value) override;
    void OnSequenceStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        open(false, mark, anchor);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        open(true, mark, anchor);
    }
    void OnMapEnd() override { close(); }

    [[nodiscard]] const std::optional<base::Error> &error() const { return m_error; }
    [[nodiscard]] Json root() const { return m_root; }

private:
    struct Open {
        bool isMap = false;
        YAML::Mark mark;
        YAML::anchor_t anchor = YAML::NullAnchor;
        Json::Array items;
        Json::Object members;
        QSet<QString> keys;
        Json merged = Json::object(); ///< members of merge keys, which any other member overrules
        qint64 count = 1;
        std::optional<QString> key;
        bool merging = false;
    };

    [[noreturn]] void stop(ErrorCode code, const YAML::Mark &mark, const QString &what);
    void open(bool isMap, const YAML::Mark &mark, YAML::anchor_t anchor);
    void close();
    void take(const Built &built, const YAML::Mark &mark, YAML::anchor_t anchor);
    void takeKey(Open *map, const Built &built, const YAML::Mark &mark);
    void merge(Open *map, const Json &value, const YAML::Mark &mark);

    YamlLimits m_limits;
    QList<Open> m_open;
    QHash<YAML::anchor_t, Built> m_anchors;
    Json m_root;
    std::optional<base::Error> m_error;
};

QString placeOf(const YAML::Mark &mark)
{
    return u"line %1, column %2"_s.arg(QString::number(mark.line + 1), QString::number(mark.column + 1));
}

void Builder::stop(ErrorCode code, const YAML::Mark &mark, const QString &what)
{
    m_error =
        base::fail(code, u"The YAML document cannot be used: %1, %2."_s.arg(placeOf(mark), what)).value();
    throw Stop();
}

/** As YAML 1.1 readers see an unquoted word. */
Json plainValue(const QString &text)
{
    static const QStringList yes{u"true"_s, u"yes"_s, u"on"_s};
    static const QStringList no{u"false"_s, u"no"_s, u"off"_s};
    const QString lower = text.toLower();
    if (yes.contains(lower) || no.contains(lower))
        return Json::boolean(yes.contains(lower));
    const Json number = Json::number(text.toUtf8());
    return number.isNumber() ? number : Json::string(text);
}

void Builder::OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                       const std::string &value)
{
    const QString text = QString::fromStdString(value);
    if (tag != "?" && tag != "!" && tag != "tag:yaml.org,2002:str")
        stop(ErrorCode::MalformedAnswer, mark, u"a value has a tag of its own"_s);
    const bool isPlain = tag == "?";
    // A key stays text, whatever it looks like.
    const bool isKey = !m_open.isEmpty() && m_open.constLast().isMap && !m_open.constLast().key &&
                       !m_open.constLast().merging;
    take({isPlain && !isKey ? plainValue(text) : Json::string(text), 1, isPlain}, mark, anchor);
}

void Builder::OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor)
{
    const auto found = m_anchors.constFind(anchor);
    if (found == m_anchors.cend())
        stop(ErrorCode::MalformedAnswer, mark, u"a value refers to itself"_s);
    take(*found, mark, YAML::NullAnchor);
}

void Builder::open(bool isMap, const YAML::Mark &mark, YAML::anchor_t anchor)
{
    if (m_open.size() >= m_limits.maxDepth)
        stop(ErrorCode::LimitExceeded, mark, u"it is nested more than %1 deep"_s.arg(m_limits.maxDepth));
    Open opened;
    opened.isMap = isMap;
    opened.mark = mark;
    opened.anchor = anchor;
    m_open.append(opened);
}

void Builder::close()
{
    Open done = m_open.takeLast();
    for (const base::JsonMember &member : done.merged.members()) {
        if (!done.keys.contains(member.key))
            done.members.append(member);
    }
    const Json value = done.isMap ? Json::object(done.members) : Json::array(done.items);
    take({value, done.count, false}, done.mark, done.anchor);
}

void Builder::takeKey(Open *map, const Built &built, const YAML::Mark &mark)
{
    if (!built.value.isString())
        stop(ErrorCode::MalformedAnswer, mark, u"the key of a mapping is no text"_s);
    const QString key = built.value.toString();
    map->merging = built.isPlain && key == "<<"_L1;
    if (map->merging)
        return;
    if (map->keys.contains(key))
        stop(ErrorCode::DuplicateKey, mark, u"the key %1 stands twice"_s.arg(base::elidedText(key, 80)));
    map->keys.insert(key);
    map->key = key;
}

void Builder::merge(Open *map, const Json &value, const YAML::Mark &mark)
{
    const Json::Array sources = value.isArray() ? value.items() : Json::Array{value};
    for (const Json &source : sources) {
        if (!source.isObject())
            stop(ErrorCode::MalformedAnswer, mark, u"a merge key names no mapping"_s);
        for (const base::JsonMember &member : source.members()) {
            if (!map->merged.contains(member.key))
                map->merged.set(member.key, member.value);
        }
    }
    map->merging = false;
}

void Builder::take(const Built &built, const YAML::Mark &mark, YAML::anchor_t anchor)
{
    if (anchor != YAML::NullAnchor)
        m_anchors.insert(anchor, built);
    if (m_open.isEmpty()) {
        m_root = built.value;
        return;
    }
    Open &parent = m_open.last();
    parent.count += built.count;
    if (parent.count > m_limits.maxValues)
        stop(ErrorCode::LimitExceeded, mark, u"it holds more than %1 values"_s.arg(m_limits.maxValues));
    if (!parent.isMap) {
        parent.items.append(built.value);
    } else if (parent.merging) {
        merge(&parent, built.value, mark);
    } else if (!parent.key) {
        takeKey(&parent, built, mark);
    } else {
        parent.members.append({*parent.key, built.value});
        parent.key.reset();
    }
}

} // namespace

Result<Json> readYaml(QByteArrayView bytes, const YamlLimits &limits)
{
    if (bytes.size() > limits.maxBytes)
        return base::fail(ErrorCode::LimitExceeded,
                          u"The YAML document is larger than %1 bytes."_s.arg(limits.maxBytes));
    Builder builder(limits);
    // The library reports by exceptions; none leaves this function.
    try {
        std::istringstream stream(std::string(bytes.data(), static_cast<size_t>(bytes.size())));
        YAML::Parser parser(stream);
        if (!parser.HandleNextDocument(builder))
            return base::fail(ErrorCode::MalformedAnswer, u"The file holds no YAML document."_s);
        if (Builder second(limits); parser.HandleNextDocument(second))
            return base::fail(ErrorCode::MalformedAnswer, u"The file holds more than one YAML document."_s);
        return builder.root();
    } catch (const Stop &) {
        if (builder.error())
            return base::fail(*builder.error());
        return base::fail(ErrorCode::MalformedAnswer, u"The file holds more than one YAML document."_s);
    } catch (const YAML::Exception &problem) {
        return base::fail(
            ErrorCode::MalformedAnswer,
            u"The file is no YAML: %1, %2."_s.arg(
                placeOf(problem.mark), base::elidedText(QString::fromStdString(problem.msg), 160)));
    }
}

} // namespace algenta::ctl
