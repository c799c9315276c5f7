// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/contractshowcommand.h"

#include "app/ctl/inputfile.h"
#include "core/base/jsonreader.h"
#include "core/contract/toolcontract.h"

#include <QCryptographicHash>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;

CommandSpec ContractShowCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"contract"_s, u"show"_s};
    spec.summary = u"Print a contract, byte for byte."_s;
    spec.description =
        u"Without options the tool-profile contract that this program carries. With --engine the live\n"
        "document of the engine, from GET /v1/meta/contract, or from its tool get_contract where it has\n"
        "no such route; both ask for a key. On a terminal, control characters are made visible."_s;
    spec.options = QList<OptionSpec>{{u"contract"_s, u"FILE"_s, u"a contract file, checked first"_s},
                                     {u"engine"_s, u"URL"_s, u"the live document of this engine"_s}} +
                   connectionOptions() + commonOptions();
    spec.exitCodes = u"  0  printed\n"
                     "  2  wrong usage, or there is no such document"_s;
    return spec;
}

void ContractShowCommand::start()
{
    const bool live = arguments().isSet(u"engine"_s);
    const auto file = arguments().value(u"contract"_s);
    if (live && file) {
        fail(base::fail(ErrorCode::InvalidInput, u"--engine and --contract exclude each other."_s).value());
        return;
    }
    if (!live && (arguments().isSet(u"mcp"_s) || arguments().isSet(u"key-stdin"_s))) {
        fail(base::fail(ErrorCode::InvalidInput, u"--mcp and --key-stdin go with --engine."_s).value());
        return;
    }
    if (!live) {
        const auto bytes =
            file ? readInput(*file) : base::Result<QByteArray>(contract::embeddedContractBytes());
        if (!bytes) {
            fail(bytes.error());
            return;
        }
        if (const auto parsed = contract::parseToolContract(*bytes); !parsed) {
            fail(parsed.error());
            return;
        }
        print(*bytes, file ? u"file"_s : u"embedded"_s);
        return;
    }
    auto opened = openEngine(arguments());
    if (!opened) {
        fail(opened.error());
        return;
    }
    m_engine = std::move(*opened);
    m_live.fetch(*m_engine, [this](const LiveContract::Answer &answer) {
        if (answer.bytes) {
            print(*answer.bytes, answer.source);
            return;
        }
        if (answer.restError)
            output().gap(*answer.restError);
        fail(answer.bytes.error());
    });
}

void ContractShowCommand::print(const QByteArray &bytes, const QString &source)
{
    if (!output().isJson()) {
        output().exactBytes(bytes);
        Q_EMIT finished(ExitCode::Good);
        return;
    }
    const auto document = base::readJson(bytes);
    const QByteArray hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
    Json json = Json::object();
    json.set(u"source"_s, Json::string(source));
    json.set(u"engine"_s, m_engine ? Json::string(m_engine->address.origin()) : Json());
    json.set(u"sha256"_s, Json::string(QString::fromLatin1(hash)));
    json.set(u"contract_version"_s, document ? (*document)[u"contract_version"] : Json());
    json.set(u"document"_s, document ? *document : Json());
    output().document(json);
    Q_EMIT finished(ExitCode::Good);
}

} // namespace algenta::ctl
