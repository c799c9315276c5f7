// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/keysetup.h"
#include "core/journal/sealkey.h"
#include "tests/journal/journalfixture.h"

#include <QTemporaryDir>

#include <memory>

namespace algenta::journal::test
{

/** The cheapest derivation there is: tests are not what it protects. */
inline constexpr base::SealCost cheap{1, 8};

inline base::Secret passphrase(const char *text = "correct horse battery")
{
    return base::Secret(QByteArrayView(text));
}

template<typename T>
T &&valueOf(base::Result<T> &&result)
{
    if (!result)
        qFatal("%s %s", qPrintable(result.error().message), qPrintable(result.error().remedy));
    return std::move(*result);
}

/** A journal in a folder of its own, with keys and as many entries and checkpoints as are asked for. */
class SealedJournal
{
public:
    SealedJournal()
        : path(folder.filePath(QStringLiteral("journal.db")))
        , paths(KeyPaths::beside(path))
    {
    }

    void open() { file = valueOf(JournalFile::open(path, clock)); }
    void close() { file.reset(); }
    /** Entry 2 is the SigningKeySet, and checkpoint 1 covers it. */
    void setUp()
    {
        open();
        keys.emplace(
            valueOf(journal::setUpKeys(*file, paths, passphrase(), QStringLiteral("op@desk"), cheap)));
    }
    void add(int entries)
    {
        for (int i = 0; i < entries; ++i)
            valueOf(file->append(note(QStringLiteral("entry %1").arg(++count))));
    }
    Checkpoint seal(CheckpointCause cause = CheckpointCause::Asked)
    {
        return valueOf(file->addCheckpoint(keys->key, paths.sealKey, cause));
    }
    /** setUp(), then @p rounds times three entries and a checkpoint. */
    void fill(int rounds)
    {
        setUp();
        for (int i = 0; i < rounds; ++i) {
            add(3);
            seal();
        }
    }
    [[nodiscard]] std::shared_ptr<const SealKey> sealKey() const
    {
        return std::make_shared<const SealKey>(
            valueOf(SealKey::fromVerificationKey(QString::fromLatin1(keys->verificationKey.view()))));
    }
    /** Held against all that the honest operator has. */
    [[nodiscard]] VerifyOptions everything() const
    {
        VerifyOptions options;
        options.publicKeys = {keys->key.publicKey()};
        options.sealKey = sealKey();
        options.sealPath = paths.sealKey;
        return options;
    }
    [[nodiscard]] Verdict verify() const { return verifyJournal(path, everything()); }

    QTemporaryDir folder;
    QString path;
    KeyPaths paths;
    SteppingClock clock;
    std::unique_ptr<JournalFile> file;
    std::optional<NewKeys> keys;
    int count = 0;
};

inline bool noticed(const Verdict &verdict, FindingKind kind)
{
    return std::any_of(verdict.notices.cbegin(), verdict.notices.cend(),
                       [kind](const Finding &notice) { return notice.kind == kind; });
}

inline bool foundKind(const Verdict &verdict, FindingKind kind)
{
    return std::any_of(verdict.findings.cbegin(), verdict.findings.cend(),
                       [kind](const Finding &finding) { return finding.kind == kind; });
}

/** Everything that a verdict says, for the message of a failed check. */
inline QByteArray said(const Verdict &verdict)
{
    QByteArray text = findings(verdict) + '\n' + verdict.completeness.toUtf8();
    for (const Finding &notice : verdict.notices)
        text += '\n' + notice.what.toUtf8();
    return text;
}

} // namespace algenta::journal::test
