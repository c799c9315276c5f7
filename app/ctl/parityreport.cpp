// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/parityreport.h"

#include "core/base/textsafety.h"

#include <QCryptographicHash>
#include <QUrl>
#include <QXmlStreamWriter>

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using contract::ParityFinding;
using contract::ParityRule;
using contract::ParityRuleText;

namespace
{

/** Names come from outside; what another program reads has no control character or half pair in it. */
QString safe(const QString &text)
{
    return base::visibleText(text);
}

Json message(const QString &text)
{
    Json json = Json::object();
    json.set(u"text"_s, Json::string(safe(text)));
    return json;
}

Json ruleJson(const ParityRuleText &rule)
{
    Json configuration = Json::object();
    configuration.set(u"level"_s, Json::string(u"error"_s));
    Json json = Json::object();
    json.set(u"id"_s, Json::string(rule.id));
    json.set(u"name"_s, Json::string(rule.name));
    json.set(u"shortDescription"_s, message(rule.holds));
    json.set(u"defaultConfiguration"_s, configuration);
    return json;
}

/** A file's name as a relative or file: reference; an engine's origin is one already. */
QString reference(const QString &source)
{
    if (source.startsWith("http://"_L1) || source.startsWith("https://"_L1))
        return source;
    if (source.startsWith(u'/'))
        return QUrl::fromLocalFile(source).toString(QUrl::FullyEncoded);
    return QString::fromLatin1(QUrl::toPercentEncoding(source, "/"));
}

Json locationJson(const ParitySection &section, const ParityFinding &finding)
{
    Json artifact = Json::object();
    artifact.set(u"uri"_s, Json::string(reference(section.source)));
    Json physical = Json::object();
    physical.set(u"artifactLocation"_s, artifact);
    Json json = Json::object();
    json.set(u"physicalLocation"_s, physical);
    Json logical = Json::array();
    const QStringList places = finding.places.isEmpty() ? QStringList(QString()) : finding.places;
    for (const QString &place : places) {
        const bool isTool = finding.subject != place && !finding.subject.startsWith(u'/');
        Json item = Json::object();
        item.set(u"name"_s, Json::string(safe(finding.subject)));
        item.set(u"fullyQualifiedName"_s, Json::string(safe(isTool ? finding.subject + place : place)));
        logical.append(item);
    }
    json.set(u"logicalLocations"_s, logical);
    return json;
}

/** The same for the same finding in every run, so that a reader of many runs can tell new ones. */
QString fingerprint(const ParityFinding &finding)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const QString rule = contract::parityRuleText(finding.rule).id;
    for (const QString &part : QStringList{rule, finding.profile, finding.subject} + finding.places)
        hash.addData(QByteArray::number(part.size()) + ':' + part.toUtf8());
    return QString::fromLatin1(hash.result().toHex());
}

Json resultJson(const ParitySection &section, const ParityFinding &finding)
{
    const ParityRuleText &rule = contract::parityRuleText(finding.rule);
    const QString profile = finding.profile.isEmpty() ? QString() : finding.profile + u": "_s;
    Json fingerprints = Json::object();
    fingerprints.set(u"algentaParity/v1"_s, Json::string(fingerprint(finding)));
    Json locations = Json::array();
    locations.append(locationJson(section, finding));
    Json json = Json::object();
    json.set(u"ruleId"_s, Json::string(rule.id));
    json.set(u"ruleIndex"_s, Json::integer(static_cast<int>(finding.rule)));
    json.set(u"level"_s, Json::string(u"error"_s));
    json.set(u"message"_s, message(profile + finding.subject + u": "_s + finding.detail));
    json.set(u"locations"_s, locations);
    json.set(u"partialFingerprints"_s, fingerprints);
    return json;
}

