// What blocks cost on a local chain over LMDB, everything included: random value, signatures,
// state, commit. Prints a table; `node .build/profiling/chain.js` after
// `tsc -p tsconfig.test.json`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyFromSeed, type SecretKey, secretToPublic } from '../src/base/crypto/keys.ts';
import { TRANSFER } from '../src/benchmark/benchAccount.ts';
import { TransactionPool } from '../src/chain/mempool/transactionPool.ts';
import { openChain } from '../src/chain/openChain.ts';
import { MovableClock } from '../src/chain/production/clock.ts';
import { Producer } from '../src/chain/production/producer.ts';
import { RandomnessAhead } from '../src/chain/production/randomnessAhead.ts';
import { createLocalAuthority } from '../src/chain/signing/authority.ts';
import { createValidatorSigner } from '../src/chain/signing/validatorSigner.ts';
import { createContractRunner } from '../src/execution/contractRunner.ts';
import {
  createLocalGenesis,
  fundedAccountIds,
  ROOT_ACCOUNT,
} from '../src/params/genesisDefaults.ts';
import { LmdbStore } from '../src/store/lmdb/lmdbStore.ts';
import type { Store } from '../src/store/store.ts';
import type { AccountId } from '../src/types/accountId.ts';
import { plainNonce, signTransaction } from '../src/types/signTransaction.ts';
import type { HashedTransaction } from '../src/types/transaction.ts';

const ACCOUNTS = 100;
const POOL_BYTES_MAX = 64 * 1024 * 1024;
const WARM_UP_BLOCKS = 200;

interface Account {
  readonly accountId: AccountId;
  readonly secret: SecretKey;
  nonce: bigint;
}

interface Row {
  readonly what: string;
  readonly value: string;
}

function createAccounts(): Account[] {
  return fundedAccountIds(ACCOUNTS).map((accountId) => {
    return { accountId, secret: keyFromSeed('ed25519', accountId), nonce: 0n };
  });
}

interface Bench {
  readonly producer: Producer;
  readonly ahead: RandomnessAhead;
}

function createBench(store: Store, accounts: readonly Account[]): Bench {
  const rootSecret = keyFromSeed('ed25519', ROOT_ACCOUNT);
  const genesis = createLocalGenesis({
    genesisTime: '2026-01-01T00:00:00.000000000Z',
    rootKey: secretToPublic(rootSecret),
    accounts: accounts.map(({ accountId, secret }) => {
      return { accountId, publicKey: secretToPublic(secret) };
    }),
    shards: 1,
  });
  const chain = openChain(store, genesis, createContractRunner());
  const authority = createLocalAuthority([createValidatorSigner(ROOT_ACCOUNT, rootSecret)]);
  const pool = new TransactionPool({ bytesMax: POOL_BYTES_MAX });
  const producer = new Producer({ chain, pool, authority, clock: new MovableClock() });
  return { producer, ahead: new RandomnessAhead(chain, authority) };
}

/** As a client sends it: signed, and not verified yet. */
function createTransfer(producer: Producer, from: Account, to: Account): HashedTransaction {
  from.nonce += 1n;
  return signTransaction(from.secret, {
    signerId: from.accountId,
    nonce: plainNonce(from.nonce),
    receiverId: to.accountId,
    blockHash: producer.chain.head.hash,
    actions: TRANSFER,
  });
}

function createTransfers(
  producer: Producer,
  accounts: readonly Account[],
  count: number,
): HashedTransaction[] {
  return Array.from({ length: count }, (_, i) => {
    const from = accounts[i % ACCOUNTS] as Account;
    const to = accounts[(i + 1) % ACCOUNTS] as Account;
    return createTransfer(producer, from, to);
  });
}

function submitAll(producer: Producer, transfers: readonly HashedTransaction[]): void {
  for (const transfer of transfers) {
    const { kind } = producer.submit(transfer);
    if (kind !== 'admitted') throw new Error(`a transfer was ${kind}`);
  }
}

function timeMs(task: () => void): number {
  const start = performance.now();
  task();
  return performance.now() - start;
}

/** The median, and the fastest tenth for comparing on a machine that does other things too. */
function describeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number) => formatMs(sorted[Math.floor(sorted.length * share)] as number);
  return `${quantile(0.5)} (a tenth below ${quantile(0.1)})`;
}

function measureIdle(producer: Producer, blocks: number): Row[] {
  const times = Array.from({ length: blocks }, () => timeMs(() => producer.produceBlock()));
  return [{ what: 'an idle block', value: describeTimes(times) }];
}

/**
 * One transfer at a time: until its receipt was executed, and until it is final. Work that a node
 * does ahead while it is idle happens between two transfers.
 */
function measureTransfer({ producer, ahead }: Bench, accounts: readonly Account[], rounds: number) {
  const executed: number[] = [];
  const final: number[] = [];
  for (let round = 0; round < rounds; round++) {
    while (ahead.proveNext());
    const transfers = createTransfers(producer, accounts, 1);
    const start = performance.now();
    submitAll(producer, transfers);
    producer.produceBlock();
    producer.produceBlock();
    executed.push(performance.now() - start);
    while (producer.hasWork()) producer.produceBlock();
    final.push(performance.now() - start);
  }
  return [
    { what: 'a transfer, executed', value: describeTimes(executed) },
    { what: 'a transfer, final', value: describeTimes(final) },
  ];
}

/** Many transfers at once: their admission, and the blocks that they need until they are final. */
function measureBulk(producer: Producer, accounts: readonly Account[], count: number): Row[] {
  const transfers = createTransfers(producer, accounts, count);
  const rate = (ms: number) => `${formatMs(ms)}, ${Math.round((1000 * count) / ms)} a second`;
  const door = timeMs(() => submitAll(producer, transfers));
  const blocks = timeMs(() => {
    while (producer.hasWork()) producer.produceBlock();
  });
  return [
    { what: `${count} transfers, admission with signatures`, value: rate(door) },
    { what: `${count} transfers, their blocks`, value: rate(blocks) },
    { what: `${count} transfers, both`, value: rate(door + blocks) },
  ];
}

function formatMs(ms: number): string {
  return `${ms.toFixed(2)} ms`;
}

function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, value } of rows) process.stdout.write(`${what.padEnd(width)}  ${value}\n`);
}

async function main(): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'perigee-bench-'));
  const store = await LmdbStore.open({ path, temporary: true });
  try {
    const accounts = createAccounts();
    const bench = createBench(store, accounts);
    const { producer } = bench;
    for (let i = 0; i < WARM_UP_BLOCKS; i++) producer.produceBlock();
    measureTransfer(bench, accounts, WARM_UP_BLOCKS / 4);
    printTable([
      ...measureIdle(producer, 500),
      ...measureTransfer(bench, accounts, 100),
      ...measureBulk(producer, accounts, 1_000),
      ...measureBulk(producer, accounts, 5_000),
    ]);
  } finally {
    await store.close();
    rmSync(path, { recursive: true });
  }
}

await main();
