// The gas that contracts have burnt since a block: every outcome counts, both of transactions and
// of the receipts they led to, so that sums cover whole transactions. The report catches up with
// the chain when it is requested.

import type { Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { StoredOutcome } from '../../chain/stored/chainReader.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';
import { splitGas } from '../../rpc/controls/splitGas.ts';
import {
  addGas,
  type GasParts,
  type GasReportRow,
  type GasReportView,
  NO_GAS,
} from '../../rpc/core/gasReportView.ts';
import { requireRow } from '../../store/requireRow.ts';
import { SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import { newChunks } from '../../types/block.ts';
import { actionReceipt, type Receipt } from '../../types/receipt.ts';

/** The median is taken over this many of a function's latest calls. */
const SAMPLES_MAX = 1_000;
/** Anyone may call methods that do not exist: names beyond this bound are counted together. */
const FUNCTIONS_MAX = 1_000;
const NAME_LENGTH_MAX = 300;
/** No contract can be deployed to this account. */
const OTHERS = { accountId: SYSTEM_ACCOUNT, methodName: '(others)' } as const;

/** The calls of one function. A receipt with several calls is counted under a combined name. */
class FunctionCalls {
  readonly accountId: string;
  readonly methodName: string;
  readonly #samples: bigint[] = [];
  #calls = 0;
  #failures = 0;
  #total = 0n;
  #parts: GasParts = NO_GAS;
  #min: bigint | null = null;
  #max = 0n;

  constructor(accountId: string, methodName: string) {
    this.accountId = accountId;
    this.methodName = methodName;
  }

  add({ outcome }: StoredOutcome): void {
    const { gasBurnt, status } = outcome;
    this.#samples[this.#calls % SAMPLES_MAX] = gasBurnt;
    this.#calls += 1;
    if (status.kind === 'Failure') this.#failures += 1;
    this.#total += gasBurnt;
    if (this.#min === null || gasBurnt < this.#min) this.#min = gasBurnt;
    if (gasBurnt > this.#max) this.#max = gasBurnt;
    this.#parts = addGas(this.#parts, splitGas(outcome));
  }

  toRow(): GasReportRow {
    return {
      accountId: this.accountId,
      methodName: this.methodName,
      calls: this.#calls,
      failures: this.#failures,
      min: this.#min ?? 0n,
      median: median(this.#samples),
      max: this.#max,
      total: this.#total,
      parts: this.#parts,
    };
  }
}

/** With an even count the lower of the two middle values, which is one that was measured. */
function median(samples: readonly bigint[]): bigint {
  const sorted = [...samples].sort((a, b) => (a < b ? -1 : 1));
  return sorted[(sorted.length - 1) >> 1] ?? 0n;
}

export class GasReport {
  readonly #chain: StoredChain;
  readonly #functionsMax: number;
  /** The last block that does not count. */
  #start: Hash;
  #last: Hash;
  #functions = new Map<string, FunctionCalls>();
  #transactions = 0;
  #total = 0n;

  /** Starts after the head. */
  constructor(chain: StoredChain, functionsMax = FUNCTIONS_MAX) {
    this.#chain = chain;
    this.#functionsMax = functionsMax;
    this.#start = chain.head().hash;
    this.#last = this.#start;
  }

  /** After a revert: recounts the remaining blocks. */
  restart(): void {
    if (this.#chain.block(this.#start) === null) this.#start = this.#chain.head().hash;
    this.#last = this.#start;
    this.#functions = new Map();
    this.#transactions = 0;
    this.#total = 0n;
  }

  view(): GasReportView {
    for (let hash = this.#next(); hash !== null; hash = this.#next()) {
      this.#addBlock(hash);
      this.#last = hash;
    }
    const rows = [...this.#functions.values()].map((calls) => calls.toRow());
    return {
      fromHeight: this.#heightOf(this.#start) + 1,
      toHeight: this.#heightOf(this.#last),
      transactions: this.#transactions,
      total: this.#total,
      rows: rows.sort((a, b) => (a.total > b.total ? -1 : 1)),
    };
  }

  #next(): Hash | null {
    return this.#chain.nextHash(this.#last);
  }

  #addBlock(hash: Hash): void {
    const block = requireRow(this.#chain.block(hash), Column.block, hash);
    for (const { inner } of newChunks(block)) {
      for (const id of this.#chain.outcomeIds(hash, inner.value.shardId)) this.#addOutcome(id);
    }
  }

  #addOutcome(id: Hash): void {
    const outcome = requireRow(this.#chain.outcome(id), Column.outcome, id);
    this.#total += outcome.outcome.gasBurnt;
    const receipt = this.#chain.receipt(id);
    if (receipt === null) this.#transactions += 1;
    else this.#addReceipt(receipt, outcome);
  }

  #addReceipt(receipt: Receipt, outcome: StoredOutcome): void {
    const actions = actionReceipt(receipt)?.actions ?? [];
    const methods = actions.flatMap(({ kind, value }) =>
      kind === 'FunctionCall' ? [value.methodName] : [],
    );
    if (methods.length === 0) return;
    const methodName = methods.join(' + ').slice(0, NAME_LENGTH_MAX);
    this.#callsOf(receipt.receiverId, methodName).add(outcome);
  }

  #callsOf(accountId: string, methodName: string): FunctionCalls {
    const key = `${accountId} ${methodName}`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    if (this.#functions.size >= this.#functionsMax && accountId !== OTHERS.accountId) {
      return this.#callsOf(OTHERS.accountId, OTHERS.methodName);
    }
    const calls = new FunctionCalls(accountId, methodName);
    this.#functions.set(key, calls);
    return calls;
  }

  #heightOf(hash: Hash): number {
    return this.#chain.block(hash)?.header.lite.height ?? 0;
  }
}
