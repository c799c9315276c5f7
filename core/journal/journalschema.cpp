// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalschema.h"

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

const QStringList &firstFormat()
{
    // The columns after chain come from the hashed bytes, so that a filter cannot see anything else.
    static const QStringList first{
        u"CREATE TABLE entry(\n"
        "  seq INTEGER PRIMARY KEY CHECK (seq > 0),\n"
        "  body BLOB NOT NULL CHECK (typeof(body) = 'blob'),\n"
        "  leaf BLOB NOT NULL CHECK (typeof(leaf) = 'blob' AND length(leaf) = 32),\n"
        "  chain BLOB NOT NULL CHECK (typeof(chain) = 'blob' AND length(chain) = 32),\n"
        "  kind TEXT AS (CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), "
        "'$.kind') END),\n"
        "  engine TEXT AS (CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), "
        "'$.engine') END),\n"
        "  subject TEXT AS (CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), "
        "'$.subject') END),\n"
        "  act TEXT AS (CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), "
        "'$.act') END)\n"
        ")"_s,
        u"CREATE TABLE node(level INTEGER NOT NULL, position INTEGER NOT NULL, hash BLOB NOT NULL,"
        " PRIMARY KEY (level, position)) WITHOUT ROWID"_s,
        u"CREATE INDEX entry_kind ON entry(kind)"_s,
        u"CREATE INDEX entry_engine ON entry(engine)"_s,
        u"CREATE INDEX entry_subject ON entry(subject)"_s,
        u"CREATE INDEX entry_act ON entry(act)"_s,
        u"CREATE TRIGGER entry_append BEFORE INSERT ON entry"
        " WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry)"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
        u"CREATE TRIGGER entry_update BEFORE UPDATE ON entry"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
        u"CREATE TRIGGER entry_delete BEFORE DELETE ON entry"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
        u"CREATE TRIGGER node_update BEFORE UPDATE ON node"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
        u"CREATE TRIGGER node_delete BEFORE DELETE ON node"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
    };
    return first;
}

const QStringList &addedByFormat2()
{
    static const QStringList added{
        u"CREATE TABLE checkpoint(\n"
        "  number INTEGER PRIMARY KEY CHECK (number > 0),\n"
        "  size INTEGER NOT NULL,\n"
        "  note BLOB NOT NULL CHECK (typeof(note) = 'blob')\n"
        ")"_s,
        u"CREATE TRIGGER checkpoint_append BEFORE INSERT ON checkpoint"
        " WHEN NEW.number <= (SELECT coalesce(max(number), 0) FROM checkpoint)"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
        u"CREATE TRIGGER checkpoint_update BEFORE UPDATE ON checkpoint"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
        u"CREATE TRIGGER checkpoint_delete BEFORE DELETE ON checkpoint"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
    };
    return added;
}

} // namespace

const QStringList &journalSchema(int format)
{
    static const QStringList second = firstFormat() + addedByFormat2();
    return format == 1 ? firstFormat() : second;
}

const QStringList &deleteTriggers()
{
    static const QStringList names{u"entry_delete"_s, u"node_delete"_s, u"checkpoint_delete"_s};
    return names;
}

} // namespace algenta::journal
