// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/connectioncertificates.h"

#include "app/console/session/usertext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/base/timestamp.h"
#include "core/net/certificates.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

QVariantMap row(const QString &label, const QString &value)
{
    return {{u"label"_s, label}, {u"value"_s, value}, {u"mono"_s, true}};
}

/** What the handshake found wrong with one certificate; problems of none in particular count for the first.
 */
QString problemOf(const net::ConnectReport &report, qsizetype index)
{
    QStringList problems;
    for (const QSslError &problem : report.problems) {
        const qsizetype at = report.chain.indexOf(problem.certificate());
        if (at == index || (at < 0 && index == 0))
            problems.append(base::elidedText(problem.errorString(), 300));
    }
    return problems.join(u' ');
}

} // namespace

ConnectionCertificates::ConnectionCertificates(ConnectionRoster &roster, QObject *parent)
    : QObject(parent)
    , m_roster(roster)
{
    connect(&m_roster, &ConnectionRoster::changed, this, &ConnectionCertificates::changed);
}

ConnectionCertificates::~ConnectionCertificates() = default;

void ConnectionCertificates::select(const QString &id)
{
    m_id = id;
    m_probe.reset();
    m_report.reset();
    m_error.reset();
    Q_EMIT changed();
}

bool ConnectionCertificates::canLook() const
{
    const auto entry = m_roster.find(m_id);
    const auto address = entry ? engine::parseEngineAddress(entry->address, entry->mcpAddress)
                               : base::Result<engine::EngineAddress>();
    return entry && address && address->restRoot.scheme() == "https"_L1;
}

void ConnectionCertificates::look()
{
    const auto entry = m_roster.find(m_id);
    if (!entry || !canLook() || m_probe)
        return;
    m_report.reset();
    m_error.reset();
    const auto target = openable(*entry);
    if (!target) {
        m_error = target.error();
        Q_EMIT changed();
        return;
    }
    m_probe = std::make_unique<net::ConnectProbe>(target->link);
    base::onDone(m_probe->run(target->address.restRoot), m_probe.get(),
                 [this](const net::ConnectReport &report) {
                     m_report = report;
                     m_error = report.error;
                     // The context of this very call.
                     m_probe.release()->deleteLater();
                     Q_EMIT changed();
                 });
    Q_EMIT changed();
}

QString ConnectionCertificates::verdict() const
{
    if (m_error)
        return errorSentence(*m_error);
    if (!m_report)
        return {};
    const QString spoken = u"%1, %2"_s.arg(m_report->tlsProtocol, m_report->cipher);
    return pinNow().isEmpty()
               ? tr("The certificates are trusted (%1). No public key is pinned.").arg(spoken)
               : tr("The certificates are trusted and the pinned key is presented (%1).").arg(spoken);
}

QString ConnectionCertificates::verdictKind() const
{
    return m_error ? u"failed"_s : u"ok"_s;
}

QVariantList ConnectionCertificates::chain() const
{
    QVariantList list;
    const qsizetype count = m_report ? m_report->chain.size() : 0;
    for (qsizetype i = 0; i < count; ++i) {
        const net::CertificateFacts facts = net::certificateFacts(m_report->chain.at(i));
        const QVariantList rows{row(tr("Subject"), facts.subject), row(tr("Issuer"), facts.issuer),
                                row(tr("Valid"), u"%1 – %2"_s.arg(base::toRfc3339(facts.validFrom),
                                                                  base::toRfc3339(facts.validUntil))),
                                row(tr("Names"), facts.names.join(u", "_s)),
                                row(tr("Public key"), net::pinText(facts.pin))};
        list.append(QVariantMap{{u"title"_s, tr("Certificate %1 of %2").arg(i + 1).arg(count)},
                                {u"problem"_s, problemOf(*m_report, i)},
                                {u"rows"_s, rows}});
    }
    return list;
}

QByteArray ConnectionCertificates::presented() const
{
    return m_report && !m_report->chain.isEmpty() ? net::publicKeyPin(m_report->chain.constFirst())
                                                  : QByteArray();
}

QString ConnectionCertificates::presentedPin() const
{
    return net::pinText(presented());
}

QString ConnectionCertificates::pinNow() const
{
    const auto entry = m_roster.find(m_id);
    return entry ? net::pinText(entry->tls.pin) : QString();
}

bool ConnectionCertificates::canPin() const
{
    // A finished handshake means a trusted chain; only the pin itself may have failed after it.
    const auto entry = m_roster.find(m_id);
    return entry && entry->isSaved() && m_report && !m_report->tlsProtocol.isEmpty() &&
           m_report->problems.isEmpty() && !presented().isEmpty() && presented() != entry->tls.pin;
}

void ConnectionCertificates::pin()
{
    auto entry = m_roster.find(m_id);
    if (!entry || !canPin())
        return;
    const auto address = engine::parseEngineAddress(entry->address, entry->mcpAddress);
    const auto before =
        address ? std::optional(engine::credentialBinding(*address, entry->tls.pin)) : std::nullopt;
    entry->tls.pin = presented();
    m_report.reset();
    m_error.reset();
    m_roster.put(*entry);
    Q_EMIT pinned(entry->id, before);
    Q_EMIT changed();
}

} // namespace algenta::console
