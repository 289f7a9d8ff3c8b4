// A local chain for tests: its store is in memory, its clock moves only when the test moves it, and
// blocks are produced on demand.

import { bytesToHex, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, sha256 } from '../../src/base/crypto/hash.ts';
import {
  keyFromSeed,
  publicKeyToHandle,
  type SecretKey,
  secretToPublic,
} from '../../src/base/crypto/keys.ts';
import type { Chain } from '../../src/chain/chain.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { Controls } from '../../src/chain/controls/controls.ts';
import { stateAtHead } from '../../src/chain/mempool/admission.ts';
import { TransactionPool } from '../../src/chain/mempool/transactionPool.ts';
import { openChain } from '../../src/chain/openChain.ts';
import { MovableClock } from '../../src/chain/production/clock.ts';
import { Miner, type MiningMode, type Scheduler } from '../../src/chain/production/mining.ts';
import { Producer } from '../../src/chain/production/producer.ts';
import { StagingArea } from '../../src/chain/production/stagedChanges.ts';
import { ChunkExtra } from '../../src/chain/records/chunkExtra.ts';
import { ReceiptList, TreeRecord } from '../../src/chain/records/storedRecords.ts';
import { createLocalAuthority } from '../../src/chain/signing/authority.ts';
import { createValidatorSigner } from '../../src/chain/signing/validatorSigner.ts';
import { encode } from '../../src/codec/codec.ts';
import { bytes, pair, vec } from '../../src/codec/primitives.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import {
  createLocalGenesis,
  fundedAccountIds,
  ROOT_ACCOUNT,
} from '../../src/params/genesisDefaults.ts';
import { readAccessKey } from '../../src/state/accessKeys.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action } from '../../src/types/action.ts';
import { Block } from '../../src/types/block.ts';
import type { Genesis, GenesisConfig } from '../../src/types/genesis.ts';
import { plainNonce, signTransaction as signParts } from '../../src/types/signTransaction.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';

export const NEAR = 10n ** 24n;
export const TGAS = 10n ** 12n;
export const ROOT = ROOT_ACCOUNT;
export const [ALICE, BOB, CAROL] = fundedAccountIds(3) as [AccountId, AccountId, AccountId];
/** A second after genesis. */
const START_MS = 1_700_000_001_000;
export const SKIPPED_HEIGHT_NS = 1_300_000_000n;

const scheduler: Scheduler = {
  soon: (task) => void setImmediate(task),
  after: () => () => {},
};

export interface LocalChain {
  readonly genesis: Genesis;
  readonly chain: Chain;
  readonly producer: Producer;
  readonly controls: Controls;
  readonly clock: MovableClock;
  readonly pool: TransactionPool;
  readonly store: MemoryStore;
  /** How often blocks were reverted. */
  readonly reverts: () => number;
}

export function createLocalChain(
  config: Partial<GenesisConfig> = {},
  { shards = 1, mining = 'manual' }: { shards?: number; mining?: MiningMode } = {},
): LocalChain {
  const genesis = createLocalGenesis({
    genesisTime: '2023-11-14T22:13:20Z',
    rootKey: secretToPublic(keyOf(ROOT)),
    accounts: [ALICE, BOB, CAROL].map((accountId) => ({
      accountId,
      publicKey: secretToPublic(keyOf(accountId)),
    })),
    shards,
    config,
  });
  const store = new MemoryStore();
  const chain = openChain(store, genesis, createContractRunner());
  const pool = new TransactionPool({ bytesMax: 1_000_000 });
  const clock = new MovableClock(() => START_MS);
  const authority = createLocalAuthority([createValidatorSigner(ROOT, keyOf(ROOT))]);
  const staging = new StagingArea(store);
  const producer = new Producer({ chain, pool, authority, clock, staging });
  const miner = new Miner({ producer, mode: mining, scheduler, onBlock: () => {} });
  let reverts = 0;
  const controls = new Controls({
    producer,
    miner,
    clock,
    scheduler,
    genesis,
    skippedHeightNs: SKIPPED_HEIGHT_NS,
    onRevert: () => {
      reverts += 1;
    },
  });
  return { genesis, chain, producer, controls, clock, pool, store, reverts: () => reverts };
}

export function keyOf(account: AccountId): SecretKey {
  return keyFromSeed('ed25519', account);
}

/** A transaction on top of the head, with the next nonce of the key. */
export function signTransaction(
  { chain }: LocalChain,
  signerId: AccountId,
  receiverId: AccountId,
  actions: readonly Action[],
): HashedTransaction {
  const secret = keyOf(signerId);
  const publicKey = secretToPublic(secret);
  const key = readAccessKey(stateAtHead(chain, signerId), signerId, publicKeyToHandle(publicKey));
  const nonce = plainNonce((key?.nonce ?? 0n) + 1n);
  return signParts(secret, { signerId, nonce, receiverId, blockHash: chain.head.hash, actions });
}

export const transfer = (deposit: bigint): Action => ({ kind: 'Transfer', value: { deposit } });

export const callAction = (methodName: string, args = ''): Action => ({
  kind: 'FunctionCall',
  value: { methodName, args: utf8ToBytes(args), gas: 30n * TGAS, deposit: 0n },
});

/** The head that the next block is built on, as text. */
export function describeHead({ chain }: LocalChain): string {
  const { hash, block, ancestors, shards } = chain.head;
  const shardTexts = shards.map(({ extra, outgoingReceipts }) => [
    bytesToHex(encode(ChunkExtra, extra)),
    bytesToHex(encode(ReceiptList, outgoingReceipts)),
  ]);
  const tree = bytesToHex(encode(TreeRecord, ancestors));
  return JSON.stringify([bytesToHex(hash), bytesToHex(encode(Block, block)), tree, shardTexts]);
}

/** The number of rows in each column of a store, and a hash of them. */
export function digestRows({ store }: LocalChain): Record<string, string> {
  const digests = Object.entries(Column).map(([name, column]) => {
    const rows = [...store.range(column)];
    const digest = sha256(encode(vec(pair(bytes, bytes)), rows));
    return [name, `${rows.length} ${formatHash(digest)}`] as const;
  });
  return Object.fromEntries(digests);
}
