// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/entry.h"
#include "core/journal/journalservice.h"

#include <QDateTime>
#include <QFuture>
#include <QList>
#include <QString>
#include <QStringList>
#include <QStringView>

namespace algenta::breakglass
{

/** A webhook host that acts on one engine may go to. */
struct AllowedHost {
    QString host; ///< as Webhook::host: ASCII, lower case, with a port that is not the scheme's own
    QString reason;
    QString actor;
    QDateTime since;
    qint64 seq = 0; ///< of the journal entry that allowed it, even if it left by policy
    bool operator==(const AllowedHost &) const = default;
};

/** The hosts of one engine, from the journal alone: there is no other place where one could be added. */
class AllowedHosts
{
public:
    /**
     * The last word on each host counts, whatever the order of @p entries; other entries and other
     * engines are passed over. Tampered if one of the entries is damaged.
     */
    [[nodiscard]] static base::Result<AllowedHosts> fold(const QList<journal::Entry> &entries,
                                                         const QString &engineOrigin);
    /** In the order in which they were allowed. */
    [[nodiscard]] const QList<AllowedHost> &list() const { return m_list; }
    [[nodiscard]] const AllowedHost *find(QStringView host) const;
    [[nodiscard]] QStringList names() const;

private:
    QList<AllowedHost> m_list;
};

/** Allowing or withdrawing a host, by one person, with a reason. */
struct HostChange {
    QString engineOrigin;
    QString host;
    QString reason; ///< at least minimumReason characters that are not blanks
    QString actor;
};

/** HostAllowed or HostWithdrawn; InvalidInput if host or reason are not enough. */
[[nodiscard]] base::Result<journal::Draft> hostDraft(journal::EntryKind kind, const HostChange &change);
/** Records it; see hostDraft(). */
[[nodiscard]] QFuture<base::Result<journal::Entry>> withdrawHost(journal::JournalService &journal,
                                                                 const HostChange &change);
/** The list as it stands, with every entry read. */
[[nodiscard]] QFuture<base::Result<AllowedHosts>> readAllowedHosts(journal::JournalService &journal,
                                                                   const QString &engineOrigin);

/**
 * What about the form of a host could deceive, in one or two sentences; empty if nothing: Punycode
 * (with what it reads as, and mixed scripts), and likeness to a host of @p allowed that it is not.
 * The sentences quote outside text that is not yet made visible.
 */
[[nodiscard]] QString hostWarning(const QString &host, const QStringList &allowed);

} // namespace algenta::breakglass
