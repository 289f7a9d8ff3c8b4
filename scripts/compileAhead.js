// Starts a node for a moment and uses it as a test would, so that each of its threads keeps what V8
// has compiled of the linked program: a later start need not do it again. Works for the version of
// Node that runs this.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openProgram } from '../bin/program.js';

/** Longer than the pause after which a thread keeps what it has compiled. */
const REST_MS = 1_200;

process.env.PERIGEE_COMPILE_AHEAD = '1';
const load = openProgram('main');
const { main } = await load('cli/main.js');
// What every other command begins with.
await openProgram('tools')('cli/main.js');
const { parseCommandLine } = await load('cli/commandLine.js');
const { readStartOptions } = await load('cli/commands/start.js');
const { startNode } = await load('node/startNode.js');
const { BenchAccount, CALL, DEPLOY, sendParams, statusParams, TRANSFER } = await load(
  'benchmark/benchAccount.js',
);

const folder = mkdtempSync(join(tmpdir(), 'perigee-'));
try {
  await main(['init', '--home', join(folder, 'harness')]);
  const home = join(folder, 'node');
  const options = readStartOptions(parseCommandLine(['start', '--home', home, '--port', '0']));
  // As `run` makes blocks.
  const node = await startNode({ ...options, mining: { heartbeatMs: 600, finality: 'paced' } });
  // On a machine that is so busy that requests time out, less is compiled ahead.
  await use(node.url).catch(() => {});
  await sleep(REST_MS);
  await node.stop();
  await main(['view-state', 'dump-state', '--home', home]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * What the suites of client libraries ask most.
 *
 * @param {string} url
 */
async function use(url) {
  const target = { call: createCaller(url) };
  await (await fetch(new URL('/status', url))).arrayBuffer();
  const [account] = await BenchAccount.openAll(target, 1);
  const { accountId: account_id } = account;
  const ask = async () => {
    await target.call('status', []);
    await target.call('gas_price', [null]);
    const query = { finality: 'optimistic', account_id };
    await target.call('query', { ...query, request_type: 'view_account' });
    await target.call('query', { ...query, request_type: 'view_access_key_list' });
    const called = { request_type: 'call_function', method_name: 'echo', args_base64: 'e30=' };
    await target.call('query', { ...query, ...called }).catch(() => {});
    await target.call('query', { ...query, account_id: 'nobody' }).catch(() => {});
  };
  await ask();
  for (const actions of [TRANSFER, DEPLOY, CALL]) {
    const signed = account.sign(account_id, actions);
    await target.call('send_tx', sendParams(signed, 'EXECUTED_OPTIMISTIC'));
    await target.call('EXPERIMENTAL_tx_status', statusParams(signed));
    await ask();
  }
  await target.call('send_tx', sendParams(account.sign('test.near', TRANSFER), 'FINAL'));
  await target.call('sandbox_fast_forward', { delta_height: 2 });
}

/**
 * Asks as those who use `fetch` do, over connections that stay open.
 *
 * @param {string} url
 * @returns {(method: string, params: unknown) => Promise<unknown>}
 */
function createCaller(url) {
  return async (method, params) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', headers, body });
    /** @type {any} */
    const { result, error } = await response.json();
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
}
