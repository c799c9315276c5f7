// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/journalanchorcommand.h"

#include <QFileInfo>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using journal::AnchorPlace;

CommandSpec JournalAnchorCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"anchor"_s};
    spec.summary = u"Note the newest checkpoint elsewhere, and record that in the journal."_s;
    spec.description =
        u"An anchor is one line with number, size, root and hash of a checkpoint. As long as it is kept\n"
        "where the journal's writer cannot change it, verify --anchor shows every cut, rollback and\n"
        "rewriting below it. The file must be there already and should belong to another user (chattr +a)."_s;
    spec.options =
        QList<OptionSpec>{journalOption(),
                          {u"file"_s, u"FILE"_s, u"append the anchor to this file, with the note"_s},
                          {u"syslog"_s, {}, u"hand it to the system's log"_s},
                          {u"print"_s, {}, u"print it, for paper or a message"_s}} +
        commonOptions();
    spec.exitCodes = u"  0  anchored and recorded\n"
                     "  2  wrong usage, no checkpoint, or the anchor could not be put there\n"
                     "  3  anchored, but the journal could not record it"_s;
    return spec;
}

base::Result<AnchorPlace> JournalAnchorCommand::place() const
{
    QList<AnchorPlace> places;
    if (arguments().isSet(u"file"_s))
        places.append(AnchorPlace::File);
    if (arguments().isSet(u"syslog"_s))
        places.append(AnchorPlace::SystemLog);
    if (arguments().isSet(u"print"_s))
        places.append(AnchorPlace::Print);
    if (places.size() != 1)
        return base::fail(ErrorCode::InvalidInput, u"Say where: one of --file, --syslog and --print."_s);
    return places.first();
}

base::Result<void> JournalAnchorCommand::put(AnchorPlace place, const journal::Anchor &anchor)
{
    switch (place) {
    case AnchorPlace::File: {
        const auto foreign = journal::appendAnchor(*arguments().value(u"file"_s), anchor);
        if (!foreign)
            return base::fail(foreign.error());
        if (!*foreign)
            output().message(u"The file belongs to this user, who can change it again: it shows accidents, "
                             "but not what somebody does on purpose."_s);
        return {};
    }
    case AnchorPlace::SystemLog:
        return journal::sendAnchorToSystemLog(anchor);
    case AnchorPlace::Print:
        return {};
    }
    Q_UNREACHABLE();
}

void JournalAnchorCommand::start()
{
    const auto where = place();
    if (!where) {
        fail(where.error());
        return;
    }
    const auto file = openJournalForWriting(journalPath(arguments()), m_clock);
    if (!file) {
        fail(file.error());
        return;
    }
    const auto head = (*file)->head();
    const auto last = head ? (*file)->lastCheckpoint() : base::fail(head.error());
    if (!last) {
        fail(last.error());
        return;
    }
    if (!*last) {
        fail(base::fail(ErrorCode::NotFound, u"The journal has no checkpoint that could be anchored."_s,
                        u"Set a signing key and make a checkpoint first."_s)
                 .value());
        return;
    }
    journal::Anchor anchor = journal::anchorOf(**last, head->journalId);
    if (*where == AnchorPlace::Print)
        anchor.note.clear();
    if (const auto done = put(*where, anchor); !done) {
        fail(done.error());
        return;
    }
    const auto recorded = (*file)->append(journal::anchoredDraft(
        anchor, *where, arguments().value(u"file"_s).value_or(QString()), journal::systemActor()));
    if (output().isJson()) {
        Json json = Json::object();
        json.set(u"anchor"_s, Json::string(journal::anchorLine(anchor)));
        json.set(u"place"_s, Json::string(journal::anchorPlaceName(*where)));
        json.set(u"recorded_as"_s, recorded ? Json::integer(recorded->seq) : Json());
        output().document(json);
    } else {
        output().line(journal::anchorLine(anchor));
    }
    if (!recorded)
        output().gap(recorded.error());
    Q_EMIT finished(recorded ? ExitCode::Good : ExitCode::Incomplete);
}

} // namespace algenta::ctl
