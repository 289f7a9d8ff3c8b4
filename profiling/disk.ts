// What a block and a transfer take on disk: the rows of each column, with their keys, checksums and
// LMDB's node headers, how much the file grows, and how much a compacted file does. `node
// .build/profiling/disk.js` after `tsc -p tsconfig.test.json`; `--home DIR` prints the rows of an
// existing store instead.

import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keyFromSeed, secretToPublic } from '../src/base/crypto/keys.ts';
import { TRANSFER } from '../src/benchmark/benchAccount.ts';
import { COLUMNS } from '../src/chain/columns/columns.ts';
import { TransactionPool } from '../src/chain/mempool/transactionPool.ts';
import { openChain } from '../src/chain/openChain.ts';
import { MovableClock } from '../src/chain/production/clock.ts';
import { Producer } from '../src/chain/production/producer.ts';
import { createLocalAuthority } from '../src/chain/signing/authority.ts';
import { createValidatorSigner } from '../src/chain/signing/validatorSigner.ts';
import { createContractRunner } from '../src/execution/contractRunner.ts';
import {
  createLocalGenesis,
  fundedAccountIds,
  ROOT_ACCOUNT,
} from '../src/params/genesisDefaults.ts';
import { compactDataFile } from '../src/store/lmdb/compactDataFile.ts';
import { dataFilePath } from '../src/store/lmdb/dataFile.ts';
import { storedKey } from '../src/store/lmdb/lmdbReader.ts';
import { LmdbStore } from '../src/store/lmdb/lmdbStore.ts';
import { sealValue } from '../src/store/lmdb/rowChecksum.ts';
import type { StoreReader } from '../src/store/store.ts';
import { plainNonce, signTransaction } from '../src/types/signTransaction.ts';

const ACCOUNTS = 10;
const POOL_BYTES_MAX = 64 * 1024 * 1024;
const BLOCKS = 2_000;
const TRANSFERS = 300;
const BULK = 5_000;
const BULK_BLOCK = 250;
/** The place of a node in its page, and its header. */
const NODE_BYTES = 2 + 8;
/** As often as a node makes checkpoints, at some twenty blocks a second. */
const FLUSH_BLOCKS = 10;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface Usage {
  readonly rows: number;
  readonly bytes: number;
}

type Usages = ReadonlyMap<string, Usage>;

function measureRows(store: StoreReader): Usages {
  return new Map(
    COLUMNS.map((column) => {
      let rows = 0;
      let bytes = 0;
      for (const [key, value] of store.range(column)) {
        const stored = storedKey(column, key);
        const length = stored.length + sealValue(stored, value).length + NODE_BYTES;
        rows += 1;
        bytes += length + (length & 1);
      }
      return [column.name, { rows, bytes }];
    }),
  );
}

