// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/sealedkey.h"

#include "core/base/textsafety.h"

#include <QFile>
#include <QPromise>
#include <QSaveFile>
#include <QThreadPool>

#include <utility>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Result;
using base::Secret;

namespace
{

constexpr qint64 maxFileBytes = 64 * 1024;

base::SealPurpose purposeOf(const QString &engineOrigin)
{
    return {u"operator_key"_s, engineOrigin};
}

Result<QByteArray> readFile(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return base::fail(ErrorCode::NotFound,
                          u"There is no sealed key at %1."_s.arg(base::visibleText(path)),
                          u"Type the operator key, or seal it first."_s);
    if (!file.open(QIODevice::ReadOnly))
        return base::fail(ErrorCode::StorageFailed,
                          u"The sealed key %1 cannot be read."_s.arg(base::visibleText(path)),
                          u"Check that you may read the file."_s);
    return file.read(maxFileBytes);
}

template<typename T, typename Work>
QFuture<Result<T>> later(Work work)
{
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    QFuture<Result<T>> future = promise->future();
    QThreadPool::globalInstance()->start([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    });
    return future;
}

} // namespace

Result<void> writeSealedKey(const QString &path, const QString &engineOrigin, const Secret &key,
                            const Secret &passphrase, const base::SealCost &cost)
{
    const auto sealed = base::seal(key, passphrase, purposeOf(engineOrigin), cost);
    if (!sealed)
        return base::fail(sealed.error());
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) &&
                         file.write(*sealed + '\n') == sealed->size() + 1 && file.commit();
    if (!written)
        return base::fail(ErrorCode::StorageFailed,
                          u"The sealed key %1 could not be written: %2."_s.arg(
                              base::visibleText(path), base::visibleText(file.errorString())),
                          u"Check the folder's permissions and free space."_s);
    return {};
}

Result<Secret> openSealedKey(const QString &path, const QString &engineOrigin, const Secret &passphrase)
{
    const auto bytes = readFile(path);
    if (!bytes)
        return base::fail(bytes.error());
    return base::unseal(*bytes, passphrase, purposeOf(engineOrigin));
}

Result<QString> sealedKeyOrigin(const QString &path)
{
    const auto bytes = readFile(path);
    if (!bytes)
        return base::fail(bytes.error());
    const auto purpose = base::sealPurpose(*bytes);
    if (!purpose)
        return base::fail(purpose.error());
    return purpose->boundTo;
}

QFuture<Result<void>> writeSealedKeyLater(const QString &path, const QString &engineOrigin, Secret key,
                                          Secret passphrase, const base::SealCost &cost)
{
    return later<void>([path, engineOrigin, cost, held = std::make_shared<Secret>(std::move(key)),
                        words = std::make_shared<Secret>(std::move(passphrase))] {
        return writeSealedKey(path, engineOrigin, *held, *words, cost);
    });
}

QFuture<Result<std::shared_ptr<Secret>>> openSealedKeyLater(const QString &path, const QString &engineOrigin,
                                                            Secret passphrase)
{
    return later<std::shared_ptr<Secret>>(
        [path, engineOrigin,
         words = std::make_shared<Secret>(std::move(passphrase))]() -> Result<std::shared_ptr<Secret>> {
            auto key = openSealedKey(path, engineOrigin, *words);
            if (!key)
                return base::fail(key.error());
            return std::make_shared<Secret>(std::move(*key));
        });
}

} // namespace algenta::breakglass
