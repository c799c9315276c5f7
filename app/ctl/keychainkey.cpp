// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/keychainkey.h"

#include "app/ctl/engineaccess.h"
#include "core/base/ondone.h"
#include "core/engine/keychainstate.h"

#include <QRegularExpression>

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using engine::CredentialTrouble;
using engine::KeychainState;

namespace
{

/** The positional arguments that are addresses of engines. */
QStringList addressesIn(const Arguments &arguments)
{
    return arguments.positionals().filter(
        QRegularExpression(u"^https?://"_s, QRegularExpression::CaseInsensitiveOption));
}

/** False for a command line that works on files alone, or on two engines, which get no key. */
bool speaksToOneEngine(const CommandSpec &spec, const Arguments &arguments)
{
    const bool can = std::any_of(spec.options.cbegin(), spec.options.cend(),
                                 [](const OptionSpec &option) { return option.name == "no-keychain"_L1; });
    if (!can || arguments.isSet(u"tools"_s) || arguments.isSet(u"surface"_s))
        return false;
    if (spec.words == QStringList{u"contract"_s, u"show"_s})
        return arguments.isSet(u"engine"_s);
    return spec.words != QStringList{u"contract"_s, u"diff"_s} || addressesIn(arguments).size() == 1;
}

} // namespace

std::optional<engine::CredentialBinding> wantedFromKeychain(const CommandSpec &spec,
                                                            const Arguments &arguments)
{
    if (!speaksToOneEngine(spec, arguments) || arguments.isSet(u"no-keychain"_s) ||
        arguments.isSet(u"key-stdin"_s) || !qEnvironmentVariableIsEmpty("ALGENTA_API_KEY") ||
        !qEnvironmentVariableIsEmpty("DE_API_KEY"))
        return std::nullopt;
    const bool positional = spec.positional == "URL"_L1 || spec.positional == "A B"_L1;
    const auto address =
        engineAddress(arguments, positional ? std::optional(addressesIn(arguments).value(0)) : std::nullopt);
    const QString pin = arguments.value(u"pin"_s).value_or(QString());
    const auto parsed = pin.isEmpty() ? base::Result<QByteArray>(QByteArray()) : net::parsePin(pin);
    // What is wrong with them is said where they are used.
    if (!address || !parsed)
        return std::nullopt;
    return engine::credentialBinding(*address, *parsed);
}

KeychainKey::KeychainKey()
    : m_store(3s)
{
}

void KeychainKey::find(const engine::CredentialBinding &binding, std::function<void(const Read &)> done)
{
    engine::askKeychainState(this, [this, binding, done = std::move(done)](KeychainState state) {
        if (state == KeychainState::Unlocked) {
            base::onDone(m_store.read(binding), this, done);
            return;
        }
        const bool exists = state == KeychainState::Locked || state == KeychainState::Unknown;
        done(tl::unexpected(engine::CredentialFailure{
            exists ? CredentialTrouble::Locked : CredentialTrouble::NoService,
            exists ? u"The keychain is locked, so it was not asked for a key."_s : u"There is no keychain."_s,
            u"Unlock it, set ALGENTA_API_KEY, or use --key-stdin."_s}));
    });
}

} // namespace algenta::ctl
