// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/toolsviewmodel.h"

#include "core/base/textsafety.h"

#include <QLocale>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;

namespace
{

constexpr qsizetype mostNamed = 5;

bool isSame(const mcp::ToolList &a, const mcp::ToolList &b)
{
    const auto sameTool = [](const mcp::Tool &x, const mcp::Tool &y) { return x.raw == y.raw; };
    const auto sameBroken = [](const mcp::BrokenTool &x, const mcp::BrokenTool &y) {
        return x.index == y.index && x.raw == y.raw;
    };
    return a.complete == b.complete && a.incompleteReason == b.incompleteReason &&
           std::equal(a.tools.cbegin(), a.tools.cend(), b.tools.cbegin(), b.tools.cend(), sameTool) &&
           std::equal(a.broken.cbegin(), a.broken.cend(), b.broken.cbegin(), b.broken.cend(), sameBroken);
}

/** The first few lines, and how many more there are. */
QString firstLines(const QStringList &lines)
{
    QStringList shown;
    for (const QString &line : lines.mid(0, mostNamed))
        shown.append(base::elidedText(line));
    if (lines.size() > mostNamed)
        shown.append(ToolsViewModel::tr("and %1 more").arg(QLocale().toString(lines.size() - mostNamed)));
    return shown.join(u'\n');
}

QString brokenLine(const mcp::BrokenTool &item)
{
    const QString name = item.name.isEmpty() ? QString() : u" (%1)"_s.arg(base::elidedText(item.name, 80));
    return ToolsViewModel::tr("Item %1%2: %3").arg(QString::number(item.index + 1), name, item.reason);
}

Error noList(const Session &session)
{
    Error error;
    error.code = ErrorCode::NotFound;
    error.message =
        session.failedWhy().isEmpty() ? ToolsViewModel::tr("No engine is connected.") : session.failedWhy();
    error.remedy = session.failedAdvice().isEmpty()
                       ? ToolsViewModel::tr("Enter the address of one under Settings.")
                       : session.failedAdvice();
    return error;
}

} // namespace

