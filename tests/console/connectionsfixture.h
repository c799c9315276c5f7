// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/connections/connectionsviewmodel.h"
#include "app/demo_engine/demoengine.h"
#include "core/base/clock.h"

#include <QFile>
#include <QPromise>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>

namespace algenta::test
{

/** A keychain of the test's own, which can be locked, refuse, be absent or hang. */
class FakeVault : public console::KeyVault
{
public:
    void askState(QObject *, std::function<void(engine::KeychainState)> done) override { done(state); }
    QFuture<Read> read(const engine::CredentialBinding &binding) override
    {
        ++reads;
        QPromise<Read> promise;
        promise.start();
        const auto future = promise.future();
        if (hangs) {
            hanging.push_back({std::move(promise), binding});
            return future;
        }
        answer(promise, binding);
        return future;
    }
    QFuture<Changed> write(const engine::CredentialBinding &binding, const base::Secret &key) override
    {
        if (!trouble)
            keys[nameOf(binding)] = key.view().toByteArray();
        return changed();
    }
    QFuture<Changed> remove(const engine::CredentialBinding &binding) override
    {
        if (!trouble)
            keys.erase(nameOf(binding));
        return changed();
    }
    /** What hung is answered after all. */
    void wake()
    {
        hangs = false;
        for (Hanging &one : hanging)
            answer(one.promise, one.binding);
        hanging.clear();
    }
    static QString nameOf(const engine::CredentialBinding &binding)
    {
        return engine::credentialEntryName(binding);
    }

    engine::KeychainState state = engine::KeychainState::Unlocked;
    std::optional<engine::CredentialTrouble> trouble;
    bool hangs = false;
    int reads = 0;
    std::map<QString, QByteArray> keys;

private:
    struct Hanging {
        QPromise<Read> promise;
        engine::CredentialBinding binding;
    };
    [[nodiscard]] engine::CredentialFailure failure(engine::CredentialTrouble why) const
    {
        return {why, QStringLiteral("fake trouble %1.").arg(static_cast<int>(why)),
                QStringLiteral("Advice.")};
    }
    void answer(QPromise<Read> &promise, const engine::CredentialBinding &binding)
    {
        const auto found = keys.find(nameOf(binding));
        if (trouble)
            promise.addResult(tl::unexpected(failure(*trouble)));
        else if (found == keys.end())
            promise.addResult(tl::unexpected(failure(engine::CredentialTrouble::NotFound)));
        else
            promise.addResult(std::make_shared<const base::Secret>(QByteArrayView(found->second)));
        promise.finish();
    }
    QFuture<Changed> changed()
    {
        QPromise<Changed> promise;
        promise.start();
        promise.addResult(trouble ? Changed(tl::unexpected(failure(*trouble))) : Changed(true));
        promise.finish();
        return promise.future();
    }
    std::vector<Hanging> hanging;
};

/** The connections of a console without its window, on settings and a journal of their own. */
class ConnectionsFixture
{
public:
    explicit ConnectionsFixture(const QByteArray &settingsJson = {})
    {
        if (!settingsJson.isEmpty()) {
            QFile file(settingsPath());
            if (!file.open(QIODevice::WriteOnly) || file.write(settingsJson) < 0)
                qFatal("settings file");
        }
        begin();
        auto started = journal.start();
        if (!QTest::qWaitFor([&started] { return started.isFinished(); }, 30'000))
            qFatal("journal");
    }
    /** The program ends and starts again, with the same files. */
    void restart()
    {
        const auto kept = vault->keys;
        view.reset();
        session.reset();
        settings.reset();
        begin();
        vault->keys = kept;
    }
    void begin()
    {
        settings = std::make_unique<console::ConsoleSettings>(settingsPath());
        session = std::make_unique<console::Session>(*settings);
        auto own = std::make_unique<FakeVault>();
        vault = own.get();
        view = std::make_unique<console::ConnectionsViewModel>(*session, journal, std::move(own));
    }
    [[nodiscard]] QString settingsPath() const { return folder.filePath(QStringLiteral("settings.json")); }
    [[nodiscard]] QByteArray settingsFile() const
    {
        QFile file(settingsPath());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /** Saves a connection of that address; returns its id. */
    QString add(const QString &name, const QString &address)
    {
        view->form()->create();
        QVariantMap fields = view->form()->fields();
        fields[QStringLiteral("name")] = name;
        fields[QStringLiteral("address")] = address;
        if (!view->form()->save(fields))
            qFatal("connection not saved");
        return view->selected();
    }
    /** Changes some fields of the selected connection. */
    [[nodiscard]] bool change(const QVariantMap &changes)
    {
        view->form()->edit(view->selected());
        QVariantMap fields = view->form()->fields();
        fields.insert(changes);
        return view->form()->save(fields);
    }
    /** The row of that connection in the list. */
    [[nodiscard]] QVariantMap row(const QString &id) const
    {
        for (const QVariant &item : view->list()) {
            if (item.toMap().value(QStringLiteral("id")) == id)
                return item.toMap();
        }
        return {};
    }
    [[nodiscard]] QString word(const QString &id) const
    {
        return row(id).value(QStringLiteral("word")).toString();
    }

    QTemporaryDir folder;
    base::SystemClock clock;
    journal::JournalService journal{folder.filePath(QStringLiteral("journal/journal.db")), clock};
    std::unique_ptr<console::ConsoleSettings> settings;
    std::unique_ptr<console::Session> session;
    FakeVault *vault = nullptr;
    std::unique_ptr<console::ConnectionsViewModel> view;
};

} // namespace algenta::test
