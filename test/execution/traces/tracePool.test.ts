// Traces in their thread, on a real store: results, errors that travel between threads, limits of
// time and number, and the end of the node.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { DEFAULT_PLAN } from '../../../src/base/collections/cachePlan.ts';
import { type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { Impersonator } from '../../../src/chain/controls/impersonation.ts';
import { TransactionPool } from '../../../src/chain/mempool/transactionPool.ts';
import { openChain } from '../../../src/chain/openChain.ts';
import { MovableClock } from '../../../src/chain/production/clock.ts';
import { Producer } from '../../../src/chain/production/producer.ts';
import { TipRecord } from '../../../src/chain/records/storedRecords.ts';
import { createLocalAuthority } from '../../../src/chain/signing/authority.ts';
import { createValidatorSigner } from '../../../src/chain/signing/validatorSigner.ts';
import { decode } from '../../../src/codec/codec.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import { ViewError } from '../../../src/execution/taskThread.ts';
import { TracePool, type TracePoolOptions } from '../../../src/execution/traces/tracePool.ts';
import { createLocalGenesis, ROOT_ACCOUNT } from '../../../src/params/genesisDefaults.ts';
import { ImpossibleSimulation } from '../../../src/simulate/simulationError.ts';
import { LmdbStore } from '../../../src/store/lmdb/lmdbStore.ts';
import { Batch, readRow } from '../../../src/store/store.ts';
import { TraceError } from '../../../src/trace/reexecute/traceError.ts';
import { TransactionTrace } from '../../../src/trace/tree/transactionTrace.ts';
import type { Action } from '../../../src/types/action.ts';
import { recordedContract } from '../../support/recordedContracts.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';

const rootKey = keyFromSeed('ed25519', ROOT_ACCOUNT);
/** No test takes this long, on any machine. */
const FOREVER_MS = 2 ** 31 - 1;

async function startChain() {
  const path = createTemporaryFolder();
  const store = await LmdbStore.open({ path, temporary: true });
  after(() => store.close());
  const genesis = createLocalGenesis({
    genesisTime: '2023-11-14T22:13:20Z',
    rootKey: secretToPublic(rootKey),
    accounts: [],
    shards: 1,
  });
  const chain = openChain(store, genesis, createContractRunner());
  const producer = new Producer({
    chain,
    pool: new TransactionPool({ bytesMax: 1_000_000 }),
    authority: createLocalAuthority([createValidatorSigner(ROOT_ACCOUNT, rootKey)]),
    clock: new MovableClock(() => 1_700_000_001_000),
  });
  const impersonator = new Impersonator(producer);
  const send = (actions: readonly Action[]): Hash => {
    const parts = { signerId: ROOT_ACCOUNT, receiverId: ROOT_ACCOUNT, actions };
    const { hash } = impersonator.submit(parts);
    for (let i = 0; i < 3; i++) producer.produceBlock();
    return hash;
  };
  const createPool = (limits: Partial<TracePoolOptions['limits']> = {}) => {
    const pool = new TracePool({
      storePath: path,
      genesis: genesis.config,
      cachePlan: DEFAULT_PLAN,
      limits: { viewTimeoutMs: FOREVER_MS, viewWaitTimeoutMs: FOREVER_MS, ...limits },
    });
    after(() => pool.close());
    return pool;
  };
  return { store, send, createPool };
}

function call(methodName: string, text: string): Action {
  const value = { methodName, args: utf8ToBytes(text), gas: 10n ** 14n, deposit: 0n };
  return { kind: 'FunctionCall', value };
}

const deploy = (name: 'hostcall' | 'compute'): Action => ({
  kind: 'DeployContract',
  value: { code: recordedContract(name) },
});

const hasCode = (code: string) => (error: unknown) =>
  (error instanceof ViewError || error instanceof TraceError) && error.code === code;

test('transactions are traced as soon as a block has them', async () => {
  const { send, createPool } = await startChain();
  const pool = createPool();
  assert.equal(
    await pool.perform({ kind: 'trace', transactionHash: sha256(rootKey.data), level: 'host' }),
    null,
  );
  send([deploy('hostcall')]);
  const hashes = ['one', 'two', 'three'].map((text) => send([call('echo', text)]));
  const texts = await Promise.all(
    hashes.map((transactionHash) =>
      pool.perform({ kind: 'trace', transactionHash, level: 'host' }),
    ),
  );
  const results = texts.map((text) => TransactionTrace.parse(JSON.parse(text ?? '')).result?.text);
  assert.deepEqual(results, ['one', 'two', 'three']);
});

test('a trace that differs is an error, and the next one works', async () => {
  const { store, send, createPool } = await startChain();
  const pool = createPool();
  const [first, second] = [send([deploy('hostcall')]), send([call('echo', 'x')])];
  const row = readRow(store, Column.outcome, first);
  assert.ok(row);
  const batch = new Batch();
  batch.put(Column.outcome, first, { ...row, outcome: { ...row.outcome, gasBurnt: 1n } });
  store.commit(batch);
  const trace = (transactionHash: Hash) =>
    pool.perform({ kind: 'trace', transactionHash, level: 'calls' });
  await assert.rejects(trace(first), hasCode('trace_differs'));
  assert.ok(await trace(second));
});

test('time and the number of waiting traces are limited', async () => {
  const { send, createPool } = await startChain();
  send([deploy('compute')]);
  const id = send([call('spin', '12345678')]);
  const trace = (pool: TracePool) =>
    pool.perform({ kind: 'trace', transactionHash: id, level: 'host' });
  const quick = createPool({ viewTimeoutMs: 1 });
  await assert.rejects(trace(quick), hasCode('view_timeout'));
  await assert.rejects(trace(quick), hasCode('view_timeout'), 'in a new thread');

  const pool = createPool();
  const traces = Array.from({ length: 18 }, () => trace(pool).catch((error) => error.code));
  assert.equal(await traces[17], 'view_busy');
  assert.ok(await traces[0]);
  await pool.close();
  assert.equal(await traces[16], 'view_closed');
  await assert.rejects(trace(pool), hasCode('view_closed'));
});

test('simulations run in the same thread, under the same limits', async () => {
  const { store, send, createPool } = await startChain();
  send([deploy('compute')]);
  const tip = readRow(store, Column.meta, 'head') as Uint8Array;
  const simulate = (pool: TracePool, blockHash = decode(TipRecord, tip).hash) =>
    pool.perform({
      kind: 'simulate',
      blockHash: new Uint8Array(blockHash) as Hash,
      level: null,
      suggestGas: false,
      blocks: [
        {
          transactions: [
            {
              kind: 'parts',
              value: {
                signerId: ROOT_ACCOUNT,
                receiverId: ROOT_ACCOUNT,
                actions: [call('spin', '12345678')],
                publicKey: null,
                nonce: null,
              },
            },
          ],
          overrides: [],
          blockHeight: null,
          blockTimestamp: null,
          randomValue: null,
          waitForReceipts: true,
        },
      ],
    });
  await assert.rejects(simulate(createPool({ viewTimeoutMs: 1 })), hasCode('view_timeout'));
  const pool = createPool();
  const texts = await Promise.all([simulate(pool), simulate(pool)]);
  assert.equal(texts[0], texts[1]);
  assert.match(texts[0] ?? '', /SuccessValue/);
  assert.deepEqual(readRow(store, Column.meta, 'head'), tip);
  await assert.rejects(
    simulate(pool, sha256(rootKey.data)),
    (error: unknown) => error instanceof ImpossibleSimulation && error.code === 'trace_unavailable',
  );
});
