// SPDX-License-Identifier: Apache-2.0
#include "core/engine/credentialstore.h"

#include "core/base/redaction.h"
#include "core/base/textsafety.h"
#include "core/engine/keychainstate.h"
#include "core/mcp/pendinganswer.h"
#include "core/net/tlsoptions.h"

#include <QTimer>

#include <qt6keychain/keychain.h>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;

namespace
{

const QString service = u"Algenta Operator Console"_s;
const QByteArray format = "algenta-credential-1";

enum class Verb { Read, Write, Remove };

QByteArray boundValue(const CredentialBinding &binding, const base::Secret &key)
{
    QByteArray value;
    value.reserve(format.size() + binding.origin.size() + 64 + key.view().size() + 4);
    value.append(format).append('\n').append(binding.origin.toUtf8()).append('\n');
    value.append(net::pinText(binding.pin).toLatin1()).append('\n').append(key.view());
    return value;
}

CredentialFailure failure(CredentialTrouble trouble, const QString &message, const QString &remedy)
{
    return {trouble, message, remedy};
}

const QString memoryOnly = u"Until then the key can be kept in memory; it goes when the program ends."_s;

CredentialFailure noService(bool hasBus)
{
    return failure(CredentialTrouble::NoService,
                   hasBus ? u"No keychain runs in this session."_s
                          : u"This session has no message bus (D-Bus), so there is no keychain."_s,
                   u"Start a keychain such as GNOME Keyring or KWallet. "_s + memoryOnly);
}

CredentialFailure locked()
{
    return failure(CredentialTrouble::Locked, u"The keychain is locked."_s,
                   u"Unlock it in the desktop's password manager, then try again. "_s + memoryOnly);
}

CredentialFailure notFound(const CredentialBinding &binding)
{
    return failure(
        CredentialTrouble::NotFound,
        u"The keychain holds no key for %1%2."_s.arg(base::elidedText(binding.origin, 200),
                                                     binding.pin.isEmpty() ? QString() : u" with this pin"_s),
        u"Enter the reading key of this engine."_s);
}

CredentialFailure refused(const QString &said)
{
    return failure(CredentialTrouble::Refused,
                   u"The keychain refused%1."_s.arg(
                       said.isEmpty() ? QString() : u": "_s + base::elidedText(base::redact(said), 200)),
                   u"Allow this program to use the keychain. "_s + memoryOnly);
}

CredentialFailure failed(const QString &said)
{
    return failure(CredentialTrouble::Failed,
                   u"The keychain did not do it: %1."_s.arg(
                       said.isEmpty() ? u"it gives no reason"_s : base::elidedText(base::redact(said), 200)),
                   u"Look at the keychain of this desktop. "_s + memoryOnly);
}

/** The reason behind an error of the keychain library, with what the session bus says. */
CredentialFailure explain(int error, const QString &said, KeychainState state,
                          const CredentialBinding &binding)
{
    if (state == KeychainState::NoBus || state == KeychainState::NoService)
        return noService(state == KeychainState::NoService);
    if (state == KeychainState::Locked)
        return locked();
    switch (error) {
    case QKeychain::EntryNotFound:
        return notFound(binding);
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
    case QKeychain::CouldNotDeleteEntry:
        return refused(said);
    case QKeychain::NoBackendAvailable:
        return noService(true);
    default:
        return failed(said);
    }
}

} // namespace

struct CredentialStore::Task {
    CredentialBinding binding;
    mcp::PendingValue<CredentialResult<SharedSecret>> value{
        tl::unexpected(failed(u"it was not waited for"_s))};
    mcp::PendingValue<CredentialResult<bool>> done{tl::unexpected(failed(u"it was not waited for"_s))};
    QTimer patience;
    bool isOver = false;

    void fail(const CredentialFailure &why)
    {
        isOver = true;
        patience.stop();
        value.finish(tl::unexpected(why));
        done.finish(tl::unexpected(why));
    }
};

CredentialBinding credentialBinding(const EngineAddress &address, const QByteArray &pin)
{
    EngineAddress mcp;
    mcp.restRoot = address.mcp;
    const QString origin = address.origin();
    const QString mcpOrigin = mcp.origin();
    return {origin == mcpOrigin ? origin : origin + u' ' + mcpOrigin, pin};
}

QString credentialEntryName(const CredentialBinding &binding)
{
    const QString name = u"reading key for "_s + binding.origin;
    return binding.pin.isEmpty() ? name : name + u' ' + net::pinText(binding.pin);
}

CredentialStore::CredentialStore(std::chrono::milliseconds patience, QObject *parent)
    : QObject(parent)
    , m_patience(patience)
{
}

CredentialStore::~CredentialStore() = default;

