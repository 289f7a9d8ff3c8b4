// The 395 recorded requests, sent to the recorded chain over HTTP. Every response equals the
// recorded one byte for byte, except for what identifies the node itself and for the exceptions of
// support/exceptions.ts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import type { HttpServer } from '../../src/http/httpServer.ts';
import { Recording } from '../../src/replay/recording.ts';
import { replayRecording } from '../../src/replay/replayRecording.ts';
import { createReplayContext } from '../../src/replay/serveReplay.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { serveRpc } from '../../src/rpc/serveRpc.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { contractsFolder, KeylessRecording, recordingFolder } from '../support/recordings.ts';
import { toDescribed } from './support/describedForm.ts';
import { findException } from './support/exceptions.ts';
import { createPastChain } from './support/pastChain.ts';
import { type RecordedRequest, readRecordedRequests } from './support/recordedRequests.ts';

/** The heads at which the recorded node responded. */
const HEADS = [1862, 1941, 1942] as const;
type HeadHeight = (typeof HEADS)[number];

const FIRST_HEAD_LAST_REQUEST = 141;
const ASKED_A_BLOCK_EARLIER = 'EXPERIMENTAL_changes finality';

const requests = readRecordedRequests();
const servers = new Map<HeadHeight, HttpServer>();

before(async () => {
  const store = new MemoryStore();
  const { chain, difference } = await replayRecording({
    recording: new KeylessRecording('tour'),
    store,
    code: contractsFolder(),
    until: Math.max(...HEADS),
  });
  assert.equal(difference, null);
  const recording = new Recording(recordingFolder('tour'));
  const context = createReplayContext(chain, store, recording, (error) => {
    throw error;
  });
  for (const height of HEADS) {
    const past: RpcContext = { ...context, chain: createPastChain(context.chain, height) };
    servers.set(height, await serveRpc(past, { host: '127.0.0.1', port: 0 }));
  }
});

after(async () => {
  for (const server of servers.values()) await server.close();
});

function headOf({ number, label }: RecordedRequest): HeadHeight {
  if (number <= FIRST_HEAD_LAST_REQUEST) return 1862;
  return label === ASKED_A_BLOCK_EARLIER ? 1941 : 1942;
}

interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
}

/** The headers of each request; two have a content type that is refused. */
function contentTypeOf({ label }: RecordedRequest): Record<string, string> {
  if (label === 'envelope no content type') return {};
  const isText = label === 'envelope text content type';
  return { 'content-type': isText ? 'text/plain' : 'application/json' };
}

async function ask(recorded: RecordedRequest, path: string = recorded.path): Promise<Answer> {
  const url = `http://127.0.0.1:${servers.get(headOf(recorded))?.port}${path}`;
  const { body } = recorded;
  const post = body !== null && {
    method: 'POST',
    headers: contentTypeOf(recorded),
    body: utf8ToBytes(body),
  };
  const response = await fetch(url, post || {});
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    body: bytesToUtf8(new Uint8Array(await response.arrayBuffer())),
  };
}

/** Removes what identifies the node itself. */
function anonymize(body: string): string {
  return body
    .replace(/"version":\{[^}]*\},?/g, '')
    .replace(/"(?:node_public_key|rpc_addr)":"[^"]*",?/g, '')
    .replace(/"uptime_sec":\d+,?/g, '')
    .replaceAll(',}', '}');
}

test('there are 395 questions', () => {
  assert.equal(requests.length, 395);
});

test('the recorded responses', async (suite) => {
  const compared = requests.filter((recorded) => findException(recorded) === null);
  assert.equal(compared.length, 363);
  // A test for each, so that no difference hides another.
  for (const recorded of compared) {
    const { number, label, status, contentType, response } = recorded;
    await suite.test(`request ${number}, ${label}`, async () => {
      const answer = await ask(recorded);
      assert.equal(anonymize(answer.body), anonymize(response));
      assert.equal(answer.status, status);
      assert.equal(answer.contentType, contentType);
    });
  }
});

test('tx_status responds as EXPERIMENTAL_tx_status did', async () => {
  const byLabel = new Map(requests.map((recorded) => [recorded.label, recorded]));
  const asked = requests.filter(({ label }) => label.startsWith('tx_status '));
  assert.equal(asked.length, 23);
  for (const recorded of asked) {
    const older = byLabel.get(`EXPERIMENTAL_${recorded.label}`);
    assert.ok(older !== undefined, recorded.label);
    const answer = await ask(recorded);
    assert.equal(answer.body, older.response, recorded.label);
    assert.equal(answer.status, older.status, recorded.label);
  }
});

test('genesis_config has three additional fields', async () => {
  const added =
    /"(?:avg_hidden_validator_seats_per_shard|num_block_producer_seats_per_shard)":\[\d+\],|"num_chunk_only_producer_seats":0,/g;
  const asked = requests.filter(({ label }) => label.includes('genesis_config'));
  assert.equal(asked.length, 6);
  for (const recorded of asked) {
    const { body } = await ask(recorded);
    assert.equal(body.match(added)?.length, 3);
    assert.equal(body.replaceAll(added, ''), recorded.response);
  }
});

/** Requests with another outcome at the method's own path: see ownPaths.test.ts. */
const DESCRIBED_OTHERWISE = new Set([
  'chunk hash key',
  'tx_status both',
  'EXPERIMENTAL_tx_status both',
  'validators null',
]);

test("at a method's own path every response is as described, with status 200", async (suite) => {
  for (const recorded of requests) {
    const method = /"method":"(\w+)"/.exec(recorded.body ?? '')?.[1];
    const isWhole = recorded.body?.startsWith('{"jsonrpc":"2.0","id":"dontcare",') ?? false;
    if (method === undefined || !isWhole || DESCRIBED_OTHERWISE.has(recorded.label)) continue;
    await suite.test(`request ${recorded.number}, ${recorded.label}`, async () => {
      const atRoot = await ask(recorded);
      const atMethod = await ask(recorded, `/${method}`);
      assert.equal(atMethod.body, toDescribed(method, atRoot.body));
      assert.equal(atMethod.status, 200);
    });
  }
});

test('a chunk may be requested by `chunk_hash` at its own path', async () => {
  const byKey = requests.find(({ label }) => label === 'chunk hash key');
  const byId = requests.find(({ label }) => label === 'chunk hash');
  assert.ok(byKey !== undefined && byId !== undefined);
  assert.equal((await ask(byKey, '/chunk')).body, toDescribed('chunk', byId.response));
});