void writeCase(QXmlStreamWriter &xml, const ParitySection &section, const ParityRuleText &rule)
{
    xml.writeStartElement(u"testcase"_s);
    xml.writeAttribute(u"name"_s, rule.id + u' ' + rule.name);
    xml.writeAttribute(u"classname"_s, u"parity."_s + section.title);
    xml.writeAttribute(u"time"_s, u"0"_s);
    QStringList broken;
    for (const ParityFinding &finding : section.findings) {
        if (finding.rule == rule.rule)
            broken.append(safe(finding.subject) + u": "_s + safe(finding.detail));
    }
    if (!broken.isEmpty()) {
        xml.writeStartElement(u"failure"_s);
        xml.writeAttribute(u"message"_s, rule.holds);
        xml.writeAttribute(u"type"_s, rule.id);
        xml.writeCharacters(broken.join(u'\n'));
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

/** How many rules of a section are broken. */
qsizetype brokenRules(const ParitySection &section)
{
    return std::count_if(section.rules.cbegin(), section.rules.cend(), [&section](ParityRule rule) {
        return std::any_of(section.findings.cbegin(), section.findings.cend(),
                           [rule](const ParityFinding &finding) { return finding.rule == rule; });
    });
}

/** The form that the schema of Ant's JUnit reports asks for, which the readers of such reports agree on. */
class JunitSuites
{
public:
    JunitSuites(QXmlStreamWriter &xml, const QDateTime &time)
        : m_xml(xml)
        , m_time(time.toUTC().toString(u"yyyy-MM-ddTHH:mm:ss"_s))
    {
    }

    void section(const ParitySection &section)
    {
        begin(section.title, section.rules.size(), brokenRules(section), 0);
        m_xml.writeStartElement(u"properties"_s);
        m_xml.writeEmptyElement(u"property"_s);
        m_xml.writeAttribute(u"name"_s, u"source"_s);
        m_xml.writeAttribute(u"value"_s, safe(section.source));
        m_xml.writeEndElement();
        for (const ParityRuleText &rule : contract::parityRules()) {
            if (section.rules.contains(rule.rule))
                writeCase(m_xml, section, rule);
        }
        end();
    }

    void gaps(const QStringList &gaps)
    {
        begin(u"gaps"_s, gaps.size(), 0, gaps.size());
        m_xml.writeEmptyElement(u"properties"_s);
        for (qsizetype i = 0; i < gaps.size(); ++i) {
            m_xml.writeStartElement(u"testcase"_s);
            m_xml.writeAttribute(u"name"_s, u"gap %1"_s.arg(i + 1));
            m_xml.writeAttribute(u"classname"_s, u"parity.gaps"_s);
            m_xml.writeAttribute(u"time"_s, u"0"_s);
            m_xml.writeEmptyElement(u"skipped"_s);
            m_xml.writeAttribute(u"message"_s, safe(gaps[i]));
            m_xml.writeEndElement();
        }
        end();
    }

private:
    void begin(const QString &name, qsizetype tests, qsizetype failures, qsizetype skipped)
    {
        m_xml.writeStartElement(u"testsuite"_s);
        m_xml.writeAttribute(u"package"_s, u"parity"_s);
        m_xml.writeAttribute(u"id"_s, QString::number(m_id++));
        m_xml.writeAttribute(u"name"_s, name);
        m_xml.writeAttribute(u"timestamp"_s, m_time);
        m_xml.writeAttribute(u"hostname"_s, u"localhost"_s);
        m_xml.writeAttribute(u"tests"_s, QString::number(tests));
        m_xml.writeAttribute(u"failures"_s, QString::number(failures));
        m_xml.writeAttribute(u"errors"_s, u"0"_s);
        m_xml.writeAttribute(u"skipped"_s, QString::number(skipped));
        m_xml.writeAttribute(u"time"_s, u"0"_s);
    }

    void end()
    {
        m_xml.writeEmptyElement(u"system-out"_s);
        m_xml.writeEmptyElement(u"system-err"_s);
        m_xml.writeEndElement();
    }

    QXmlStreamWriter &m_xml;
    QString m_time;
    int m_id = 0;
};

} // namespace

bool ParityReport::holds() const
{
    return std::all_of(sections.cbegin(), sections.cend(),
                       [](const ParitySection &section) { return section.findings.isEmpty(); });
}

Json sarifDocument(const ParityReport &report, const QString &version)
{
    // Every rule, by number: a result names its place in this list.
    Json rules = Json::array();
    for (const ParityRuleText &rule : contract::parityRules())
        rules.append(ruleJson(rule));
    Json driver = Json::object();
    driver.set(u"name"_s, Json::string(u"algentactl parity"_s));
    driver.set(u"version"_s, Json::string(version));
    driver.set(u"rules"_s, rules);
    Json tool = Json::object();
    tool.set(u"driver"_s, driver);

    Json results = Json::array();
    for (const ParitySection &section : report.sections) {
        for (const ParityFinding &finding : section.findings)
            results.append(resultJson(section, finding));
    }
    Json notifications = Json::array();
    for (const QString &gap : report.gaps) {
        Json item = Json::object();
        item.set(u"level"_s, Json::string(u"warning"_s));
        item.set(u"message"_s, message(gap));
        notifications.append(item);
    }
    Json invocation = Json::object();
    invocation.set(u"executionSuccessful"_s, Json::boolean(report.gaps.isEmpty()));
    invocation.set(u"toolExecutionNotifications"_s, notifications);

    Json run = Json::object();
    run.set(u"tool"_s, tool);
    run.set(u"invocations"_s, Json::array({invocation}));
    run.set(u"results"_s, results);
    Json json = Json::object();
    json.set(
        u"$schema"_s,
        Json::string(
            u"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"_s));
    json.set(u"version"_s, Json::string(u"2.1.0"_s));
    json.set(u"runs"_s, Json::array({run}));
    return json;
}

QByteArray junitDocument(const ParityReport &report, const QDateTime &time)
{
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.setAutoFormatting(true);
    xml.setAutoFormattingIndent(2);
    xml.writeStartDocument();
    xml.writeStartElement(u"testsuites"_s);
    JunitSuites suites(xml, time);
    for (const ParitySection &section : report.sections)
        suites.section(section);
    if (!report.gaps.isEmpty())
        suites.gaps(report.gaps);
    xml.writeEndElement();
    xml.writeEndDocument();
    return bytes;
}

} // namespace algenta::ctl
