// A node with an RPC worker. Each request uses a new connection, and either process may accept it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import { bytesToBase64 } from '../../../src/base/bytes/bytes.ts';
import { addMetrics } from '../../../src/telemetry/addMetrics.ts';
import { eventually } from '../../support/eventually.ts';
import { ALICE, BOB, startTestNode, type TestNode } from '../../support/runningNode.ts';
import { Sender, transfer } from '../../support/sender.ts';

let node: TestNode;
before(async () => {
  node = await startTestNode({ workers: 1 });
});
after(() => node.stop());

function send(path: string, body?: string, { rpc } = node): Promise<string> {
  const url = new URL(path, rpc.url);
  const method = body === undefined ? 'GET' : 'POST';
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (data: Buffer) => {
        text += data.toString();
      });
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function call(
  method: string,
  params: unknown,
  asked = node,
): Promise<Record<string, unknown>> {
  const answer = await send('/', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), asked);
  const { result, error } = JSON.parse(answer) as Record<string, Record<string, unknown>>;
  assert.equal(error, undefined, answer);
  return result as Record<string, unknown>;
}

/** The ids of the RPC workers. */
function findProcesses(): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => parent === `${process.pid}` && /rpcWorker/.test(args.join()))
    .map(([pid]) => Number(pid));
}

test('transactions complete through every process', async () => {
  const alice = new Sender(node.rpc, ALICE);
  for (let i = 0; i < 4; i++) {
    const signed_tx_base64 = bytesToBase64((await alice.sign(BOB, [transfer(1n)])).bytes);
    const sent = await call('send_tx', { signed_tx_base64, wait_until: 'FINAL' });
    assert.equal(sent.final_execution_status, 'FINAL');
  }
});

test('awaited final blocks come at once, whichever process gets the request', async (context) => {
  const paced = await startTestNode({
    workers: 1,
    mining: { heartbeatMs: 3_600_000, finality: 'paced' },
  });
  context.after(() => paced.stop());
  const alice = new Sender(paced.rpc, ALICE);
  for (let i = 0; i < 4; i++) {
    const signed_tx_base64 = bytesToBase64((await alice.sign(BOB, [transfer(1n)])).bytes);
    const params = { signed_tx_base64, wait_until: 'FINAL' };
    const sent = await call('send_tx', params, paced);
    assert.equal(sent.final_execution_status, 'FINAL');
  }
});

test('controls work through every process', async () => {
  let last = 0;
  for (let i = 0; i < 4; i++) {
    const height = Number((await call('perigee_mine', { blocks: 1 })).height);
    assert.ok(height > last, `${height} after ${last}`);
    last = height;
  }
});

/** The time between blocks, according to whichever processes get the requests. */
async function readDelays(): Promise<Set<unknown>> {
  const asking = Array.from({ length: 10 }, () => call('client_config', null));
  const configs = await Promise.all(asking);
  return new Set(configs.map((config) => `${config.min_block_production_delay}`));
}

test('every process knows the mining mode, and so does one that starts later', async () => {
  await call('perigee_set_mining', { mode: 'interval:50000' });
  await eventually('both know', async () => [...(await readDelays())].join() === '[50,0]');
  const [first] = findProcesses();
  assert.ok(first !== undefined);
  process.kill(first, 'SIGKILL');
  await eventually('another worker is running', () => findProcesses().some((pid) => pid !== first));
  for (let i = 0; i < 4; i++) assert.deepEqual([...(await readDelays())], ['[50,0]']);
  await call('perigee_set_mining', { mode: 'auto' });
});

test('the metrics of all processes are merged', async () => {
  const count = async () => {
    const text = await send('/metrics');
    return Number(/near_rpc_total_count\{method="gas_price"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const before = await count();
  for (let i = 0; i < 6; i++) await call('gas_price', [null]);
  for (let i = 0; i < 2; i++) assert.equal((await count()) - before, 6);
});

test('a process that is killed is replaced', async () => {
  const [first] = findProcesses();
  assert.ok(first !== undefined);
  process.kill(first, 'SIGKILL');
  await eventually('another worker is running', () => findProcesses().some((pid) => pid !== first));
  for (let i = 0; i < 4; i++)
    assert.equal(typeof (await call('gas_price', [null])).gas_price, 'string');
});

test('no process is left when the node has stopped', async () => {
  await node.stop();
  assert.deepEqual(findProcesses(), []);
});

test('counters are added up, and gauges are those of the first process', () => {
  const text = (count: number, height: number, further = '') =>
    '# HELP a_count things\n# TYPE a_count counter\n' +
    `a_count{method="x"} ${count}\n${further}\n` +
    `# HELP height how high\n# TYPE height gauge\nheight ${height}\n`;
  const sum = addMetrics(text(1, 5), [text(2, 6, 'a_count{method="y z"} 7'), '']);
  assert.match(sum, /^a_count\{method="x"\} 3$/m);
  assert.match(sum, /^a_count\{method="y z"\} 7$/m);
  assert.match(sum, /^height 5$/m);
});
