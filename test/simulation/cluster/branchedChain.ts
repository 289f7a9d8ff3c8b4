// A chain with two branches, built once per process: a node may write blocks to a cluster, lose
// them in a power cut before they are published, and produce others instead.

import type { Hash } from '../../../src/base/crypto/hash.ts';
import { TransactionPool } from '../../../src/chain/mempool/transactionPool.ts';
import { openChain } from '../../../src/chain/openChain.ts';
import { MovableClock } from '../../../src/chain/production/clock.ts';
import { Producer } from '../../../src/chain/production/producer.ts';
import type { StoredChain } from '../../../src/chain/stored/storedChain.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import type { Batch } from '../../../src/store/store.ts';
import {
  ACCOUNTS,
  type ChainTemplate,
  chainTemplate,
  createTransaction,
} from '../producer/chainTemplate.ts';
import { RecordingStore } from '../recordingStore.ts';
import { START_MS } from '../simulatedGlobals.ts';

export interface Branch {
  /** One commit per block, after those of the template. */
  readonly batches: readonly Batch[];
  readonly chain: StoredChain;
  /** By height: the block's hash and the transactions in it. */
  readonly blocks: readonly { readonly hash: Hash; readonly transactions: readonly Hash[] }[];
}

export interface BranchedChain {
  readonly template: ChainTemplate;
  readonly first: Branch;
  readonly second: Branch;
  /** The last height that both have in common. */
  readonly forkHeight: number;
}

const COMMON_BLOCKS = 4;
export const BLOCKS = 8;
const contracts = createContractRunner();
let branched: BranchedChain | null = null;

export function branchedChain(): BranchedChain {
  branched ??= createBranched();
  return branched;
}

function createBranched(): BranchedChain {
  const template = chainTemplate(1);
  const first = createBranch(template, template.batches, 0);
  const common = first.batches.slice(0, COMMON_BLOCKS);
  const second = createBranch(template, [...template.batches, ...common], COMMON_BLOCKS);
  return { template, first, second, forkHeight: COMMON_BLOCKS };
}

function createBranch(
  template: ChainTemplate,
  before: readonly Batch[],
  beforeHeight: number,
): Branch {
  const store = new RecordingStore(before);
  const chain = openChain(store, template.genesis, contracts);
  const pool = new TransactionPool({ bytesMax: 1_000_000 });
  // The times of the two branches differ, and with them every hash.
  const clock = new MovableClock(() => START_MS + 10 * beforeHeight);
  const { authority } = template;
  const producer = new Producer({ chain, pool, authority, clock });
  const included = new Map<number, readonly Hash[]>();
  for (let height = beforeHeight + 1; height <= BLOCKS; height++) {
    const signer = ACCOUNTS[(height + beforeHeight) % ACCOUNTS.length] as string;
    producer.submit(createTransaction(template, 'transfer', signer, height + 100));
    const { built } = producer.produceBlock();
    const chunks = built.newChunks.flatMap((chunk) => chunk?.transactions ?? []);
    included.set(
      height,
      chunks.map(({ hash }) => hash),
    );
  }
  const blocks = Array.from({ length: BLOCKS + 1 }, (_, height) => ({
    hash: chain.stored.hashAt(height) as Hash,
    transactions: included.get(height) ?? [],
  }));
  return { batches: store.batches.slice(template.batches.length), chain: chain.stored, blocks };
}
