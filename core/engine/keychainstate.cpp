// SPDX-License-Identifier: Apache-2.0
#include "core/engine/keychainstate.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QStringList>

#include <utility>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr int patienceMs = 10'000;

const QString secretService = u"org.freedesktop.secrets"_s;
const QStringList wallets{u"org.kde.kwalletd5"_s, u"org.kde.kwalletd6"_s};

template<typename Reply, typename Done>
void call(QObject *context, const QDBusMessage &message, Done done)
{
    auto *watcher =
        new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(message, patienceMs), context);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, context,
                     [done = std::move(done)](QDBusPendingCallWatcher *finished) {
                         finished->deleteLater();
                         done(Reply(*finished));
                     });
}

QDBusMessage busCall(const QString &method)
{
    return QDBusMessage::createMethodCall(u"org.freedesktop.DBus"_s, u"/org/freedesktop/DBus"_s,
                                          u"org.freedesktop.DBus"_s, method);
}

/** The default collection has an alias; one that does not exist yet is as good as unlocked. */
void askLocked(QObject *context, std::function<void(KeychainState)> done)
{
    QDBusMessage message =
        QDBusMessage::createMethodCall(secretService, u"/org/freedesktop/secrets/aliases/default"_s,
                                       u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
    message << u"org.freedesktop.Secret.Collection"_s << u"Locked"_s;
    using Reply = QDBusPendingReply<QDBusVariant>;
    call<Reply>(context, message, [done = std::move(done)](const Reply &reply) {
        if (reply.isError())
            done(KeychainState::Unknown);
        else
            done(reply.value().variant().toBool() ? KeychainState::Locked : KeychainState::Unlocked);
    });
}

} // namespace

void askKeychainState(QObject *context, std::function<void(KeychainState)> done)
{
    if (!QDBusConnection::sessionBus().isConnected()) {
        done(KeychainState::NoBus);
        return;
    }
    using Names = QDBusPendingReply<QStringList>;
    call<Names>(context, busCall(u"ListNames"_s), [context, done = std::move(done)](const Names &running) {
        if (running.isError()) {
            done(KeychainState::NoBus);
            return;
        }
        if (running.value().contains(secretService)) {
            askLocked(context, done);
            return;
        }
        const bool hasWallet =
            running.value().contains(wallets.first()) || running.value().contains(wallets.last());
        call<Names>(
            context, busCall(u"ListActivatableNames"_s), [context, done, hasWallet](const Names &known) {
                const QStringList names = known.isError() ? QStringList() : known.value();
                if (names.contains(secretService))
                    askLocked(context, done); // this starts it
                else if (hasWallet || names.contains(wallets.first()) || names.contains(wallets.last()))
                    done(KeychainState::Unknown);
                else
                    done(KeychainState::NoService);
            });
    });
}

} // namespace algenta::engine
