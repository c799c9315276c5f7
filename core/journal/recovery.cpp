// SPDX-License-Identifier: Apache-2.0
#include "core/journal/recovery.h"

#include "core/journal/journalfile.h"
#include "core/journal/journalfolder.h"
#include "core/journal/journalrecords.h"
#include "core/journal/privatefile.h"
#include "core/journal/sealkey.h"
#include "core/journal/soundprefix.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

/** The bytes of a database file that SQLite locks while a connection uses it. */
constexpr off_t sharedFirst = 0x40000000 + 2;
constexpr off_t sharedSize = 510;

/**
 * Holds the journal against every other user of it. Locks of this kind also see those of the same
 * process, and go with the object.
 */
class Exclusion
{
public:
    explicit Exclusion(const QString &path)
        : m_file(::open(QFile::encodeName(path).constData(), O_RDWR | O_CLOEXEC))
    {
    }
    ~Exclusion()
    {
        if (m_file >= 0)
            ::close(m_file);
    }
    Exclusion(const Exclusion &) = delete;
    Exclusion &operator=(const Exclusion &) = delete;

    /** NotAllowed while anything has the journal open. */
    [[nodiscard]] base::Result<void> check() const
    {
        struct flock wanted = wholeRange();
        if (m_file < 0 || ::fcntl(m_file, F_OFD_GETLK, &wanted) != 0)
            return base::fail(
                base::ErrorCode::StorageReadOnly,
                u"The journal cannot be locked: %1."_s.arg(QString::fromLocal8Bit(std::strerror(errno))));
        return wanted.l_type == F_UNLCK ? base::Result<void>() : inUse();
    }
    [[nodiscard]] base::Result<void> take() const
    {
        struct flock wanted = wholeRange();
        return ::fcntl(m_file, F_OFD_SETLK, &wanted) == 0 ? base::Result<void>() : inUse();
    }

private:
    static struct flock wholeRange()
    {
        struct flock range {
        };
        range.l_type = F_WRLCK;
        range.l_whence = SEEK_SET;
        range.l_start = sharedFirst;
        range.l_len = sharedSize;
        return range;
    }
    static tl::unexpected<base::Error> inUse()
    {
        return base::fail(base::ErrorCode::NotAllowed, u"A program has the journal open."_s,
                          u"Close the console and every other program that uses it, then try again."_s);
    }

    int m_file;
};

QByteArray fileHash(const QString &path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result() : QByteArray();
}

tl::unexpected<base::Error> cannotMove(const QString &path)
{
    return base::fail(
        base::ErrorCode::StorageFailed,
        u"%1 cannot be put aside: %2."_s.arg(path, QString::fromLocal8Bit(std::strerror(errno))),
        u"The damaged journal is where it was. Check the disk and your rights."_s);
}

base::Result<void> giveSecondName(const QString &path, const QString &name)
{
    if (::link(QFile::encodeName(path).constData(), QFile::encodeName(name).constData()) == 0 ||
        QFile::copy(path, name))
        return {};
    return cannotMove(path);
}

/** Puts @p fresh in the place of the damaged journal, which keeps its other name throughout. */
base::Result<void> exchange(const QString &path, const QString &archive, const QString &fresh)
{
    if (auto named = giveSecondName(path, archive); !named)
        return named;
    const QString log = path + u"-wal"_s;
    if (QFileInfo::exists(log)) {
        if (auto named = giveSecondName(log, archive + u"-wal"_s); !named)
            return named;
    }
    if (auto synced = syncFolder(path); !synced)
        return synced;
    // A log of the damaged journal must not be taken for one of the new file.
    for (const QString &name : {log, path + u"-shm"_s}) {
        if (QFileInfo::exists(name) && !QFile::remove(name))
            return cannotMove(name);
    }
    if (::rename(QFile::encodeName(fresh).constData(), QFile::encodeName(path).constData()) != 0)
        return cannotMove(path);
    return syncFolder(path);
}

/** A new file with what is sound and the entry that says so, closed. */
base::Result<Entry> build(const QString &fresh, const JournalDatabase &damaged, const SoundPrefix &prefix,
                          const Draft &draft, const base::Clock &clock)
{
    {
        const auto database = JournalDatabase::create(fresh);
        if (!database)
            return base::fail(database.error());
        if (auto copied = copySoundPrefix(damaged, prefix, **database); !copied)
            return base::fail(copied.error());
    }
    const auto file = JournalFile::open(fresh, clock);
    return file ? (*file)->append(draft) : base::fail(file.error());
}

