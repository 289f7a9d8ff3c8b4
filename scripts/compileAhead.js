// Starts a node for a moment, so that each of its threads keeps what V8 has compiled of the linked
// program: a later start need not do it again. Works for the version of Node that runs this.

import { openProgram } from '../bin/program.js';

process.env.PERIGEE_COMPILE_AHEAD = '1';
const load = openProgram();
await load('cli/main.js');
const { parseCommandLine } = await load('cli/commandLine.js');
const { readStartOptions } = await load('cli/commands/start.js');
const line = ['start', '--in-memory', '--port', '0', '--log', 'silent'];
const { startNode } = await load('node/startNode.js');
const node = await startNode(readStartOptions(parseCommandLine(line)));
await (await fetch(new URL('/status', node.url))).arrayBuffer();
const headers = { 'content-type': 'application/json' };
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'block',
  params: { finality: 'final' },
});
await (await fetch(node.url, { method: 'POST', headers, body })).arrayBuffer();
await node.stop();
