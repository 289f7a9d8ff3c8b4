// The recorded requests, sent to a front end on a cluster of one node and to a node with its own
// store: every response has the same bytes. Before that, every row of the store is on the cluster.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { parseCassandraAddress } from '../../src/cluster/cassandra.ts';
import { Cluster } from '../../src/cluster/cluster.ts';
import { type RunningServe, startServe } from '../../src/cluster/frontEnd/serve.ts';
import { ClusterWriter, isClusterRefusal } from '../../src/cluster/writer/clusterWriter.ts';
import { formatNodeNote } from '../../src/cluster/writerNote.ts';
import type { HttpServer } from '../../src/http/httpServer.ts';
import { Recording } from '../../src/replay/recording.ts';
import { replayRecording } from '../../src/replay/replayRecording.ts';
import { createReplayContext } from '../../src/replay/serveReplay.ts';
import { serveRpc } from '../../src/rpc/serveRpc.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { GenesisConfig } from '../../src/types/genesis.ts';
import { readRecordedRequests } from '../rpc/support/recordedRequests.ts';
import { eventually } from '../support/eventually.ts';
import { UNSHARED_COLUMNS } from '../support/listedRows.ts';
import { contractsFolder, KeylessRecording, recordingFolder } from '../support/recordings.ts';
import { startTestCluster } from './support/cassandra.ts';

const HEAD = 1942;
const store = new MemoryStore();
const requests = readRecordedRequests();
let local: HttpServer;
let serve: RunningServe;
let stateful: RunningServe;
let cluster: Cluster;

before(async () => {
  const [testCluster, replayed] = await Promise.all([startTestCluster(1), replay()]);
  const { chain, recording, context } = replayed;
  const address = testCluster.address('tour');
  await untilAnswered(async () => {
    cluster = await Cluster.open(parseCassandraAddress(address), { create: true });
  });
  const signer = recording.signers[0];
  const writer = new ClusterWriter({
    cluster,
    store,
    writer: 'test',
    leaseSeconds: 600,
    state: 'trie',
    now: () => 0,
    notes: {
      genesis: GenesisConfig.json(chain.genesis),
      node: formatNodeNote({
        config: recording.config(),
        rules: recording.rules,
        blockDelay: null,
        nodePublicKey: context.node.nodePublicKey,
        validatorAccountId: signer?.accountId ?? null,
        validatorPublicKey: signer?.publicKey ?? null,
        expectsBlocks: false,
        keepsTrie: true,
        computesEpochs: true,
        version: 'test',
      }),
    },
  });
  await untilAnswered(() => writer.claim());
  await untilAnswered(async () => {
    await writer.recover();
    await writer.catchUp(() => {});
  });
  assert.equal(writer.height, HEAD);
  local = await serveRpc(context, { host: '127.0.0.1', port: 0 });
  const options = { store: address, host: '127.0.0.1', port: 0, cacheBytes: 2 ** 26 } as const;
  serve = await startServe({ ...options, state: false, logLevel: 'silent' });
  stateful = await startServe({ ...options, state: true, logLevel: 'silent' });
});

/** A cluster on a busy machine may exceed the timeout of its clients. */
async function untilAnswered(work: () => Promise<void>): Promise<void> {
  await eventually('the cluster responds', async () => {
    try {
      await work();
      return true;
    } catch (error) {
      if (isClusterRefusal(error)) throw error;
      return false;
    }
  });
}

after(async () => {
  await local?.close();
  await serve?.stop();
  await stateful?.stop();
  await cluster?.close();
});

async function replay() {
  const { chain, difference } = await replayRecording({
    recording: new KeylessRecording('tour'),
    store,
    code: contractsFolder(),
    until: HEAD,
  });
  assert.equal(difference, null);
  const recording = new Recording(recordingFolder('tour'));
  const context = createReplayContext(chain, store, recording, (error) => {
    throw error;
  });
  return { chain, recording, context };
}

test('every row of the store is on the cluster', async () => {
  const absent: string[] = [];
  for (const [name, column] of Object.entries(Column)) {
    if (UNSHARED_COLUMNS.has(column)) continue;
    const rows = [...store.range(column)];
    const found = await Promise.all(rows.map(([key]) => cluster.get(column, key, 'one')));
    const lacking = rows.filter(([, value], i) => {
      const other = found[i];
      return other == null || Buffer.compare(other, value) !== 0;
    });
    if (lacking.length > 0) absent.push(`${name}: ${lacking.length} of ${rows.length}`);
  }
  assert.deepEqual(absent, []);
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function ask(url: string, path: string, body: string | null): Promise<Answer> {
  const post = body !== null && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: utf8ToBytes(body),
  };
  const response = await fetch(`${url}${path}`, post || {});
  return {
    status: response.status,
    body: bytesToUtf8(new Uint8Array(await response.arrayBuffer())),
  };
}

/** Removes what identifies the responding process. */
function anonymize(body: string): string {
  return body.replace(/"rpc_addr":"[^"]*",?/g, '').replace(/"uptime_sec":\d+,?/g, '');
}

async function compareAll(url: string, isLeftOut: (body: string) => boolean): Promise<number> {
  const different: string[] = [];
  let compared = 0;
  for (const { number, label, path, body } of requests) {
    if (path === '/metrics' || isLeftOut(body ?? '')) continue;
    compared++;
    const expected = await ask(`http://127.0.0.1:${local.port}`, path, body);
    const answer = await ask(url, path, body);
    const isSame =
      answer.status === expected.status && anonymize(answer.body) === anonymize(expected.body);
    if (!isSame) {
      different.push(
        `${number} ${label}:\n${answer.body.slice(0, 300)}\n${expected.body.slice(0, 300)}`,
      );
    }
  }
  assert.deepEqual(different, []);
  return compared;
}

const sends = (body: string) => /"(?:send_tx|broadcast_tx_\w+)"/.test(body);
const calls = (body: string) => /call_function|"call\//.test(body);

test('a front end responds like a node', async (context) => {
  const compared = await compareAll(serve.url, (body) => sends(body) || calls(body));
  context.diagnostic(`${compared} questions`);
});

test('a front end with a state serves contract calls too', async (context) => {
  const compared = await compareAll(stateful.url, sends);
  context.diagnostic(`${compared} questions`);
});

test('a cluster has one writer', async () => {
  const writer = new ClusterWriter({
    cluster,
    store,
    writer: 'other',
    leaseSeconds: 600,
    state: 'trie',
    notes: {},
    now: () => 0,
  });
  await assert.rejects(
    writer.claim(),
    (error) => error instanceof PerigeeError && /written by test .* --standby/.test(error.message),
  );
});
