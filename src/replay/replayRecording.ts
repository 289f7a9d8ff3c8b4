// Applies a recorded chain from its genesis and stops at the first difference.

import { parseHash } from '../base/crypto/hash.ts';
import type { Chain } from '../chain/chain.ts';
import { openChain } from '../chain/openChain.ts';
import { createContractRunner } from '../execution/contractRunner.ts';
import { readContracts } from '../home/readContracts.ts';
import type { Store } from '../store/store.ts';
import { compareBlock, compareOutcomes, type PlacedDifference } from './compareBlock.ts';
import { compareChanges } from './compareChanges.ts';
import { compareEpochs } from './compareEpochs.ts';
import { Expectations } from './expectations.ts';
import { RecordedTransactions } from './recordedTransactions.ts';
import type { RecordedBlock, Recording } from './recording.ts';
import { replayBlock } from './replayBlock.ts';

interface ReplayRun {
  readonly recording: Recording;
  readonly store: Store;
  /** A folder with further contracts. */
  readonly code?: string | undefined;
  readonly until?: number | undefined;
  onBlock?(height: number): void;
}

export interface ReplayResult {
  readonly chain: Chain;
  readonly blocks: number;
  readonly chunks: number;
  readonly difference: PlacedDifference | null;
}

interface Recorded {
  readonly recording: Recording;
  readonly transactions: RecordedTransactions;
  readonly expectations: Expectations;
}

export async function replayRecording(run: ReplayRun): Promise<ReplayResult> {
  const { recording, store, until = Number.POSITIVE_INFINITY } = run;
  const recorded = await readTransactions(recording, run.code);
  const { genesis } = recording;
  const contracts = createContractRunner();
  const chain = openChain(store, genesis, contracts, { rules: recording.rules });
  let blocks = 0;
  let chunks = 0;
  for await (const block of lookAhead(recording, recorded.transactions)) {
    if (block.height > until) break;
    const difference =
      blocks === 0
        ? compareBlock(chain, block, chain.head.block)
        : extendAndCompare(chain, block, recorded);
    if (difference !== null) return { chain, blocks, chunks, difference };
    blocks += 1;
    chunks += block.chunks.length;
    run.onBlock?.(block.height);
  }
  const difference =
    findMissingOutcome(chain, recorded.expectations) ?? (await compareEpochs(chain, recording));
  return { chain, blocks, chunks, difference };
}

async function readTransactions(recording: Recording, code?: string): Promise<Recorded> {
  const transactions = new RecordedTransactions();
  const expectations = new Expectations();
  const contracts = [...recording.contracts(), ...(code === undefined ? [] : readContracts(code))];
  for (const contract of contracts) transactions.addCode(contract);
  for await (const transaction of recording.transactions()) {
    if (transaction.signedBase64 !== null) transactions.addSent(transaction.signedBase64);
    expectations.add(transaction);
  }
  return { recording, transactions, expectations };
}

/** A deployed contract is shown in full where it lands: a few blocks after its transaction. */
const BLOCKS_AHEAD = 8;

/**
 * The blocks, each when the contracts that the next ones show are known. These are read a second
 * time for it, because a block can have tens of megabytes: none waits in memory.
 */
async function* lookAhead(
  recording: Recording,
  transactions: RecordedTransactions,
): AsyncGenerator<RecordedBlock> {
  const ahead = recording.shownContracts();
  const readOne = async () => {
    const { value = [] } = await ahead.next();
    for (const code of value) transactions.addCode(code);
  };
  try {
    for (let i = 0; i < BLOCKS_AHEAD; i++) await readOne();
    for await (const block of recording.blocks()) {
      await readOne();
      yield block;
    }
  } finally {
    await ahead.return(undefined);
  }
}

function extendAndCompare(
  chain: Chain,
  block: RecordedBlock,
  { recording, transactions, expectations }: Recorded,
): PlacedDifference | null {
  const extended = replayBlock(chain, block, recording, transactions);
  const { hash, block: ours } = extended.built;
  const difference = compareBlock(chain, block, ours) ?? compareOutcomes(extended, expectations);
  if (difference !== null) return difference;
  const changes = compareChanges(chain.stored, hash, block);
  return changes === null ? null : { ...changes, height: block.height, shardId: null };
}

function findMissingOutcome(chain: Chain, expectations: Expectations): PlacedDifference | null {
  const missing = expectations.findMissing((hash) => chain.stored.block(parseHash(hash)) !== null);
  if (missing === null) return null;
  const { height } = chain.head.block.header.lite;
  return { height, shardId: null, field: 'outcome', expected: missing, found: 'nothing' };
}

export function describeDifference(difference: PlacedDifference): string {
  const { height, shardId, field, expected, found } = difference;
  const place = shardId === null ? `height ${height}` : `height ${height}, shard ${shardId}`;
  return `${place}: ${field}: expected ${expected}, found ${found}`;
}
