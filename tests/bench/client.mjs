// SPDX-License-Identifier: Apache-2.0
// Calls one tool over and over with the official client, and prints what that cost this process.
// usage: node client.mjs URL COUNT (run where node_modules is)
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.cwd() + '/');
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = await load('@modelcontextprotocol/sdk/client/streamableHttp.js');

const [url, count] = [process.argv[2], Number(process.argv[3])];
const client = new Client({ name: 'bench', version: '1' });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
const call = () => client.callTool({ name: 'simulate', arguments: { action: 'order', amount: 5 } });
for (let i = 0; i < 50; i += 1) await call();
const cpu = process.cpuUsage();
const start = process.hrtime.bigint();
for (let i = 0; i < count; i += 1) await call();
const wall = Number(process.hrtime.bigint() - start) / 1000;
const used = process.cpuUsage(cpu);
console.log(JSON.stringify({ wall_us: wall / count, cpu_us: (used.user + used.system) / count }));
await client.close();
process.exit(0);
