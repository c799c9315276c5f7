// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/doctorcommand.h"

#include "core/engine/doctorreport.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;

CommandSpec DoctorCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"doctor"_s};
    spec.positional = u"URL"_s;
    spec.summary = u"Look at the connection to an engine, step by step."_s;
    spec.description =
        u"From name lookup and TLS to the key, the tool list and the clock: each step is done, skipped with\n"
        "a reason, or failed with what to do. It only reads. The key is not sent before the connection is\n"
        "known to be safe."_s;
    spec.options = connectionOptions() + commonOptions();
    spec.exitCodes = u"  0  no step failed\n"
                     "  1  a step failed\n"
                     "  2  wrong usage"_s;
    return spec;
}

void DoctorCommand::start()
{
    auto opened = openEngine(arguments(), arguments().positional());
    if (!opened) {
        fail(opened.error());
        return;
    }
    const EngineAccess &access = **opened;
    if (arguments().keychainKey())
        output().message(u"The key is that of the keychain for this address and pin."_s);
    m_origin = access.address.origin();
    m_doctor =
        std::make_unique<engine::Doctor>(access.address, access.key.clone(), access.connection->link());
    connect(m_doctor.get(), &engine::Doctor::finished, this, &DoctorCommand::print);
    m_doctor->start();
}

void DoctorCommand::print()
{
    const bool isGood = m_doctor->allGood();
    if (output().isJson()) {
        output().document(engine::doctorReport(m_origin, isGood, m_doctor->steps()));
    } else {
        const QStringList lines = engine::doctorLines(m_doctor->steps());
        for (const QString &line : lines)
            output().line(line);
    }
    Q_EMIT finished(isGood ? ExitCode::Good : ExitCode::Finding);
}

} // namespace algenta::ctl
