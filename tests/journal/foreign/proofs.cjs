// SPDX-License-Identifier: Apache-2.0
// Verifies proofs of journal entries with a public implementation that nobody here wrote: the
// transparency log part of @sigstore/verify (checkpoint signature and Merkle inclusion).
//
// usage: node proofs.cjs NODE_MODULES PUBLIC_KEY PROOF…    exit 0: all hold, 1: one does not
'use strict';

const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const [modules, keyText, ...files] = process.argv.slice(2);
const folder = path.join(modules, '@sigstore', 'verify', 'dist', 'timestamp');
const { verifyCheckpoint } = require(path.join(folder, 'checkpoint.js'));
const { verifyMerkleInclusion } = require(path.join(folder, 'merkle.js'));

/** "name+id+base64(1 ‖ key)" as the log that this implementation expects. */
function logOf(text) {
    const [, id, ...rest] = text.split('+');
    const raw = Buffer.from(rest.join('+'), 'base64').subarray(1);
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
    return {
        logID: Buffer.from(id, 'hex'),
        publicKey: crypto.createPublicKey({ key: spki, format: 'der', type: 'spki' }),
        validFor: { start: new Date(0), end: new Date(8640000000000000) },
    };
}

/** A C2SP tlog-proof as the entry that this implementation expects. */
function entryOf(text) {
    const blank = text.indexOf('\n\n');
    const [format, extra, index, ...hashes] = text.slice(0, blank).split('\n');
    if (format !== 'c2sp.org/tlog-proof@v1') {
        throw new Error('not a proof');
    }
    const envelope = text.slice(blank + 2);
    const [, size, root] = envelope.split('\n');
    return {
        integratedTime: '0',
        canonicalizedBody: Buffer.from(extra.slice('extra '.length), 'base64'),
        inclusionProof: {
            logIndex: index.slice('index '.length),
            treeSize: size,
            rootHash: Buffer.from(root, 'base64'),
            hashes: hashes.map((hash) => Buffer.from(hash, 'base64')),
            checkpoint: { envelope },
        },
    };
}

let failed = 0;
for (const file of files) {
    try {
        const entry = entryOf(fs.readFileSync(file, 'utf8'));
        verifyCheckpoint(entry, [logOf(keyText)]);
        verifyMerkleInclusion(entry);
        console.log(`holds ${path.basename(file)}`);
    } catch (error) {
        console.log(`fails ${path.basename(file)}: ${error.message}`);
        failed = 1;
    }
}
process.exit(failed);