/** Of a copy: compacting the file itself would change what is measured next. */
async function measureCompacted(path: string): Promise<number> {
  const copy = mkdtempSync(join(tmpdir(), 'perigee-disk-'));
  try {
    copyFileSync(dataFilePath(path), dataFilePath(copy));
    await compactDataFile(copy, () => {});
    return statSync(dataFilePath(copy)).size;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

interface Moment {
  readonly usages: Usages;
  readonly height: number;
  readonly fileBytes: number;
  readonly compactBytes: number;
}

class MeasuredChain {
  readonly #path: string;
  readonly #store: LmdbStore;
  readonly #producer: Producer;
  readonly #nonces = new Map<string, bigint>();
  readonly #accounts = fundedAccountIds(ACCOUNTS);

  constructor(path: string, store: LmdbStore, shards: number) {
    this.#path = path;
    this.#store = store;
    const rootSecret = keyFromSeed('ed25519', ROOT_ACCOUNT);
    const genesis = createLocalGenesis({
      genesisTime: '2026-01-01T00:00:00.000000000Z',
      rootKey: secretToPublic(rootSecret),
      accounts: this.#accounts.map((accountId) => {
        return { accountId, publicKey: secretToPublic(keyFromSeed('ed25519', accountId)) };
      }),
      shards,
    });
    this.#producer = new Producer({
      chain: openChain(store, genesis, createContractRunner()),
      pool: new TransactionPool({ bytesMax: POOL_BYTES_MAX }),
      authority: createLocalAuthority([createValidatorSigner(ROOT_ACCOUNT, rootSecret)]),
      clock: new MovableClock(),
    });
  }

  async moment(): Promise<Moment> {
    await this.#store.flush();
    return {
      usages: measureRows(this.#store),
      height: this.#producer.chain.head.block.header.lite.height,
      fileBytes: statSync(dataFilePath(this.#path)).size,
      compactBytes: await measureCompacted(this.#path),
    };
  }

  async mine(blocks: number): Promise<void> {
    for (let i = 0; i < blocks; i++) {
      this.#producer.produceBlock();
      if (i % FLUSH_BLOCKS === 0) await this.#store.flush();
    }
  }

  /** One after the other, each until it is final. */
  async transfer(count: number, atOnce: number): Promise<void> {
    for (let sent = 0; sent < count; sent += atOnce) {
      for (let i = 0; i < atOnce; i++) this.#submit(sent + i);
      while (this.#producer.hasWork()) await this.mine(1);
    }
  }

  #submit(index: number): void {
    const signerId = this.#accounts[index % ACCOUNTS] as string;
    const receiverId = this.#accounts[(index * 7 + 3) % ACCOUNTS] as string;
    const nonce = (this.#nonces.get(signerId) ?? 0n) + 1n;
    this.#nonces.set(signerId, nonce);
    const signed = signTransaction(keyFromSeed('ed25519', signerId), {
      signerId,
      nonce: plainNonce(nonce),
      receiverId,
      blockHash: this.#producer.chain.head.hash,
      actions: TRANSFER,
    });
    const { kind } = this.#producer.submit(signed);
    if (kind !== 'admitted') throw new Error(`a transfer was ${kind}`);
  }
}

function printUsages(title: string, from: Moment, to: Moment, count: number): void {
  const blocks = to.height - from.height;
  print(`\n${title} (${count}, in ${blocks} blocks)`);
  let total = 0;
  let rowsTotal = 0;
  for (const [name, { rows, bytes }] of to.usages) {
    const before = from.usages.get(name) ?? { rows: 0, bytes: 0 };
    const rowsEach = (rows - before.rows) / count;
    const bytesEach = (bytes - before.bytes) / count;
    total += bytesEach;
    rowsTotal += rowsEach;
    if (bytesEach < 0.05) continue;
    print(
      `${name.padEnd(18)}${rowsEach.toFixed(2).padStart(8)}${bytesEach.toFixed(0).padStart(8)}`,
    );
  }
  const growth = (to.fileBytes - from.fileBytes) / count;
  print(`${'rows'.padEnd(18)}${rowsTotal.toFixed(2).padStart(8)}${total.toFixed(0).padStart(8)}`);
  print(`${'file'.padEnd(26)}${growth.toFixed(0).padStart(8)}`);
  const compact = (to.compactBytes - from.compactBytes) / count;
  print(`${'compacted file'.padEnd(26)}${compact.toFixed(0).padStart(8)}`);
}

async function measureChain(shards: number): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'perigee-disk-'));
  const store = await LmdbStore.open({ path });
  const chain = new MeasuredChain(path, store, shards);
  try {
    await chain.mine(100);
    const start = await chain.moment();
    await chain.mine(BLOCKS);
    const idle = await chain.moment();
    printUsages(`${shards} shards: an empty block`, start, idle, BLOCKS);
    await chain.transfer(TRANSFERS, 1);
    const single = await chain.moment();
    printUsages(`${shards} shards: a transfer alone, until final`, idle, single, TRANSFERS);
    await chain.transfer(BULK, BULK_BLOCK);
    const title = `${shards} shards: a transfer among ${BULK_BLOCK}`;
    printUsages(title, single, await chain.moment(), BULK);
  } finally {
    await store.close();
    rmSync(path, { recursive: true });
  }
}

async function printStore(home: string): Promise<void> {
  const path = join(home, 'data');
  const store = await LmdbStore.open({ path, readOnly: true });
  for (const [name, { rows, bytes }] of measureRows(store)) {
    print(`${name.padEnd(18)}${String(rows).padStart(10)}${String(bytes).padStart(14)}`);
  }
  await store.close();
}

const { values } = parseArgs({
  options: { home: { type: 'string' }, shards: { type: 'string', default: '2' } },
});
if (values.home !== undefined) await printStore(values.home);
else for (const shards of values.shards.split(',')) await measureChain(Number(shards));
