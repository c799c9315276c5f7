// SPDX-License-Identifier: Apache-2.0
#include "core/contract/exposedsurface.h"

#include "core/base/jsonreader.h"
#include "core/base/textsafety.h"

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

constexpr QLatin1StringView prefix("algenta_");

tl::unexpected<base::Error> notASurface(const QString &why)
{
    return base::fail(
        ErrorCode::MalformedAnswer, u"The exposed surface cannot be used: %1."_s.arg(why),
        u"It is {\"profile\", \"tools\": [{\"name\", \"inputSchema\"}], \"default_profile\"}, or a list of such."_s);
}

Result<ExposedTool> readTool(const Json &item, qsizetype index, ExposedSurface *surface)
{
    const QString name = item[u"name"].toString();
    if (name.isEmpty())
        return notASurface(u"tool %1 has no name"_s.arg(index + 1));
    const Json *schema = item.find(u"inputSchema");
    if (!schema)
        schema = item.find(u"input_schema");
    if (schema && (schema->isObject() || schema->isBool()))
        return ExposedTool{name, *schema};
    surface->gaps.append(u"The tool %1 has no inputSchema, so its arguments are not judged."_s.arg(
        base::elidedText(name, 80)));
    return ExposedTool{name, Json::object()};
}

Result<ExposedSurface> readSurface(const Json &root)
{
    if (!root.isObject() || !root[u"tools"].isArray())
        return notASurface(u"it has no list of tools"_s);
    ExposedSurface surface;
    if (const Json *stated = root.find(u"profile")) {
        const auto profile = profileFromText(stated->toString());
        if (!profile)
            return notASurface(u"its profile is none of observe, govern, execute and full"_s);
        surface.profile = *profile;
    }
    if (const Json *stated = root.find(u"default_profile"); stated && !stated->isNull()) {
        if (!stated->isString())
            return notASurface(u"default_profile is no text"_s);
        surface.defaultProfile = stated->toString();
    }
    for (qsizetype i = 0; i < root[u"tools"].size(); ++i) {
        auto tool = readTool(root[u"tools"].at(i), i, &surface);
        if (!tool)
            return base::fail(tool.error());
        surface.tools.append(std::move(*tool));
    }
    return surface;
}

/** The tools that a surface shows, by MCP names, as far as that can be told without the engine. */
QStringList ownNames(const ExposedSurface &surface)
{
    QStringList names;
    for (const ExposedTool &tool : surface.tools)
        names.append(tool.name.startsWith(prefix) ? tool.name.sliced(prefix.size()) : tool.name);
    names.removeDuplicates();
    return names;
}

} // namespace

Result<QList<ExposedSurface>> readSurfaces(QByteArrayView bytes)
{
    const auto root = base::readJson(bytes, {}, base::DuplicateKeys::Refuse);
    if (!root)
        return base::fail(root.error());
    QList<ExposedSurface> surfaces;
    const Json::Array items = root->isArray() ? root->items() : Json::Array{*root};
    for (const Json &item : items) {
        auto surface = readSurface(item);
        if (!surface)
            return base::fail(surface.error());
        surfaces.append(std::move(*surface));
    }
    if (surfaces.isEmpty())
        return notASurface(u"the list is empty"_s);
    return surfaces;
}

ParityVerdict checkSurface(const ToolContract &contract, ProfileName profile, ExposedSurface *surface,
                           const std::optional<QStringList> &advertised)
{
    const bool everything = contract.profile(profile).everything;
    if (everything && !advertised)
        surface->gaps.append(
            u"What the profile full holds is known from an engine's list of tools only, and none was given."_s);
    const QStringList known = advertised   ? *advertised
                              : everything ? ownNames(*surface)
                                           : contract.profile(ProfileName::Execute).tools;
    std::optional<ProfileName> stated;
    if (surface->defaultProfile) {
        if (const auto named = profileFromText(*surface->defaultProfile))
            stated = *named;
    }
    ParityVerdict verdict = checkParity(contract, profile, surface->tools, known, stated);
    if (!advertised)
        forgetEngine(&verdict);
    if (surface->defaultProfile && !stated)
        verdict.findings.append(
            {ParityKind::WrongDefault,
             profileText(profile),
             *surface->defaultProfile,
             u"The default profile is %1, the contract's is %2."_s.arg(
                 base::elidedText(*surface->defaultProfile, 80), profileText(contract.defaultProfile())),
             ParityRule::DefaultIsObserve,
             {}});
    return verdict;
}

} // namespace algenta::contract
