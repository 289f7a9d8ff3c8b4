// The receipts of a transaction of another network as values of this program, with their outcomes,
// the data that they send each other, and the rows before each of them.

import { bytesKey } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import type { StoredOutcome } from '../chain/stored/chainReader.ts';
import { outcomeFromView } from '../follow/messages/outcomeFromView.ts';
import { COST_NAMES } from '../params/costNames.ts';
import { actionReceipt, type Receipt } from '../types/receipt.ts';
import { shardIdOfAccount } from '../types/shardLayout.ts';
import type { OutcomeWithIdView } from '../types/views/outcomeView.ts';
import { receiptFromView } from '../types/views/receiptView.ts';
import { standInForCode } from '../types/views/standInCode.ts';
import { ChangesBefore, groupByRow, type PastRows } from './changesBefore.ts';
import {
  outcomePath,
  type PastChange,
  type PastTransaction,
  type RemoteBlock,
} from './pastTransaction.ts';
import type { FindData } from './runReceipt.ts';

export class PastReceipts {
  readonly past: PastTransaction;
  readonly root: StoredOutcome;
  readonly #rows: PastRows;
  readonly #receipts: ReadonlyMap<string, Receipt>;
  /** Receipts with code that only its hash is known of. */
  readonly #withoutCode = new Set<string>();
  readonly #outcomes: ReadonlyMap<string, StoredOutcome>;
  readonly #blocks: ReadonlyMap<string, RemoteBlock>;
  readonly #changes = new Map<string, ReadonlyMap<string, readonly PastChange[]>>();
  readonly #paths: ReadonlyMap<string, string>;
  readonly #data: ReadonlyMap<string, Uint8Array | null>;

  constructor(past: PastTransaction, rows: PastRows) {
    this.past = past;
    this.#rows = rows;
    this.#blocks = new Map(past.blocks.map((block) => [bytesKey(block.hash), block]));
    this.root = this.#place(past.outcome);
    this.#receipts = this.#readReceipts();
    this.#outcomes = new Map(past.outcomes.map((one) => [bytesKey(one.id), this.#place(one)]));
    const own = [past.outcome, ...past.outcomes].map((one) => ({
      id: one.id,
      path: outcomePath(one),
    }));
    const others = past.blocks.flatMap((block) => block.others);
    this.#paths = new Map([...others, ...own].map(({ id, path }) => [bytesKey(id), path]));
    this.#data = this.#collectData();
  }

  receipt(id: Hash): Receipt | null {
    return this.#receipts.get(bytesKey(id)) ?? null;
  }

  outcome(id: Hash): StoredOutcome | null {
    return this.#outcomes.get(bytesKey(id)) ?? null;
  }

  /** The block that executed it. */
  block(hash: Hash): RemoteBlock | null {
    return this.#blocks.get(bytesKey(hash)) ?? null;
  }

  hasCode(id: Hash): boolean {
    return !this.#withoutCode.has(bytesKey(id));
  }

  readonly findData: FindData = (dataId) => this.#data.get(bytesKey(dataId));

  rowsBefore(block: RemoteBlock, { receiptId: id, receiverId: accountId }: Receipt): ChangesBefore {
    const executed = { block, id, accountId, paths: this.#paths };
    return new ChangesBefore(executed, this.changesOf(block), this.#rows);
  }

  changesOf(block: RemoteBlock): ReadonlyMap<string, readonly PastChange[]> {
    const key = bytesKey(block.hash);
    let rows = this.#changes.get(key);
    if (rows === undefined) {
      rows = groupByRow(block.changes);
      this.#changes.set(key, rows);
    }
    return rows;
  }

  #place(shown: OutcomeWithIdView): StoredOutcome {
    const { blockHash, proof } = shown;
    const block = this.block(blockHash);
    const { executorId } = shown.outcome;
    const shardId = block === null ? 0 : shardIdOfAccount(block.epoch.shardLayout, executorId);
    return { ...outcomeFromView(shown, COST_NAMES), blockHash, shardId, proof };
  }

  #readReceipts(): Map<string, Receipt> {
    const { codes, receipts } = this.past;
    const byHash = new Map(codes.map((code) => [bytesKey(sha256(code)), code]));
    return new Map(
      receipts.map((shown) => {
        const key = bytesKey(shown.receiptId);
        const receipt = receiptFromView(shown, 'V1', (hash) => {
          const code = byHash.get(bytesKey(hash));
          if (code === undefined) this.#withoutCode.add(key);
          return code ?? standInForCode(hash);
        });
        return [key, receipt];
      }),
    );
  }

  /** A receipt that returns another one leaves its receivers to it. */
  #collectData(): Map<string, Uint8Array | null> {
    const data = new Map<string, Uint8Array | null>();
    // A yield is resumed by the first data that arrives.
    for (const one of this.past.data.toReversed()) data.set(bytesKey(one.dataId), one.data);
    for (const receipt of this.#receipts.values()) {
      const status = this.outcome(receipt.receiptId)?.outcome.status;
      if (status === undefined || status.kind === 'SuccessReceiptId') continue;
      const value = status.kind === 'SuccessValue' ? status.value : null;
      for (const { dataId } of actionReceipt(receipt)?.outputDataReceivers ?? []) {
        data.set(bytesKey(dataId), value);
      }
    }
    return data;
  }
}
