// SPDX-License-Identifier: Apache-2.0
// Recomputes an exported journal from its bytes alone, with nothing but Node's own crypto: chain of
// entries, RFC 6962 roots, signatures, links and seals of all checkpoints. Shares no code with what
// wrote it, so it also shows how to verify a journal without this project.
//
// usage: node recompute.cjs EXPORT PUBLIC_KEY [SEAL_VERIFICATION_KEY]    exit 0: all fits, 1: not
'use strict';

const crypto = require('node:crypto');
const fs = require('node:fs');

const [file, keyText, sealText] = process.argv.slice(2);
const sha256 = (...parts) => {
    const hash = crypto.createHash('sha256');
    parts.forEach((part) => hash.update(part));
    return hash.digest();
};

function check(condition, what) {
    if (!condition) {
        console.log(`does not fit: ${what}`);
        process.exit(1);
    }
}

/** RFC 6962, section 2.1, as it is defined. */
function root(leaves) {
    if (leaves.length === 0) {
        return sha256();
    }
    if (leaves.length === 1) {
        return leaves[0];
    }
    let split = 1;
    while (split * 2 < leaves.length) {
        split *= 2;
    }
    return sha256(Buffer.from([1]), root(leaves.slice(0, split)), root(leaves.slice(split)));
}

const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const [header, ...rest] = lines;
check(header.format === 'algenta.journal-export/1' && header.first === '1', 'the header');

const leaves = [];
let chain = Buffer.alloc(32);
const notes = [];
for (const line of rest) {
    if (line.note !== undefined) {
        notes.push(line);
        continue;
    }
    const bytes = Buffer.from(line.entry, 'base64');
    const entry = JSON.parse(bytes.toString('utf8'));
    check(entry.seq === line.seq && entry.seq === String(leaves.length + 1), `the number of entry ${line.seq}`);
    check(entry.previous === chain.toString('hex'), `the link of entry ${line.seq}`);
    const leaf = sha256(Buffer.from([0]), bytes);
    chain = sha256(Buffer.from([1]), chain, leaf);
    leaves.push(leaf);
}
check(String(leaves.length) === header.last, 'the number of entries');

const [name, id, ...encoded] = keyText.split('+');
const raw = Buffer.from(encoded.join('+'), 'base64').subarray(1);
const keyId = sha256(Buffer.from(name), Buffer.from([0x0a, 0x01]), raw).subarray(0, 4);
check(keyId.toString('hex') === id, 'the id of the public key');
const publicKey = crypto.createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
    format: 'der',
    type: 'spki',
});

let sealKey = null;
let sealNumber = 0;
if (sealText) {
    const [tag, number, key] = sealText.trim().split(':');
    check(tag === 'algenta-seal-1', 'the seal verification key');
    sealNumber = Number(number);
    sealKey = Buffer.from(key, 'base64').subarray(0, 32);
}

let before = null;
notes.forEach((line, at) => {
    const note = Buffer.from(line.note);
    const blank = line.note.lastIndexOf('\n\n');
    const text = line.note.slice(0, blank + 1);
    const [origin, size, hash, number, , , previous, seal] = text.split('\n');
    check(origin === `algenta-journal/${header.journal_id}` && origin === name, `the origin of ${line.checkpoint}`);
    check(number === `number ${at + 1}`, `the number of checkpoint ${line.checkpoint}`);
    check(hash === root(leaves.slice(0, Number(size))).toString('base64'), `the root of checkpoint ${line.checkpoint}`);
    check(previous === `previous ${before ? sha256(before).toString('base64') : 'none'}`,
        `the link of checkpoint ${line.checkpoint}`);
    const [dash, signer, signature] = line.note.slice(blank + 2).trimEnd().split(' ');
    const signed = Buffer.from(signature, 'base64');
    check(dash === '\u2014' && signer === name && signed.subarray(0, 4).equals(keyId),
        `the signer of checkpoint ${line.checkpoint}`);
    check(crypto.verify(null, Buffer.from(text), publicKey, signed.subarray(4)),
        `the signature of checkpoint ${line.checkpoint}`);
    if (sealKey && at + 1 >= sealNumber) {
        while (sealNumber < at + 1) {
            sealKey = sha256(Buffer.from('algenta.journal-seal/1 next\n'), sealKey);
            sealNumber += 1;
        }
        const unsealed = text.slice(0, text.lastIndexOf('seal '));
        const mac = crypto.createHmac('sha256', sealKey).update(unsealed).digest('base64');
        check(seal === `seal ${mac}`, `the seal of checkpoint ${line.checkpoint}`);
    }
    before = note;
});
check(notes.length > 0, 'there is no checkpoint');
console.log(`fits: ${leaves.length} entries, ${notes.length} checkpoints, root ${root(leaves).toString('hex')}`);
