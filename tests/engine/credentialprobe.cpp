// SPDX-License-Identifier: Apache-2.0
#include "core/engine/credentialstore.h"

#include "core/base/ondone.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QTimer>

#include <qt6keychain/keychain.h>

#include <cstdio>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;

namespace
{

/** Runs the steps that the arguments name, one after the other, and prints one line for each. */
class Probe : public QObject
{
public:
    explicit Probe(QStringList steps)
        : m_steps(std::move(steps))
        , m_store(std::chrono::seconds(20))
    {
    }

    void next()
    {
        if (m_steps.isEmpty()) {
            QCoreApplication::quit();
            return;
        }
        const QStringList words = m_steps.takeFirst().split(u' ');
        const engine::CredentialBinding binding{words.value(1),
                                                QByteArray::fromHex(words.value(2).toLatin1())};
        const QString &verb = words.constFirst();
        if (verb == "read"_L1) {
            base::onDone(m_store.read(binding), this,
                         [this](const engine::CredentialResult<engine::SharedSecret> &key) {
                             say(key ? "key " + (*key)->view().toByteArray() : named(key.error()));
                         });
        } else if (verb == "write"_L1) {
            report(m_store.write(binding, base::Secret(words.value(3).toLatin1())));
        } else if (verb == "remove"_L1) {
            report(m_store.remove(binding));
        } else if (verb == "plant"_L1) {
            plant(binding, words.value(3));
        } else if (verb == "lock"_L1) {
            lock();
        } else {
            say("unknown step");
        }
    }

private:
    void report(const QFuture<engine::CredentialResult<bool>> &future)
    {
        base::onDone(future, this, [this](const engine::CredentialResult<bool> &done) {
            say(done ? QByteArray("done") : named(done.error()));
        });
    }

    /** Another program writes something under the name that this one looks up. */
    void plant(const engine::CredentialBinding &binding, const QString &value)
    {
        auto *job = new QKeychain::WritePasswordJob(u"Algenta Operator Console"_s, this);
        job->setKey(engine::credentialEntryName(binding));
        job->setTextData(value);
        connect(job, &QKeychain::Job::finished, this, [this] { say("done"); });
        job->start();
    }

    void lock()
    {
        QDBusMessage message =
            QDBusMessage::createMethodCall(u"org.freedesktop.secrets"_s, u"/org/freedesktop/secrets"_s,
                                           u"org.freedesktop.Secret.Service"_s, u"Lock"_s);
        message << QVariant::fromValue(
            QList<QDBusObjectPath>{QDBusObjectPath(u"/org/freedesktop/secrets/aliases/default"_s)});
        const QDBusMessage answer = QDBusConnection::sessionBus().call(message);
        say(answer.type() == QDBusMessage::ErrorMessage ? answer.errorMessage().toUtf8()
                                                        : QByteArray("done"));
    }

    static QByteArray named(const engine::CredentialFailure &failure)
    {
        constexpr std::array names{"not found", "no service", "locked", "refused", "foreign", "failed"};
        return QByteArray(names.at(static_cast<std::size_t>(failure.trouble))) +
               (failure.offersMemoryOnly() && failure.remedy.isEmpty() ? " without advice" : "") + ": " +
               failure.message.toUtf8();
    }

    void say(const QByteArray &line)
    {
        std::printf("%s\n", line.constData());
        std::fflush(stdout);
        QTimer::singleShot(0, this, &Probe::next);
    }

    QStringList m_steps;
    engine::CredentialStore m_store;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    Probe probe(application.arguments().sliced(1));
    QTimer::singleShot(0, &probe, &Probe::next);
    return QCoreApplication::exec();
}
