// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/contract/snapshot.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace algenta::contract
{

/** What a change is about, from harmless to not. */
enum class DriftClass {
    Wording,        ///< titles, descriptions, notes, examples: what a model is told
    Schema,         ///< what goes in and out
    PermissionHint, ///< annotations, tools that come or go, profiles, requirements, gates, fields no model
                    ///< may set, the default profile, the name pattern, and whatever this version does not
                    ///< know
};

/** "wording", "schema", "permission hint". */
[[nodiscard]] QString driftClassName(DriftClass driftClass);

enum class DriftKind { Added, Removed, Changed };

/** "added", "removed", "changed". */
[[nodiscard]] QString driftKindName(DriftKind kind);

/** One difference between two snapshots. */
struct DriftItem {
    DriftClass driftClass = DriftClass::PermissionHint;
    DriftKind kind = DriftKind::Changed;
    /** RFC 6901 into the snapshot as one tree: `/contract/…`, `/discovery/…`, `/tools/<name>/…`. */
    QString place;
    QString subject;    ///< tool, profile or gate; else the part of the document
    QString where;      ///< RFC 6901 into the document or the item of the tool; empty for the whole of it
    base::Json before;  ///< null if added
    base::Json after;   ///< null if removed
    QString beforeText; ///< as a reader wants it: text as it is, a list line by line, other JSON indented
    QString afterText;
    QString sentence; ///< one, in English, safe to show
    QByteArray hash;  ///< SHA-256, hex, of class, place, before and after

    /**
     * Names exactly this change at this place: an acceptance recorded under it covers nothing else,
     * neither another change there nor the way back.
     */
    [[nodiscard]] QString key() const;
};

struct Drift {
    /** By part, then in the order of the documents; order of lists and members that has no meaning is none.
     */
    QList<DriftItem> items;
    /** Sentences: what only one side has, or has not whole. That is no change, and no sameness either. */
    QStringList notCompared;
    bool compared = false; ///< false: the two have no part in common

    [[nodiscard]] qsizetype count(DriftClass driftClass) const;
};

/**
 * Compares what both sides have: contract with contract, discovery with discovery, tools by name. If
 * they have no part of one kind, a contract is held against the tools: a tool that it names and that is
 * not advertised is a removal, wording is not compared.
 */
[[nodiscard]] Drift compareSnapshots(const Snapshot &before, const Snapshot &after);

} // namespace algenta::contract
