// The history of a stored chain: receipts are executed again by applying their chunks.

import { equalBytes } from '../base/bytes/bytes.ts';
import { Column } from '../chain/columns/columns.ts';
import type { StoredOutcome } from '../chain/stored/chainReader.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import { totalPrepaidGas } from '../runtime/fees/fees.ts';
import { TrieState } from '../state/trieState.ts';
import { requireRow } from '../store/requireRow.ts';
import { groupByChunk } from './collect/transactionTree.ts';
import type { PastChain } from './reexecute/pastBlock.ts';
import { reexecuteShard } from './reexecute/reexecuteShard.ts';
import type { TracedHistory } from './tracedHistory.ts';

export interface TraceSource extends PastChain {
  readonly contracts: ContractRunner;
}

export function createStoredHistory(source: TraceSource): TracedHistory {
  const { stored, trie } = source;
  return {
    transaction: (id) => {
      const included = stored.transaction(id);
      if (included === null) return null;
      const { signerId, receiverId, actions } = included.transaction.transaction;
      const root = requireRow(stored.outcome(id), Column.outcome, id);
      return { signerId, receiverId, prepaidGas: totalPrepaidGas(actions), root };
    },
    receipt: (id) => stored.receipt(id),
    outcome: (id) => stored.outcome(id),
    height: (hash) => requireRow(stored.block(hash), Column.block, hash).header.lite.height,
    changes: (blockHash, key) => {
      const rows = stored.stateChanges(blockHash, key);
      // The prefix is also that of longer names.
      return rows.find((row) => equalBytes(row.key, key))?.changes ?? [];
    },
    rowBefore: ({ blockHash, shardId }, key) => {
      const previous = stored.block(blockHash)?.header.prevHash;
      const extra = previous && stored.chunkExtra(previous, shardId);
      return extra ? new TrieState(trie, extra.stateRoot).peek(key) : null;
    },
    execute: (recorder, outcomes) => {
      const contracts = recorder.observe(source.contracts);
      for (const group of groupByChunk(outcomes)) {
        const [{ blockHash, shardId }] = group as [StoredOutcome];
        const execution = { chain: source, contracts, observer: recorder };
        reexecuteShard(execution, { blockHash, shardId }, group);
      }
    },
  };
}