std::shared_ptr<CredentialStore::Task> CredentialStore::begin(const CredentialBinding &binding)
{
    auto task = std::make_shared<Task>();
    task->binding = binding;
    task->patience.setSingleShot(true);
    connect(&task->patience, &QTimer::timeout, this, [weak = std::weak_ptr(task), time = m_patience] {
        if (const auto waiting = weak.lock())
            waiting->fail(failed(u"it did not answer within %1 s"_s.arg(time.count() / 1000)));
    });
    task->patience.start(m_patience);
    return task;
}

QFuture<CredentialResult<SharedSecret>> CredentialStore::read(const CredentialBinding &binding)
{
    const auto task = begin(binding);
    const auto future = task->value.future();
    askKeychainState(this, [this, task](KeychainState state) {
        if (state == KeychainState::NoBus || state == KeychainState::NoService) {
            task->fail(noService(state == KeychainState::NoService));
            return;
        }
        auto *job = new QKeychain::ReadPasswordJob(service, this);
        job->setInsecureFallback(false);
        job->setKey(credentialEntryName(task->binding));
        connect(job, &QKeychain::Job::finished, this,
                [this, task, job] { finishRead(task, job->error(), job->errorString(), job->binaryData()); });
        job->start();
    });
    return future;
}

void CredentialStore::finishRead(const std::shared_ptr<Task> &task, int error, const QString &said,
                                 QByteArray data)
{
    if (task->isOver)
        return;
    if (error != QKeychain::NoError) {
        // A locked keychain says that it has no such entry.
        askKeychainState(this, [task, error, said](KeychainState state) {
            task->fail(explain(error, said, state, task->binding));
        });
        return;
    }
    const QByteArray head = boundValue(task->binding, base::Secret());
    if (!data.startsWith(head) || data.size() == head.size()) {
        const base::Secret wiped = base::Secret::takeFrom(data);
        task->fail(failure(CredentialTrouble::Foreign,
                           u"What the keychain holds under this name is not a key for %1."_s.arg(
                               base::elidedText(task->binding.origin, 200)),
                           u"Remove that entry, and enter the key anew."_s));
        return;
    }
    auto secret = std::make_shared<const base::Secret>(QByteArrayView(data).sliced(head.size()));
    const base::Secret wiped = base::Secret::takeFrom(data);
    task->isOver = true;
    task->value.finish(SharedSecret(std::move(secret)));
}

QFuture<CredentialResult<bool>> CredentialStore::write(const CredentialBinding &binding,
                                                       const base::Secret &key)
{
    const auto task = begin(binding);
    const auto future = task->done.future();
    if (key.isEmpty()) {
        task->fail(failed(u"an empty key is not kept"_s));
        return future;
    }
    const auto value = std::make_shared<const base::Secret>(boundValue(binding, key));
    askKeychainState(this, [this, task, value](KeychainState state) {
        if (state == KeychainState::NoBus || state == KeychainState::NoService) {
            task->fail(noService(state == KeychainState::NoService));
            return;
        }
        // What another program wrote under the name may be of a kind that writing does not replace.
        auto *removal = new QKeychain::DeletePasswordJob(service, this);
        removal->setInsecureFallback(false);
        removal->setKey(credentialEntryName(task->binding));
        connect(removal, &QKeychain::Job::finished, this, [this, task, value] { put(task, value); });
        removal->start();
    });
    return future;
}

void CredentialStore::put(const std::shared_ptr<Task> &task, const SharedSecret &value)
{
    if (task->isOver)
        return;
    auto *job = new QKeychain::WritePasswordJob(service, this);
    job->setInsecureFallback(false);
    job->setKey(credentialEntryName(task->binding));
    job->setBinaryData(value->view().toByteArray());
    connect(job, &QKeychain::Job::finished, this,
            [this, task, job] { finishChange(task, job->error(), job->errorString()); });
    job->start();
}

QFuture<CredentialResult<bool>> CredentialStore::remove(const CredentialBinding &binding)
{
    const auto task = begin(binding);
    const auto future = task->done.future();
    askKeychainState(this, [this, task](KeychainState state) {
        if (state == KeychainState::NoBus || state == KeychainState::NoService) {
            task->fail(noService(state == KeychainState::NoService));
            return;
        }
        auto *job = new QKeychain::DeletePasswordJob(service, this);
        job->setInsecureFallback(false);
        job->setKey(credentialEntryName(task->binding));
        connect(job, &QKeychain::Job::finished, this, [this, task, job] {
            // That there was none is as good.
            const bool wasNone = job->error() == QKeychain::EntryNotFound;
            finishChange(task, wasNone ? int(QKeychain::NoError) : int(job->error()), job->errorString());
        });
        job->start();
    });
    return future;
}

void CredentialStore::finishChange(const std::shared_ptr<Task> &task, int error, const QString &said)
{
    // A locked keychain reports a removal as done that it has not made.
    askKeychainState(this, [task, error, said](KeychainState state) {
        if (task->isOver)
            return;
        if (error != QKeychain::NoError || state == KeychainState::Locked) {
            task->fail(explain(error, said, state, task->binding));
            return;
        }
        task->isOver = true;
        task->done.finish(true);
    });
}

} // namespace algenta::engine
