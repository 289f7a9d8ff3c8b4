// The profile of a transaction: applies every chunk again that executed one of its receipts, with
// hooks in their contracts. The parts add up to the gas that the chain says was burnt, to the unit;
// otherwise there is no profile. Bounds: nodes, frames and receipts; the caller bounds time and
// memory, and gives each profile a thread.

import { assert } from '../../base/assert.ts';
import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { StoredOutcome } from '../../chain/stored/chainReader.ts';
import {
  type DescribeFunctions,
  nameFunctions,
} from '../../runtime/contracts/describeFunctions.ts';
import { requireRow } from '../../store/requireRow.ts';
import { collectReceipts, groupByChunk, type TreeNode } from '../collect/transactionTree.ts';
import { reexecuteShard } from '../reexecute/reexecuteShard.ts';
import type { TraceSource } from '../storedHistory.ts';
import { CallTree, NO_PARENT } from './callTree.ts';
import { OTHER } from './frameTable.ts';
import { nameReceipt, ProfileRecorder } from './profileRecorder.ts';
import type { ProfiledReceipt, TransactionProfile } from './transactionProfile.ts';

/** Receipts that are shown; a transaction can create thousands. */
const RECEIPTS_MAX = 2_000;

interface ProfileSource extends TraceSource {
  readonly contracts: TraceSource['contracts'] & { readonly describeFunctions?: DescribeFunctions };
}

export interface ProfileRequest {
  readonly transactionHash: Hash;
}

/** Null if no block has the transaction. Throws a TraceError if it cannot be executed again. */
export function profileTransaction(
  source: ProfileSource,
  { transactionHash: id }: ProfileRequest,
  tree = new CallTree(),
): TransactionProfile | null {
  const { stored, contracts } = source;
  const included = stored.transaction(id);
  if (included === null) return null;
  const root = requireRow(stored.outcome(id), Column.outcome, id);
  const nodes = collectReceipts(stored, root);
  const shown = nodes.slice(0, RECEIPTS_MAX);
  const leftOut = nodes.slice(RECEIPTS_MAX);
  const keys = new Set(shown.map(({ receipt }) => bytesKey(receipt.receiptId)));
  const recorder = new ProfileRecorder(keys, tree);
  const { signerId, receiverId } = included.transaction.transaction;
  const own = addRoot(recorder, 'transaction', root);
  execute(source, recorder, [root, ...shown.flatMap(({ outcome }) => outcome ?? [])]);
  const receipts = shown.map((node) => describeReceipt(recorder, node));
  const othersGas = leftOut.reduce((sum, node) => sum + gasOf(node.outcome), 0n);
  if (othersGas > 0n) tree.burn(tree.addRoot(OTHER), Number(othersGas));
  const all = [
    { receiptId: id, receiverId: signerId, node: own, gasBurnt: gasOf(root) },
    ...receipts,
  ];
  return {
    transactionHash: id,
    signerId,
    receiverId,
    gasBurnt: all.reduce((sum, { gasBurnt }) => sum + gasBurnt, othersGas),
    receipts: all,
    frames: recorder.frames.describe(contracts.describeFunctions ?? nameFunctions),
    nodes: tree.nodes.map(({ parent, ...node }) => ({
      parent: parent === NO_PARENT ? null : parent,
      ...node,
    })),
    receiptsLeftOut: leftOut.length,
  };
}

function gasOf(executed: StoredOutcome | null): bigint {
  return executed?.outcome.gasBurnt ?? 0n;
}

function addRoot(
  { tree, frames }: ProfileRecorder,
  name: string,
  executed: StoredOutcome | null,
): number {
  const node = tree.addRoot(frames.named('fee', name));
  tree.burn(node, Number(gasOf(executed)));
  return node;
}

function execute(
  source: ProfileSource,
  recorder: ProfileRecorder,
  outcomes: readonly StoredOutcome[],
): void {
  const contracts = recorder.observe(source.contracts);
  for (const group of groupByChunk(outcomes)) {
    const [{ blockHash, shardId }] = group as [StoredOutcome];
    const execution = { chain: source, contracts, observer: recorder };
    reexecuteShard(execution, { blockHash, shardId }, group);
  }
}

/** What its actions did not burn is the fee of the receipt itself. */
function describeReceipt(
  recorder: ProfileRecorder,
  { receipt, outcome }: TreeNode,
): ProfiledReceipt {
  const { receiptId, receiverId } = receipt;
  const gasBurnt = gasOf(outcome);
  const recorded = recorder.receipt(receiptId);
  if (recorded === undefined) {
    const node = addRoot(recorder, nameReceipt(receipt), outcome);
    return { receiptId, receiverId, node, gasBurnt };
  }
  const { root: node, actionsGas } = recorded;
  const fee = Number(gasBurnt) - actionsGas;
  assert(fee >= 0, 'actions burn no more than their receipt');
  recorder.tree.burn(node, fee);
  return { receiptId, receiverId, node, gasBurnt };
}