/** A seal that has gone on past the checkpoints that are left cannot seal the next one. */
base::Result<base::Secret> beginNewSeal(const QString &path, const QString &aside, const QString &journalId,
                                        qint64 number)
{
    if (QFileInfo::exists(path) &&
        ::rename(QFile::encodeName(path).constData(), QFile::encodeName(aside).constData()) != 0)
        return cannotMove(path);
    const SealKey first = SealKey::generate(number);
    if (auto created = SealFile::create(path, journalId, first); !created)
        return base::fail(created.error());
    return first.verificationKey();
}

} // namespace

base::Result<RecoveryResult> recoverJournal(const RecoveryRequest &request, const base::Clock &clock)
{
    if (request.reason.trimmed().isEmpty())
        return invalidInput(u"Recovering a journal needs a reason; it is recorded."_s);
    const QString path = QFileInfo(request.path).absoluteFilePath();
    if (!QFileInfo::exists(path))
        return base::fail(base::ErrorCode::NotFound, u"There is no journal at %1."_s.arg(path));
    const Exclusion exclusion(path);
    if (auto free = exclusion.check(); !free)
        return base::fail(free.error());
    const QDateTime now = clock.now();
    const QString suffix = u".damaged-"_s + now.toString(u"yyyyMMdd'T'HHmmsszzz"_s);

    RecoveryResult result;
    result.archive = path + suffix;
    // Hashed as found: reading it as a database folds its log into it when it is closed.
    result.mark.archiveHash = fileHash(path);
    if (QFileInfo::exists(path + u"-wal"_s))
        result.mark.archiveLogHash = fileHash(path + u"-wal"_s);
    VerifyOptions options;
    options.sealPath = request.sealPath;
    const Verdict verdict = verifyJournal(path, options);
    if (verdict.integrity == Integrity::CouldNotRun)
        return base::fail(*verdict.error);
    if (verdict.integrity == Integrity::Intact)
        return invalidInput(u"The journal verifies: there is nothing to recover from."_s);

    const QString fresh = path + u".new-"_s + QUuid::createUuid().toString(QUuid::WithoutBraces);
    const auto built = [&]() -> base::Result<Entry> {
        const auto damaged = JournalDatabase::open(path, JournalDatabase::Access::ReadOnly);
        if (!damaged)
            return base::fail(damaged.error());
        const auto prefix = findSoundPrefix(**damaged);
        if (!prefix)
            return base::fail(prefix.error());
        result.kept = prefix->last - (prefix->seam ? prefix->seam->size : 0);
        result.dropped = prefix->dropped;
        const qint64 last = prefix->checkpoints.isEmpty() ? 0 : prefix->checkpoints.last().number;
        const auto seal = SealFile::state(request.sealPath);
        result.mark.firstBad = prefix->last + 1;
        result.mark.lastCheckpoint = last;
        result.mark.finding = prefix->finding.isEmpty() ? verdict.findings.first().what : prefix->finding;
        result.mark.archive = QFileInfo(result.archive).fileName();
        result.mark.newSeal = prefix->lostCheckpoints || (seal && seal->number > last + 1);
        result.mark.reason = request.reason;
        Draft draft;
        draft.kind = EntryKind::Recovered;
        draft.actor = request.actor;
        draft.details = recoveredDetails(result.mark);
        return build(fresh, **damaged, *prefix, draft, clock);
    }();
    base::Result<void> done = built ? exclusion.take() : base::fail(built.error());
    if (done && fileHash(path) != result.mark.archiveHash)
        done = base::fail(base::ErrorCode::NotAllowed, u"The journal changed while it was being recovered."_s,
                          u"Close every program that uses it, then try again."_s);
    if (done)
        done = exchange(path, result.archive, fresh);
    removeDatabase(fresh);
    if (!done)
        return base::fail(done.error());
    result.entry = *built;
    if (result.mark.newSeal && !request.sealPath.isEmpty()) {
        const auto opened = JournalFile::openReadOnly(path, clock);
        const auto head = opened ? (*opened)->head() : base::Result<Head>(base::fail(opened.error()));
        if (!head)
            return base::fail(head.error());
        auto key = beginNewSeal(request.sealPath, request.sealPath + suffix, head->journalId,
                                result.mark.lastCheckpoint + 1);
        if (!key)
            return base::fail(key.error());
        result.verificationKey = std::move(*key);
    }
    return result;
}

} // namespace algenta::journal
