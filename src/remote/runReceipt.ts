// One receipt of another network, executed on the rows before it. What nobody shows is assumed, and
// the outcome tells whether rightly: nodes of the trie that writes paid for, of which the gas
// profile has the sum, and whether a contract waits to be resumed.

import { encode } from '../codec/codec.ts';
import type { Dialect } from '../params/dialect.ts';
import { type Protocol, protocolAt } from '../params/protocol.ts';
import { EXT_COSTS, type ExtCostName } from '../params/tables/extCosts.ts';
import type { ChunkContext, ContractRunner, EpochView } from '../runtime/chunkContext.ts';
import {
  applyActionReceipt,
  type ExecutedReceipt,
} from '../runtime/receipts/applyActionReceipt.ts';
import type { ReceiptObserver } from '../runtime/receipts/receiptObserver.ts';
import { writeReceivedData } from '../state/postponedReceipts.ts';
import { PromiseYieldStatus } from '../state/promiseYields.ts';
import { StateUpdate } from '../state/stateUpdate.ts';
import { findDifference } from '../trace/reexecute/findDifference.ts';
import type { ExecutionOutcome, GasProfile } from '../types/outcome.ts';
import { actionReceipt, type Receipt } from '../types/receipt.ts';
import { shardIdOfAccount } from '../types/shardLayout.ts';
import type { KeyChanges } from '../types/stateChange.ts';
import { type NodeTotals, PastState, type RowsBefore, type YieldAssumption } from './pastRows.ts';
import type { RemoteBlock } from './pastTransaction.ts';

/** Null for data of a sender that failed, undefined for data that is not known. */
export type FindData = (dataId: Uint8Array) => Uint8Array | null | undefined;

export interface ReceiptRun {
  readonly receipt: Receipt;
  readonly block: RemoteBlock;
  readonly rows: RowsBefore;
  readonly findData: FindData;
  readonly dialect: Dialect;
  readonly contracts: ContractRunner;
}

/** What was assumed. */
export interface Assumptions {
  readonly nodes: NodeTotals;
  readonly yieldStatus: YieldAssumption;
  /** The least that may be staked: only an outcome that refuses a stake shows it. */
  readonly minimumStake: bigint;
}

export interface RanReceipt {
  readonly executed: ExecutedReceipt;
  readonly changes: readonly KeyChanges[];
  readonly lookups: number;
  readonly readsHidden: boolean;
}

const NO_NODES: NodeTotals = { touched: 0, cached: 0, lookups: 0 };
const YIELDED = encode(PromiseYieldStatus, 'Yielded');

export function runReceipt(
  run: ReceiptRun,
  { nodes, yieldStatus, minimumStake }: Assumptions,
  observed?: { readonly observer: ReceiptObserver; readonly contracts: ContractRunner },
): RanReceipt {
  const { receipt, rows, findData } = run;
  const trie = new PastState(rows, nodes, yieldStatus);
  const state = new StateUpdate(trie);
  const { receiptId: receiptHash, receiverId } = receipt;
  for (const dataId of actionReceipt(receipt)?.inputDataIds ?? []) {
    writeReceivedData(state, receiverId, dataId, findData(dataId) ?? null);
  }
  state.commit({ kind: 'PostponedReceipt', value: { receiptHash } });
  const executed = applyActionReceipt(describeChunk(run, minimumStake, observed), state, receipt);
  const { changes } = state.finish();
  return { executed, changes, lookups: trie.lookups, readsHidden: trie.readsHidden };
}

/** The assumptions under which the recorded outcome comes out, or else the most likely ones. */
export function findAssumptions(run: ReceiptRun, recorded: ExecutionOutcome): Assumptions {
  const profile = profileOf(recorded);
  const minimumStake = minimumStakeIn(recorded);
  const attempt = (yieldStatus: YieldAssumption) => {
    const without = runReceipt(run, { nodes: NO_NODES, yieldStatus, minimumStake });
    const nodes = { ...countNodes(profile, protocolOf(run)), lookups: without.lookups };
    const isFree = nodes.touched + nodes.cached === 0 || nodes.lookups === 0;
    const ran = isFree ? without : runReceipt(run, { nodes, yieldStatus, minimumStake });
    const isRight = findDifference(recorded, ran.executed.outcome.outcome) === null;
    return {
      assumptions: { nodes, yieldStatus, minimumStake },
      isRight,
      readsHidden: ran.readsHidden,
    };
  };
  const likely = attempt(null);
  if (likely.isRight || !likely.readsHidden) return likely.assumptions;
  const other = attempt(YIELDED);
  return (other.isRight ? other : likely).assumptions;
}

function minimumStakeIn({ status }: ExecutionOutcome): bigint {
  if (status.kind !== 'Failure' || status.value.kind !== 'ActionError') return 0n;
  const { kind } = status.value.value;
  return kind.kind === 'InsufficientStake' ? kind.value.minimumStake : 0n;
}

export function protocolOf({ block, dialect }: Pick<ReceiptRun, 'block' | 'dialect'>): Protocol {
  return protocolAt(block.epoch.protocolVersion, dialect);
}

export function profileOf({ metadata }: ExecutionOutcome): GasProfile | null {
  if (metadata.kind === 'V1') return null;
  return metadata.kind === 'V4' ? metadata.value.profile : metadata.value;
}

function countNodes(profile: GasProfile | null, { extCosts }: Protocol) {
  const count = (cost: ExtCostName) => {
    const gas = profile?.ext[EXT_COSTS.indexOf(cost)] ?? 0n;
    return Number(gas / extCosts[cost].gas);
  };
  return { touched: count('touching_trie_node'), cached: count('read_cached_trie_node') };
}

function describeChunk(
  run: ReceiptRun,
  minimumStake: bigint,
  observed?: { readonly observer: ReceiptObserver; readonly contracts: ContractRunner },
): ChunkContext {
  const { block, contracts, receipt } = run;
  const { chainId, shardLayout, validators } = block.epoch;
  return {
    protocol: protocolOf(run),
    chainId,
    shardLayout,
    shardId: shardIdOfAccount(shardLayout, receipt.receiverId),
    block: {
      height: block.height,
      prevHash: block.prevHash,
      timestamp: block.timestamp,
      gasPrice: block.gasPrice,
      randomValue: block.randomValue,
      epochHeight: validators?.epochHeight ?? 0,
    },
    epoch: epochView(block, minimumStake),
    contracts: observed?.contracts ?? contracts,
    observer: observed?.observer,
  };
}

function epochView({ epoch: { validators } }: RemoteBlock, minimumStake: bigint): EpochView {
  const stakes = new Map(validators?.stakes.map((one) => [one.accountId, one.stake]));
  const total = [...stakes.values()].reduce((sum, stake) => sum + stake, 0n);
  return {
    minimumStake: () => minimumStake,
    validatorStake: (accountId) => stakes.get(accountId) ?? null,
    totalStake: () => total,
  };
}