ToolsViewModel::ToolsViewModel(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_tools(this)
    , m_detail(this)
    , m_trial(session, this)
{
    connect(&session, &Session::connectionReplaced, this, &ToolsViewModel::forget);
    connect(&session, &Session::changed, this, &ToolsViewModel::update);
    connect(&session, &Session::refreshRequested, this, [this] {
        if (!m_list && m_session.connection())
            m_tools.showBusy();
    });
    connect(&session, &Session::timeZoneChanged, this, &ToolsViewModel::changed);
    connect(&session, &Session::profileChanged, this, [this] {
        refreshDetail();
        Q_EMIT profileChanged();
    });
    connect(&m_tools, &ToolListModel::reloadRequested, &session, &Session::refresh);
    update();
}

void ToolsViewModel::forget()
{
    m_list.reset();
    m_stale.reset();
    m_readAt = {};
    showTool(std::nullopt);
    m_tools.setCommand(command());
    m_tools.showRecords({});
    m_tools.showGap({}, {}, {});
    m_tools.showBusy();
    Q_EMIT changed();
}

void ToolsViewModel::update()
{
    if (m_session.lastState())
        take(*m_session.lastState());
    else if (m_session.connection())
        m_tools.showBusy();
    else
        m_tools.showFailure(noList(m_session));
    Q_EMIT changed();
}

void ToolsViewModel::take(const engine::ConnectionState &state)
{
    if (!state.tools) {
        const Error error = state.toolsError ? *state.toolsError
                            : state.mcpError ? *state.mcpError
                                             : noList(m_session);
        if (m_list) {
            m_stale = error;
            describeGaps();
        } else {
            m_tools.showFailure(error);
        }
        return;
    }
    const bool wasStale = m_stale.has_value();
    m_readAt = state.checkedAt;
    m_stale.reset();
    if (m_list && isSame(*m_list, *state.tools)) {
        if (wasStale)
            describeGaps();
        return;
    }
    m_list = state.tools;
    m_tools.showRecords(toolRecords(contract::embeddedContract(), *m_list));
    describeGaps();
    refreshDetail();
}

/** The worst in one sentence, the others behind it: a list with a gap must not look whole. */
void ToolsViewModel::describeGaps()
{
    QStringList said;
    QStringList details;
    QByteArray raw = m_list->rawPages.join('\n');
    if (m_stale) {
        said.append(tr("The tool list could not be read again: this is the one of %1.").arg(readTime()));
        details.append(base::visibleText(m_stale->message + u' ' + m_stale->remedy));
        raw = m_stale->raw;
    }
    if (!m_list->complete) {
        said.append(tr("The tool list is incomplete: tools may be missing."));
        details.append(base::visibleText(m_list->incompleteReason));
    }
    if (m_list->tools.isEmpty() && m_list->broken.isEmpty()) {
        said.append(tr("This engine advertises no tools."));
        details.append(tr("An engine shows none for a product edition that it does not know. A model that "
                          "connects here can call nothing."));
    }
    if (!m_list->broken.isEmpty()) {
        QStringList lines;
        for (const mcp::BrokenTool &item : m_list->broken)
            lines.append(brokenLine(item));
        said.append(lines.size() == 1 ? tr("One item of the tool list cannot be used.")
                                      : tr("%1 items of the tool list cannot be used.").arg(lines.size()));
        details.append(firstLines(lines));
    }
    if (!m_list->warnings.isEmpty()) {
        if (said.isEmpty())
            said.append(tr("The tool list has oddities."));
        details.append(firstLines(m_list->warnings));
    }
    m_tools.showGap(said.join(u' '), details.join(u'\n'), raw);
}

QString ToolsViewModel::readTime() const
{
    base::Timestamp time;
    time.instant = m_readAt;
    return m_session.formatted(time);
}

QString ToolsViewModel::summary() const
{
    if (!m_list)
        return {};
    const QLocale locale;
    QStringList parts{tr("%1 advertised").arg(locale.toString(m_list->tools.size()))};
    const auto count = [this](ToolRecord::Kind kind) {
        return std::count_if(m_tools.records().cbegin(), m_tools.records().cend(),
                             [kind](const ToolRecord &record) { return record.kind == kind; });
    };
    if (const auto omitted = count(ToolRecord::Kind::Omitted))
        parts.append(m_list->complete ? tr("%1 of the contract not advertised").arg(omitted)
                                      : tr("%1 of the contract not seen").arg(omitted));
    if (const auto broken = count(ToolRecord::Kind::Broken))
        parts.append(tr("%1 unusable").arg(broken));
    parts.append(tr("read %1").arg(readTime()));
    return parts.join(u" · "_s);
}

void ToolsViewModel::open(const QString &key)
{
    // A heading has no details: those of the last tool stay.
    if (key.startsWith("group:"_L1))
        return;
    const ToolRecord *record = m_tools.find(key);
    showTool(record ? std::optional(*record) : std::nullopt);
}

void ToolsViewModel::close()
{
    showTool(std::nullopt);
}

void ToolsViewModel::showTool(const std::optional<ToolRecord> &record)
{
    m_detail.show(record, m_session.profileName());
    m_trial.show(record);
}

void ToolsViewModel::refreshDetail()
{
    if (!m_detail.key().isEmpty())
        open(m_detail.key());
}

QString ToolsViewModel::command() const
{
    const engine::EngineAddress &address = m_session.connection()->address();
    const QString plainRoot = address.restRoot.toString(QUrl::FullyEncoded);
    const QString plainEndpoint = address.mcp.toString(QUrl::FullyEncoded);
    const QString root = base::shellQuoted(plainRoot);
    const QString endpoint = base::shellQuoted(plainEndpoint);
    if (root.isEmpty() || endpoint.isEmpty())
        return {};
    return u"algentactl tools --engine "_s + root +
           (plainEndpoint == plainRoot + "/mcp"_L1 ? QString() : u" --mcp "_s + endpoint);
}

} // namespace algenta::console
