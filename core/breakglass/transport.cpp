// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/transport.h"

#include <QFile>

#include <array>
#include <cstring>
#include <optional>

#include <unistd.h>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr int listening = 0x0A;

tl::unexpected<base::Error> refuse(const QString &why, const QString &remedy)
{
    return base::fail(base::ErrorCode::NotAllowed,
                      u"The operator key does not travel there: %1 Nothing was sent."_s.arg(why), remedy);
}

/** The kernel prints each 32 bits of an address in network order as one number of this machine. */
std::optional<QByteArray> addressBytes(const QByteArray &hex)
{
    if (hex.size() != 8 && hex.size() != 32)
        return std::nullopt;
    QByteArray bytes;
    for (qsizetype at = 0; at < hex.size(); at += 8) {
        bool isHex = false;
        const quint32 word = hex.mid(at, 8).toUInt(&isHex, 16);
        if (!isHex)
            return std::nullopt;
        std::array<char, sizeof word> raw = {};
        std::memcpy(raw.data(), &word, sizeof word);
        bytes.append(raw.data(), raw.size());
    }
    return bytes;
}

bool reachesLoopback(const QByteArray &address)
{
    if (address == QByteArray(address.size(), '\0'))
        return true;
    if (address.size() == 4)
        return address.at(0) == 127;
    if (address == QByteArray(15, '\0') + '\1')
        return true;
    const QByteArray mapped = QByteArray(10, '\0') + "\xff\xff";
    return address.startsWith(mapped) && (address.at(12) == 127 || address.endsWith(QByteArray(4, '\0')));
}

} // namespace

QList<Listener> parseListeners(const QByteArray &table)
{
    QList<Listener> found;
    for (const QByteArray &line : table.split('\n')) {
        const QByteArrayList fields = line.simplified().split(' ');
        if (fields.size() < 8)
            continue;
        const QByteArrayList local = fields.at(1).split(':');
        bool isPort = false;
        bool isState = false;
        bool isUid = false;
        const quint16 port = local.value(1).toUShort(&isPort, 16);
        const int state = fields.at(3).toInt(&isState, 16);
        const quint32 uid = fields.at(7).toUInt(&isUid);
        const auto address = addressBytes(local.value(0));
        if (isPort && isState && isUid && address && state == listening)
            found.append(Listener{port, uid, reachesLoopback(*address)});
    }
    return found;
}

base::Result<QList<Listener>> readListeners()
{
    QList<Listener> found;
    for (const QString &path : {u"/proc/self/net/tcp"_s, u"/proc/self/net/tcp6"_s}) {
        QFile table(path);
        // A kernel without IPv6 has no second table, and then nothing listens there.
        if (!table.exists() && path.endsWith(u'6'))
            continue;
        if (!table.open(QIODevice::ReadOnly))
            return base::fail(
                base::ErrorCode::StorageFailed,
                u"It cannot be told who listens on this machine: %1 cannot be read."_s.arg(path),
                u"Connect to this engine with https."_s);
        found.append(parseListeners(table.readAll()));
    }
    return found;
}

QString keyTransportName(KeyTransport transport)
{
    switch (transport) {
    case KeyTransport::Tls:
        return u"tls"_s;
    case KeyTransport::OwnEngine:
        return u"own_engine"_s;
    case KeyTransport::OtherUser:
        return u"loopback_other_user"_s;
    }
    return {};
}

base::Result<KeyTransport> judgeTransport(const engine::EngineAddress &address, bool ownEngine,
                                          const QList<Listener> &listeners, quint32 ownUid)
{
    if (address.restRoot.scheme() == "https"_L1)
        return KeyTransport::Tls;
    if (!address.isLoopback())
        return refuse(u"plain http to another machine can be read on the way."_s,
                      u"Connect to this engine with https."_s);
    if (ownEngine)
        return KeyTransport::OwnEngine;
    const int port = address.restRoot.port(80);
    bool any = false;
    for (const Listener &listener : listeners) {
        if (listener.port != port || !listener.loopback)
            continue;
        if (listener.uid == ownUid)
            return refuse(
                u"port %1 of this machine is held by a program of your own user, which could be any "
                "program that you run."_s.arg(port),
                u"Run the engine or the console as another user, or connect with https."_s);
        any = true;
    }
    if (!any)
        return refuse(u"nothing is seen to listen on port %1 of this machine."_s.arg(port),
                      u"Start the engine, or connect with https."_s);
    return KeyTransport::OtherUser;
}

base::Result<KeyTransport> checkTransport(const engine::EngineAddress &address, bool ownEngine)
{
    if (address.restRoot.scheme() == "https"_L1 || ownEngine)
        return judgeTransport(address, ownEngine, {}, ::geteuid());
    const auto listeners = readListeners();
    if (!listeners)
        return base::fail(listeners.error());
    return judgeTransport(address, ownEngine, *listeners, ::geteuid());
}

} // namespace algenta::breakglass
