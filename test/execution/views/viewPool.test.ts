// View threads on a real store: concurrent calls, contracts that never end next to quick ones, a
// full queue, threads that fail, and blocks that arrive while the threads run.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { u64Le, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { DEFAULT_PLAN } from '../../../src/base/collections/cachePlan.ts';
import { type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import type { Chain } from '../../../src/chain/chain.ts';
import { TransactionPool } from '../../../src/chain/mempool/transactionPool.ts';
import { openChain } from '../../../src/chain/openChain.ts';
import { MovableClock } from '../../../src/chain/production/clock.ts';
import { Producer } from '../../../src/chain/production/producer.ts';
import { createLocalAuthority } from '../../../src/chain/signing/authority.ts';
import { createValidatorSigner } from '../../../src/chain/signing/validatorSigner.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import { ViewError } from '../../../src/execution/taskThread.ts';
import { ViewPool, type ViewPoolOptions } from '../../../src/execution/views/viewPool.ts';
import { createLocalGenesis, ROOT_ACCOUNT } from '../../../src/params/genesisDefaults.ts';
import { isFault } from '../../../src/rpc/core/isFault.ts';
import type { ViewCallResult } from '../../../src/runtime/contracts/viewCall.ts';
import { LmdbStore } from '../../../src/store/lmdb/lmdbStore.ts';
import type { Genesis, StateRecord } from '../../../src/types/genesis.ts';
import { hostCalls, recordedContract } from '../../support/recordedContracts.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';

const HOST = 'host.near';
const COMPUTE = 'compute.near';
const COMPUTE_TOO = 'compute2.near';
const rootKey = keyFromSeed('ed25519', ROOT_ACCOUNT);

function createGenesis(): Genesis {
  const genesis = createLocalGenesis({
    genesisTime: '2023-11-14T22:13:20Z',
    rootKey: secretToPublic(rootKey),
    accounts: [],
    shards: 1,
  });
  const contracts = [
    ...createContractRecords(HOST, recordedContract('hostcall')),
    ...createContractRecords(COMPUTE, recordedContract('compute')),
    ...createContractRecords(COMPUTE_TOO, recordedContract('compute')),
  ];
  return { ...genesis, records: [...genesis.records, ...contracts] };
}

function createContractRecords(accountId: string, code: Uint8Array): StateRecord[] {
  const contract = { kind: 'Local', value: sha256(code) } as const;
  const amounts = { amount: 10n ** 27n, locked: 0n, storageUsage: 0 };
  const account = { version: 'V1', contract, ...amounts } as const;
  return [
    { kind: 'Account', value: { accountId, account } },
    { kind: 'Contract', value: { accountId, code } },
  ];
}

class TestNode {
  readonly path: string;
  readonly chain: Chain;
  readonly #producer: Producer;

  constructor(path: string, store: LmdbStore) {
    this.path = path;
    this.chain = openChain(store, createGenesis(), createContractRunner());
    this.#producer = new Producer({
      chain: this.chain,
      pool: new TransactionPool({ bytesMax: 1_000_000 }),
      authority: createLocalAuthority([createValidatorSigner(ROOT_ACCOUNT, rootKey)]),
      clock: new MovableClock(() => 1_700_000_001_000),
    });
  }

  static async start(path = createTemporaryFolder()): Promise<TestNode> {
    const store = await LmdbStore.open({ path, temporary: true });
    after(() => store.close());
    return new TestNode(path, store);
  }

  produce(): void {
    this.#producer.produceBlock();
  }

  get headHash(): Hash {
    return this.chain.head.hash;
  }
}

/** No test takes this long, on any machine. */
const FOREVER_MS = 2 ** 31 - 1;
const LIMITS = {
  viewTimeoutMs: FOREVER_MS,
  viewWaitTimeoutMs: FOREVER_MS,
  viewsWaitingMax: 1_000,
};

function createPool(storePath: string, changes: Partial<ViewPoolOptions['limits']> = {}): ViewPool {
  const chain = { chainId: 'localnet', cachePlan: DEFAULT_PLAN };
  const limits = { ...LIMITS, ...changes };
  const pool = new ViewPool({ storePath, ...chain, threads: 2, limits });
  after(() => pool.close());
  return pool;
}

/** Limited to what the gas counter can count: seconds of work. */
const ALL_GAS = 2n ** 63n;

function createCalls(pool: ViewPool, blockHash: () => Hash) {
  const call = (
    accountId: string,
    methodName: string,
    args: Uint8Array,
    gasLimit: bigint | null = null,
  ) =>
    pool.callFunction({
      blockHash: blockHash(),
      shardId: 0,
      accountId,
      methodName,
      args,
      gasLimit,
    });
  return {
    echo: (text: string) => call(HOST, 'echo', utf8ToBytes(text)),
    height: () => call(HOST, 'results', hostCalls(['block_index'])),
    fib: (n: number) => call(COMPUTE, 'fib', u64Le(n)),
    spin: (accountId = COMPUTE) => call(accountId, 'spin', u64Le(0), ALL_GAS),
    /** Ends with this gas, which exceeds that of a trial. */
    spinFor: (tgas: bigint) => call(COMPUTE, 'spin', u64Le(0), tgas * 10n ** 12n),
  };
}

const returned = (value: Uint8Array): ViewCallResult => ({ kind: 'returned', value, logs: [] });

