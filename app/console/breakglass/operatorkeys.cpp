// SPDX-License-Identifier: Apache-2.0
#include "app/console/breakglass/operatorkeys.h"

#include "core/base/ondone.h"
#include "core/breakglass/sealedkey.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>

#include <memory>
#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

/** One file an engine; the origin is inside of the seal, the name only tells files apart. */
QString keyFile(const QString &folder, const QString &engineOrigin)
{
    const QByteArray hash = QCryptographicHash::hash(engineOrigin.toUtf8(), QCryptographicHash::Sha256);
    return folder + u'/' + QString::fromLatin1(hash.toHex().first(32)) + u".sealed"_s;
}

} // namespace

bool hasOperatorKey(const QString &folder, const QString &engineOrigin)
{
    return !folder.isEmpty() && !engineOrigin.isEmpty() && QFile::exists(keyFile(folder, engineOrigin));
}

void openOperatorKey(const QString &folder, const QString &engineOrigin, base::Secret passphrase,
                     QObject *context, std::function<void(base::Result<base::Secret>)> done)
{
    using Opened = base::Result<std::shared_ptr<base::Secret>>;
    base::onDone(
        breakglass::openSealedKeyLater(keyFile(folder, engineOrigin), engineOrigin, std::move(passphrase)),
        context, [done = std::move(done)](const Opened &opened) {
            if (opened)
                done(std::move(**opened));
            else
                done(base::fail(opened.error()));
        });
}

void sealOperatorKey(const QString &folder, const QString &engineOrigin, base::Secret key,
                     base::Secret passphrase, QObject *context, std::function<void(base::Result<void>)> done)
{
    // Owner-only from the start; without it the writing below fails and says so.
    if (!QFile::exists(folder))
        QDir().mkdir(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    base::onDone(breakglass::writeSealedKeyLater(keyFile(folder, engineOrigin), engineOrigin, std::move(key),
                                                 std::move(passphrase)),
                 context, std::move(done));
}

base::Result<void> removeOperatorKey(const QString &folder, const QString &engineOrigin)
{
    QFile file(keyFile(folder, engineOrigin));
    if (file.remove())
        return {};
    return base::fail(
        base::ErrorCode::StorageFailed,
        QCoreApplication::translate("OperatorKeys", "The sealed key was not removed: %1.")
            .arg(file.errorString()),
        QCoreApplication::translate("OperatorKeys", "Remove the file %1 by hand.").arg(file.fileName()));
}

} // namespace algenta::console
