// A transaction with its receipts, from the messages of blocks (neardata, NEAR Lake), beginning at
// the block that includes it. Rows, epochs and the block before come from a node. Bound: a number
// of blocks, after which receipts that are still missing count as not executed.

import { bytesKey } from '../base/bytes/bytes.ts';
import { formatHash, type Hash } from '../base/crypto/hash.ts';
import type { BlockMessage } from '../follow/messages/blockMessage.ts';
import type { BlockSource } from '../follow/sources/blockSource.ts';
import type { OutcomeWithIdView } from '../types/views/outcomeView.ts';
import type { ReceiptView } from '../types/views/receiptView.ts';
import type { SignedTransactionView } from '../types/views/transactionView.ts';
import { BlockGatherer, readChange } from './gatherBlock.ts';
import { findData, gatherCodes } from './gatherFromNode.ts';
import { outcomePath, type PastTransaction, type RemoteBlock } from './pastTransaction.ts';
import { RemoteError } from './remoteError.ts';
import type { RemoteNode } from './remoteNode.ts';

/** A yield waits for 200 blocks. */
const BLOCKS_MAX = 400;

interface Found {
  readonly transaction: SignedTransactionView;
  readonly outcome: OutcomeWithIdView;
}

interface BlocksWanted {
  readonly id: Hash;
  /** Of the block that includes the transaction. */
  readonly height: number;
}

export async function gatherFromBlocks(
  source: BlockSource,
  node: RemoteNode,
  { id, height }: BlocksWanted,
): Promise<PastTransaction> {
  const gatherer = new BlockGatherer(node);
  const ended = new AbortController();
  const newest = await source.lastHeight(ended.signal);
  const traced = new TracedReceipts();
  const blocks: RemoteBlock[] = [];
  let found: Found | null = null;
  let taken = 0;
  for await (const message of source.blocks(height, ended.signal)) {
    const { header } = message.block;
    found ??= findTransaction(message, id);
    if (found === null) break;
    if (traced.isEmpty) traced.begin(found.outcome);
    const isLast = header.height >= (newest ?? 0) || ++taken >= BLOCKS_MAX;
    if (traced.take(message)) {
      blocks.push(await gatherer.complete(header, readEvents(message, traced.accountsIn(message))));
    }
    if (traced.isDone || isLast) break;
  }
  ended.abort();
  if (found === null) {
    const text = `block ${height} of ${source.name} does not have transaction ${formatHash(id)}`;
    throw new RemoteError('remote_unknown', text);
  }
  const { outcomes, receipts, data } = traced;
  const parts = { ...found, outcomes, receipts, blocks };
  return { ...parts, codes: await gatherCodes(node, parts), data };
}

function findTransaction({ shards }: BlockMessage, id: Hash): Found | null {
  for (const { chunk } of shards) {
    for (const { transaction, outcome } of chunk?.transactions ?? []) {
      if (bytesKey(transaction.hash) !== bytesKey(id)) continue;
      return { transaction, outcome: outcome.executionOutcome };
    }
  }
  return null;
}

/** Collects receipts and outcomes in the order of blocks. */
class TracedReceipts {
  readonly outcomes: OutcomeWithIdView[] = [];
  readonly receipts: ReceiptView[] = [];
  readonly data: PastTransaction['data'][number][] = [];
  readonly #waiting = new Set<string>();
  readonly #inputs = new Set<string>();
  readonly #accounts = new Map<string, Set<string>>();
  #root: OutcomeWithIdView | null = null;

  get isEmpty(): boolean {
    return this.#root === null;
  }

  get isDone(): boolean {
    return this.#waiting.size === 0;
  }

  begin(root: OutcomeWithIdView): void {
    this.#root = root;
    this.#await(root);
  }

  /** Whether the block has executed the transaction or one of its receipts. */
  take(message: BlockMessage): boolean {
    const { hash } = message.block.header;
    const accounts = new Set<string>();
    if (this.#root !== null && bytesKey(this.#root.blockHash) === bytesKey(hash)) {
      accounts.add(this.#root.outcome.executorId);
    }
    const carried = message.shards.flatMap(({ chunk }) => chunk?.receipts ?? []);
    this.#noteDistributions(carried);
    for (const { receiptExecutionOutcomes } of message.shards) {
      for (const { executionOutcome, receipt } of receiptExecutionOutcomes) {
        if (!this.#waiting.delete(bytesKey(executionOutcome.id))) continue;
        this.outcomes.push(executionOutcome);
        this.receipts.push(receipt);
        accounts.add(executionOutcome.outcome.executorId);
        this.#await(executionOutcome);
        if (receipt.receipt.kind !== 'Action') continue;
        for (const dataId of receipt.receipt.value.inputDataIds) this.#inputs.add(bytesKey(dataId));
      }
    }
    this.data.push(...findData(carried, this.#inputs));
    this.#accounts.set(bytesKey(hash), accounts);
    return accounts.size > 0;
  }

  accountsIn({ block }: BlockMessage): ReadonlySet<string> {
    return this.#accounts.get(bytesKey(block.header.hash)) ?? new Set();
  }

  #await({ outcome }: OutcomeWithIdView): void {
    for (const id of outcome.receiptIds) this.#waiting.add(bytesKey(id));
  }

  /** The distribution of a global contract has no outcome. */
  #noteDistributions(carried: readonly ReceiptView[]): void {
    for (const receipt of carried) {
      if (receipt.receipt.kind !== 'GlobalContractDistribution') continue;
      if (this.#waiting.delete(bytesKey(receipt.receiptId))) this.receipts.push(receipt);
    }
  }
}

function readEvents({ shards }: BlockMessage, accounts: ReadonlySet<string>) {
  const changes = shards
    .flatMap(({ stateChanges }) => stateChanges.map(readChange))
    .filter(({ accountId }) => accounts.has(accountId))
    .map(({ change }) => change);
  const others = shards
    .flatMap(({ receiptExecutionOutcomes }) => receiptExecutionOutcomes)
    .filter(({ executionOutcome }) => accounts.has(executionOutcome.outcome.executorId))
    .map(({ executionOutcome }) => ({
      id: executionOutcome.id,
      path: outcomePath(executionOutcome),
    }));
  return { changes, others };
}
