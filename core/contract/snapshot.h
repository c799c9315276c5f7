// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/contract/toolcontract.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QString>

#include <optional>

namespace algenta::contract
{

/** A tool-profile contract with the document that it was read from. */
struct ContractDocument {
    ToolContract contract;
    base::Json root;
    QByteArray bytes;
};

/** The tools of one `tools/list`, each item as it was sent. */
struct AdvertisedTools {
    QList<base::Json> items;
    bool complete = true;     ///< false: pages or items are missing, so nothing is known to be absent
    QString incompleteReason; ///< one sentence, if so
};

/** What is known of a surface at one moment; a part that was not read is absent, not empty. */
struct Snapshot {
    std::optional<ContractDocument> contract; ///< tool-profile contract
    std::optional<base::Json> discovery;      ///< an engine's own answer to `get_contract`
    std::optional<AdvertisedTools> tools;
    [[nodiscard]] bool isEmpty() const { return !contract && !discovery && !tools; }
};

[[nodiscard]] Snapshot embeddedSnapshot();

/**
 * Reads any one document into the part that it is: a tool-profile contract, a `tools/list`, or the
 * answer to `get_contract` or `GET /v1/meta/contract`. A JSON-RPC envelope, a result of a tool call
 * and `{"tools": […]}` are all accepted.
 *
 * MalformedJson, DuplicateKey, LimitExceeded from the reader; MalformedAnswer for a document that is
 * none of these, a contract that contradicts itself, or an answer that is an error.
 */
[[nodiscard]] base::Result<Snapshot> readSnapshot(QByteArrayView bytes);

/**
 * The discovery document inside the result of a `get_contract` call: its structured content, or else
 * the JSON in its first text. MalformedAnswer if there is none, or the call failed.
 */
[[nodiscard]] base::Result<base::Json> discoveryFromCallResult(const base::Json &result);

/** Puts @p document into the part of @p snapshot that it belongs to: contract or discovery. */
[[nodiscard]] base::Result<void> addDocument(Snapshot *snapshot, const base::Json &document,
                                             QByteArrayView bytes);

} // namespace algenta::contract
