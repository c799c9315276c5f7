// SPDX-License-Identifier: Apache-2.0
#include "core/base/settingsfile.h"

#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace algenta::base
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr qint64 kMaxBytes = 1024 * 1024;
constexpr QStringView kVersionKey = u"version";

tl::unexpected<Error> refuse(ErrorCode code, const QString &path, const QString &what, const QString &remedy)
{
    return fail(code, u"The settings file %1 %2"_s.arg(visibleText(path), what), remedy);
}

tl::unexpected<Error> failedWrite(const QFileDevice &file, const QString &path)
{
    ErrorCode code = ErrorCode::StorageFailed;
    if (file.error() == QFileDevice::ResourceError) {
        code = ErrorCode::StorageFull;
    } else if (file.error() == QFileDevice::PermissionsError) {
        code = ErrorCode::StorageReadOnly;
    }
    return refuse(code, path, u"could not be written: %1."_s.arg(visibleText(file.errorString())),
                  u"The settings on disk are unchanged. Check the folder's permissions and free space."_s);
}

} // namespace

SettingsFile::SettingsFile(QString path, int version)
    : m_path(std::move(path))
    , m_version(version)
{
}

Result<Json> SettingsFile::load() const
{
    QFile file(m_path);
    if (!file.exists() && !QFileInfo(m_path).isSymLink()) {
        return Json::object();
    }
    if (QFileInfo(m_path).isDir() || !file.open(QIODevice::ReadOnly)) {
        return refuse(ErrorCode::StorageFailed, m_path, u"could not be opened."_s,
                      u"Defaults are used. Check that it is a file and that you may read it."_s);
    }
    const QByteArray bytes = file.read(kMaxBytes + 1);
    if (file.error() != QFileDevice::NoError) {
        return refuse(ErrorCode::StorageFailed, m_path, u"could not be read."_s, u"Defaults are used."_s);
    }
    const auto broken = u"Defaults are used and the file is left as it is. Mend it or move it away."_s;
    auto settings = readJson(bytes, JsonLimits{kMaxBytes, 32, 10000}, DuplicateKeys::Refuse);
    if (!settings) {
        return refuse(settings.error().code, m_path,
                      u"cannot be understood. %1"_s.arg(settings.error().message), broken);
    }
    const auto version = (*settings)[kVersionKey].toInteger();
    if (!settings->isObject() || !version || *version < 1) {
        return refuse(ErrorCode::MalformedAnswer, m_path, u"is not an object with a version number."_s,
                      broken);
    }
    if (*version > m_version) {
        return refuse(ErrorCode::NotAllowed, m_path,
                      u"has version %1; this program understands up to %2."_s.arg(*version).arg(m_version),
                      u"Defaults are used and the file is left as it is. Use the newer program."_s);
    }
    return settings;
}

Result<void> SettingsFile::save(Json settings) const
{
    if (!settings.isObject()) {
        return fail(ErrorCode::InvalidInput, u"Settings must be a JSON object."_s);
    }
    if (const auto current = load(); !current) {
        return fail(current.error());
    }
    settings.set(kVersionKey.toString(), Json::integer(m_version));
    QDir().mkpath(QFileInfo(m_path).absolutePath());
    QSaveFile file(m_path);
    if (!file.open(QIODevice::WriteOnly) ||
        !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)) {
        return failedWrite(file, m_path);
    }
    const QByteArray bytes = writeJson(settings, JsonLayout::Indented) + '\n';
    if (bytes.size() > kMaxBytes) {
        return refuse(ErrorCode::LimitExceeded, m_path, u"would be larger than %1 bytes."_s.arg(kMaxBytes),
                      u"The settings on disk are unchanged."_s);
    }
    if (file.write(bytes) != bytes.size() || !file.commit()) {
        return failedWrite(file, m_path);
    }
    return {};
}

} // namespace algenta::base
