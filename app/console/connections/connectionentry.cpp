// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/connectionentry.h"

#include "core/base/textsafety.h"

#include <QFile>
#include <QSslCertificate>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;

namespace
{

constexpr qsizetype maxName = 80;
constexpr qint64 maxFile = 1024 * 1024;

base::Error errorOf(const QString &message, const QString &remedy)
{
    base::Error error;
    error.message = message;
    error.remedy = remedy;
    return error;
}

QByteArray beginningOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(maxFile) : QByteArray();
}

/** Certificate and key are opened together; which of the two names is at fault is told apart here. */
void checkClientCertificate(const net::TlsOptions &tls, QMap<QString, base::Error> &problems)
{
    if (tls.certificateFile.isEmpty() && tls.keyFile.isEmpty())
        return;
    if (tls.certificateFile.isEmpty() || tls.keyFile.isEmpty()) {
        problems.insert(tls.certificateFile.isEmpty() ? u"certificateFile"_s : u"keyFile"_s,
                        errorOf(u"A client certificate needs both a certificate and a key file."_s,
                                u"Name both files, or neither."_s));
        return;
    }
    net::LinkOptions options;
    options.tls.certificateFile = tls.certificateFile;
    options.tls.keyFile = tls.keyFile;
    const auto link = net::Link::open(options);
    if (link)
        return;
    if (QSslCertificate::fromData(beginningOf(tls.certificateFile), QSsl::Pem).isEmpty()) {
        problems.insert(u"certificateFile"_s, link.error());
        return;
    }
    QByteArray pem = beginningOf(tls.keyFile);
    const bool isEncrypted = pem.contains("ENCRYPTED");
    const base::Secret wiped = base::Secret::takeFrom(pem);
    problems.insert(
        u"keyFile"_s,
        isEncrypted
            ? errorOf(u"This private key is sealed by a passphrase, which the console does not ask for."_s,
                      u"Name a key file without a passphrase that only you can read."_s)
            : link.error());
}

} // namespace

bool ConnectionEntry::connectsLike(const ConnectionEntry &other) const
{
    return address == other.address && mcpAddress == other.mcpAddress && tls == other.tls &&
           plainHttpOrigin == other.plainHttpOrigin;
}

Json connectionJson(const ConnectionEntry &entry)
{
    Json json = Json::object();
    json.set(u"id"_s, Json::string(entry.id));
    json.set(u"name"_s, Json::string(entry.name));
    json.set(u"address"_s, Json::string(entry.address));
    json.set(u"mcp_address"_s, Json::string(entry.mcpAddress));
    json.set(u"ca_file"_s, Json::string(entry.tls.caFile));
    json.set(u"only_ca_file"_s, Json::boolean(!entry.tls.useSystemStore));
    json.set(u"client_certificate"_s, Json::string(entry.tls.certificateFile));
    json.set(u"client_certificate_key"_s, Json::string(entry.tls.keyFile));
    json.set(u"pin"_s, Json::string(net::pinText(entry.tls.pin)));
    json.set(u"plain_http_origin"_s, Json::string(entry.plainHttpOrigin));
    json.set(u"profile"_s, Json::string(entry.profile));
    json.set(u"key_in"_s, Json::string(entry.keyPlace == KeyPlace::Keychain ? u"keychain"_s : u"memory"_s));
    return json;
}

base::Result<ConnectionEntry> connectionFromJson(const Json &json)
{
    ConnectionEntry entry;
    entry.id = json[u"id"].toString();
    entry.name = json[u"name"].toString();
    entry.address = json[u"address"].toString();
    if (entry.id.isEmpty() || entry.address.isEmpty())
        return base::fail(ErrorCode::InvalidInput, u"A connection in the settings file has no address."_s,
                          u"Mend the file, or enter the connection anew."_s);
    entry.mcpAddress = json[u"mcp_address"].toString();
    entry.tls.caFile = json[u"ca_file"].toString();
    entry.tls.useSystemStore = !json[u"only_ca_file"].toBool();
    entry.tls.certificateFile = json[u"client_certificate"].toString();
    entry.tls.keyFile = json[u"client_certificate_key"].toString();
    if (const Json &pin = json[u"pin"]; !pin.isNull() && pin != Json::string({})) {
        // A pin that cannot be read must not become none.
        const auto parsed = net::parsePin(pin.toString());
        if (!parsed)
            return base::fail(ErrorCode::InvalidInput,
                              u"The pin of the connection “%1” in the settings file cannot be read."_s.arg(
                                  base::elidedText(entry.name, maxName)),
                              u"Mend the file, or enter the connection anew."_s);
        entry.tls.pin = *parsed;
    }
    entry.plainHttpOrigin = json[u"plain_http_origin"].toString();
    entry.profile = json[u"profile"].toString();
    entry.keyPlace = json[u"key_in"].toString() == "memory"_L1 ? KeyPlace::Memory : KeyPlace::Keychain;
    return entry;
}

base::Result<OpenableConnection> openable(const ConnectionEntry &entry)
{
    const auto address = engine::parseEngineAddress(entry.address, entry.mcpAddress);
    if (!address)
        return base::fail(address.error());
    net::LinkOptions options;
    options.tls = entry.tls;
    options.allowPlainHttp = entry.plainHttpOrigin == address->origin();
    const auto link = net::Link::open(options);
    if (!link)
        return base::fail(link.error());
    return OpenableConnection{*address, *link, engine::credentialBinding(*address, entry.tls.pin)};
}

QMap<QString, base::Error> connectionProblems(const ConnectionEntry &entry)
{
    QMap<QString, base::Error> problems;
    if (entry.name.trimmed().isEmpty() || entry.name.size() > maxName)
        problems.insert(u"name"_s, errorOf(u"The name is empty or longer than 80 characters."_s,
                                           u"Enter a name by which you know this engine."_s));
    if (const auto address = engine::parseEngineAddress(entry.address); !address)
        problems.insert(u"address"_s, address.error());
    else if (const auto both = engine::parseEngineAddress(entry.address, entry.mcpAddress); !both)
        problems.insert(u"mcpAddress"_s, both.error());
    net::LinkOptions authorities;
    authorities.tls.caFile = entry.tls.caFile;
    authorities.tls.useSystemStore = entry.tls.useSystemStore;
    if (const auto link = net::Link::open(authorities); !link)
        problems.insert(u"caFile"_s, link.error());
    checkClientCertificate(entry.tls, problems);
    return problems;
}

bool needsAgreement(const ConnectionEntry &entry)
{
    const auto address = engine::parseEngineAddress(entry.address, entry.mcpAddress);
    return address && !address->isLoopback() && entry.plainHttpOrigin != address->origin() &&
           (address->restRoot.scheme() == "http"_L1 || address->mcp.scheme() == "http"_L1);
}

QString hostName(const engine::EngineAddress &address)
{
    const QUrl &root = address.restRoot;
    return base::visibleText(root.port() < 0 ? root.host()
                                             : root.host() + u':' + QString::number(root.port()));
}

} // namespace algenta::console
