// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <QString>

namespace algenta::base
{

/**
 * A small JSON object in a file of its owner (mode 0600), written as a whole or not at all.
 *
 * The file carries a version number. What cannot be understood is never overwritten: load() names
 * the problem, the caller goes on with defaults, and save() refuses until the file is mended or moved.
 */
class SettingsFile
{
public:
    /** @p version is what this program writes; older files are handed out as they are. */
    SettingsFile(QString path, int version);

    [[nodiscard]] const QString &path() const { return m_path; }
    /** An object without members where there is no file yet; "version" holds the file's version. */
    [[nodiscard]] Result<Json> load() const;
    /** Replaces the file; "version" is set by it. @p settings must be an object. */
    [[nodiscard]] Result<void> save(Json settings) const;

private:
    QString m_path;
    int m_version;
};

} // namespace algenta::base