const hasCode = (code: string) => (error: unknown) =>
  error instanceof ViewError && error.code === code;

test('concurrent calls all get their own results', async () => {
  const node = await TestNode.start();
  const { echo, fib } = createCalls(createPool(node.path), () => node.headHash);
  const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
  const echoes = await Promise.all([fib(10), ...texts.map(echo)]);
  assert.deepEqual(echoes, [u64Le(55), ...texts.map(utf8ToBytes)].map(returned));
});

test('a block can be queried as soon as it is committed', async () => {
  const node = await TestNode.start();
  const { height } = createCalls(createPool(node.path), () => node.headHash);
  for (let round = 0; round < 5; round++) {
    const expected = node.chain.head.block.header.lite.height;
    assert.deepEqual(await height(), returned(u64Le(expected)));
    node.produce();
  }
});

test('contracts on several accounts that burn all their gas delay no quick one', async () => {
  const node = await TestNode.start();
  const pool = createPool(node.path);
  const { echo, spin } = createCalls(pool, () => node.headHash);
  let ended = 0;
  const end = () => void ended++;
  const accounts = [COMPUTE, COMPUTE_TOO, COMPUTE, COMPUTE_TOO];
  const spins = accounts.map((account) => spin(account).then(end, end));
  // No one has called this one before, and each of the others takes seconds.
  for (const text of ['1', '2', '3']) await echo(text);
  assert.ok(ended < spins.length, `${ended} had ended`);
  await Promise.all([pool.close(), ...spins]);
});

test('a call that exceeds its trial runs again with all its gas', async () => {
  const node = await TestNode.start();
  const { fib, spinFor } = createCalls(createPool(node.path), () => node.headHash);
  // One of those that begin together runs without a trial.
  const spins = [1n, 40n, 40n].map(async (tgas) => {
    const result = await spinFor(tgas);
    assert.ok(result.kind === 'failed' && result.isOutOfGas, `${tgas} Tgas: ${result.kind}`);
  });
  const sums = [1, 2, 3].map(async () => assert.deepEqual(await fib(29), returned(u64Le(514_229))));
  await Promise.all([...spins, ...sums]);
});

test('a call that takes too long is stopped, and the next one gets a new thread', async () => {
  const node = await TestNode.start();
  const pool = createPool(node.path, { viewTimeoutMs: 1 });
  const { spin } = createCalls(pool, () => node.headHash);
  await assert.rejects(spin(), hasCode('view_timeout'));
  await assert.rejects(spin(), hasCode('view_timeout'));
  // Readers that ended in the middle of a call do not hold up the writer.
  node.produce();
});

test('a call that waits too long is refused', async () => {
  const node = await TestNode.start();
  const pool = createPool(node.path, { viewWaitTimeoutMs: 1 });
  const { spin } = createCalls(pool, () => node.headHash);
  // The first one does not wait, and the trial of the second ends too late.
  const first = spin();
  const others = [1, 2].map(() => assert.rejects(spin(), hasCode('view_busy')));
  await Promise.all([...others, first]);
  assert.equal(pool.waiting, 0);
});

test('a full queue refuses calls of the account that fills it', async () => {
  const node = await TestNode.start();
  const pool = createPool(node.path, { viewsWaitingMax: 2 });
  const { echo, fib } = createCalls(pool, () => node.headHash);
  // Two run, and two wait.
  const echoes = ['1', '2', '3', '4'].map(echo);
  await assert.rejects(echo('5'), hasCode('view_busy'));
  const displaced = assert.rejects(echoes[3] as Promise<unknown>, hasCode('view_busy'));
  assert.deepEqual(await fib(10), returned(u64Le(55)));
  await Promise.all([displaced, ...echoes.slice(0, 3)]);
  assert.deepEqual(await echo('again'), returned(utf8ToBytes('again')));
});

test('a thread that fails is replaced', async () => {
  const path = join(createTemporaryFolder(), 'store');
  let blockHash = sha256(new Uint8Array());
  const { echo } = createCalls(createPool(path), () => blockHash);
  await assert.rejects(echo('too early'), hasCode('view_failed'));
  const node = await TestNode.start(path);
  // As after a revert between the request and the call.
  assert.equal((await echo('no such block')).kind, 'unavailable');
  blockHash = node.headHash;
  assert.deepEqual(await echo('now'), returned(utf8ToBytes('now')));
});

test('a bug in a thread keeps its stack for the log', async () => {
  const path = join(createTemporaryFolder(), 'store');
  const { headHash: blockHash } = await TestNode.start(path);
  const call = {
    blockHash,
    shardId: 0,
    methodName: 'echo',
    args: new Uint8Array(),
    gasLimit: null,
  };
  const failing = createPool(path).callFunction({ ...call, accountId: 'nobody.near' });
  await assert.rejects(failing, (error: ViewError) => {
    const { stack = '' } = error.cause as Error;
    return isFault(error) && !error.message.includes('viewCaller') && stack.includes('viewCaller');
  });
});

test('closing ends running and queued calls', async () => {
  const node = await TestNode.start();
  const pool = createPool(node.path);
  const { echo, spin } = createCalls(pool, () => node.headHash);
  const calls = [spin(), spin(), spin()];
  await Promise.all([
    pool.close(),
    ...calls.map((call) => assert.rejects(call, hasCode('view_closed'))),
  ]);
  await assert.rejects(echo('late'), hasCode('view_closed'));
});
