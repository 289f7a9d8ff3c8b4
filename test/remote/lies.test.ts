// Sources that lie, are something else, or have forgotten: every answer leads to an error that says
// so, or to a receipt that is shown as different. None is believed.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { parseHash } from '../../src/base/crypto/hash.ts';
import { KeptAnswers } from '../../src/remote/keptAnswers.ts';
import { openSource } from '../../src/remote/openSource.ts';
import { releaseAfterTests } from '../support/releases.ts';
import { ALICE, startTestNode, type TestNode } from '../support/runningNode.ts';
import { callContract, deploy, Sender } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { createTestTracer } from './servedChain.ts';

type Lie = (method: string, answer: string, request: string) => string;

let node: TestNode;
let put: string;
let get: string;
let lie: Lie = (_, answer) => answer;
let url: string;
/** Between the node and the tracer. */
const liar = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', async () => {
    const body = Buffer.concat(parts).toString();
    // A GET asks for a block of neardata.
    if (body === '') return response.end(lie('', '', ''));
    const { method } = JSON.parse(body) as { method: string };
    const { status, text } = await node.rpc.post('/', body);
    response.writeHead(status, { 'content-type': 'application/json' });
    return response.end(lie(method, text, body));
  });
});

before(async () => {
  node = await startTestNode();
  const alice = new Sender(node.rpc, ALICE);
  await alice.send(ALICE, [deploy(storageContract)]);
  put = (await alice.send(ALICE, [callContract('put', utf8ToBytes('first'))])).transaction.hash;
  get = (await alice.send(ALICE, [callContract('get', new Uint8Array())])).transaction.hash;
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
  releaseAfterTests(() => {
    liar.closeAllConnections();
    liar.close();
  });
  url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
});

async function trace(hash: string, told: Lie) {
  lie = told;
  const tracer = createTestTracer(url);
  const transactionHash = parseHash(hash);
  const request = { transactionHash, level: 'host', dialect: 'release', height: null } as const;
  return tracer.trace({ ...request, overrides: [] });
}

const refuse = (name: string) =>
  JSON.stringify({ jsonrpc: '2.0', error: { name: 'HANDLER_ERROR', cause: { name } }, id: 1 });

/** About the call of `get`; the first check that is not exact, as field. */
const DIFFERENT: readonly (readonly [string, string, Lie])[] = [
  [
    'another gas',
    'gas_burnt',
    (method, answer) =>
      method === 'EXPERIMENTAL_tx_status'
        ? answer.replaceAll(/"gas_burnt":(\d+)/g, (_, gas) => `"gas_burnt":${BigInt(gas) + 1n}`)
        : answer,
  ],
  [
    'another row of the storage',
    'gas_burnt',
    (method, answer) =>
      method === 'query' ? answer.replace(/"value":"[^"]+"/, '"value":"c2Vjb25k"') : answer,
  ],
];

for (const [name, field, told] of DIFFERENT) {
  test(`${name}: the receipt is different, and shows nothing`, async () => {
    const { checks, trace: shown } = await trace(get, told);
    const wrong = checks.find(({ result }) => result === 'differs');
    assert.equal(wrong?.field, field);
    const receipt = shown.receipts.find(
      ({ receiptId }) => receiptId.join() === wrong?.receiptId.join(),
    );
    assert.deepEqual(receipt?.actions, []);
  });
}

const REFUSED: readonly (readonly [string, RegExp, Lie])[] = [
  [
    'a block with another random value',
    /the hash of its header is another one/,
    (method, answer) =>
      method === 'block'
        ? answer.replace(
            /"random_value":"[^"]+"/,
            '"random_value":"11111111111111111111111111111111"',
          )
        : answer,
  ],
  [
    'a pruned block',
    /has pruned block \w+, or never had it; use an archival node/,
    (method, answer) => (method === 'block' ? refuse('UNKNOWN_BLOCK') : answer),
  ],
  [
    'pruned state',
    /has pruned the state after \w+, or never had it; use an archival node/,
    (method, answer) => (method === 'query' ? refuse('GARBAGE_COLLECTED_BLOCK') : answer),
  ],
  [
    'an unknown transaction',
    /does not know a transaction \w+ that was executed/,
    (method, answer) =>
      method === 'EXPERIMENTAL_tx_status' ? refuse('UNKNOWN_TRANSACTION') : answer,
  ],
  ['a page', /does not speak JSON-RPC/, () => '<html>hello</html>'],
  [
    'something else',
    /answers EXPERIMENTAL_tx_status with what cannot be read/,
    () => '{"result":{"transaction_outcome":7}}',
  ],
];

for (const [name, message, told] of REFUSED) {
  test(`${name}: an error that says so`, async () => {
    await assert.rejects(trace(get, told), message);
  });
}

test('rows that a node does not show leave their receipts out, in one sentence', async () => {
  const told: Lie = (method, answer, request) =>
    method === 'query' && request.includes('view_state')
      ? refuse('TOO_LARGE_CONTRACT_STATE')
      : answer;
  const { checks } = await trace(get, told);
  const skipped = checks.filter(({ result }) => result === 'not_executed');
  assert.equal(skipped.length, 1);
  assert.match(skipped[0]?.reason ?? '', /answers query with TOO_LARGE_CONTRACT_STATE/);
});

test('an unknown version of the protocol is named', async () => {
  const told: Lie = (method, answer) =>
    method === 'EXPERIMENTAL_protocol_config'
      ? answer.replace(/"protocol_version":\d+/, '"protocol_version":61')
      : answer;
  const { checks } = await trace(put, told);
  assert.ok(checks.length > 0);
  for (const { reason } of checks) assert.match(reason ?? '', /protocol version 61 is not known/);
});

test('an address without a node is no source', async () => {
  lie = () => 'hello';
  const kept = new KeptAnswers(createTemporaryFolder());
  const options = { from: url, rows: undefined, kept, isOffline: false, onRequest: () => {} };
  await assert.rejects(openSource(options), /is neither a NEAR node nor a neardata server/);
});
