// SPDX-License-Identifier: Apache-2.0
// Loaded before a test server (node --require): makes it safe and findable in a test.
'use strict';

const net = require('node:net');

// Node 18, Debian 12's own, has Web Crypto only as a module; the server expects the global.
globalThis.crypto ??= require('node:crypto').webcrypto;

// The server listens on every interface and prints the port it was asked for. With PORT=0 a
// test needs the one it got, and only the loopback interface may be open.
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (port, ...rest) {
    this.once('listening', () => {
        process.stdout.write(`LISTENING ${this.address().port}\n`);
    });
    const callback = rest.find((value) => typeof value === 'function');
    return listen.call(this, { port: Number(port), host: '127.0.0.1' }, callback);
};

// A server whose test has died must not live on: its standard input is the test's pipe.
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();
