// SPDX-License-Identifier: Apache-2.0
#include "app/console/contract/contractviewmodel.h"

#include <QCryptographicHash>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using contract::embeddedContract;

namespace
{

QVariantMap row(const QString &label, const QString &value, const QString &note = {}, bool mono = false)
{
    return {{u"label"_s, label}, {u"value"_s, value}, {u"note"_s, note}, {u"mono"_s, mono}};
}

} // namespace

ContractViewModel::ContractViewModel(Session &session, QObject *parent)
    : QObject(parent)
    , m_live(session, this)
    , m_parity(session, this)
    , m_execution(session, this)
{
    connect(&m_parity, &ParityState::changed, this, &ContractViewModel::statusChanged);
}

QString ContractViewModel::version() const
{
    return embeddedContract().version;
}

QVariantList ContractViewModel::contractRows() const
{
    const contract::ToolContract &copy = embeddedContract();
    const QByteArray hash =
        QCryptographicHash::hash(contract::embeddedContractBytes(), QCryptographicHash::Sha256).toHex();
    QVariantList rows{row(tr("Version"), copy.version, {}, true)};
    if (!copy.status.isEmpty())
        rows.append(row(tr("Status"), copy.status));
    rows.append(row(tr("Default profile"), contract::profileText(copy.defaultProfile()), {}, true));
    rows.append(row(tr("Never given to a model"), copy.neverModelFacing.join(u", "_s),
                    tr("under every profile, in schemas and in arguments"), true));
    rows.append(row(tr("Flat names"), copy.namePattern, {}, true));
    rows.append(row(tr("SHA-256"), QString::fromLatin1(hash), {}, true));
    return rows;
}

QVariantList ContractViewModel::profileRows() const
{
    QVariantList rows;
    for (const contract::Profile &profile : embeddedContract().profiles) {
        QStringList notes{profile.description};
        if (profile.isDefault)
            notes.prepend(tr("Default."));
        if (profile.optInOnly)
            notes.prepend(tr("Opt-in only."));
        rows.append(row(contract::profileText(profile.name),
                        profile.everything ? tr("everything that the engine advertises")
                                           : profile.tools.join(u", "_s),
                        notes.join(u' '), !profile.everything));
    }
    return rows;
}

QVariantList ContractViewModel::gateRows() const
{
    QVariantList rows;
    for (const contract::Gate &gate : embeddedContract().gates)
        rows.append(row(gate.name, gate.code,
                        //: %1 is what the gate means, %2 the field that an operator can pass it with
                        tr("%1 An operator passes it with %2.").arg(gate.meaning, gate.bypassField), true));
    return rows;
}

QVariantList ContractViewModel::requirementRows() const
{
    QVariantList rows;
    for (const contract::Profile &profile : embeddedContract().profiles) {
        for (qsizetype i = 0; i < profile.requirements.size(); ++i)
            rows.append(row(u"%1 %2"_s.arg(contract::profileText(profile.name)).arg(i + 1),
                            profile.requirements.at(i)));
    }
    return rows;
}

QString ContractViewModel::embeddedText() const
{
    return QString::fromUtf8(contract::embeddedContractBytes());
}

} // namespace algenta::console
