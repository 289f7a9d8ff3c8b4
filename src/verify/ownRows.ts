// Rows that can be derived from others of the same store, without a source: the places and
// successors of blocks, the tree over their hashes, transactions, account histories, and the rows
// that name the ends of the chain.

import { bytesKey, bytesToUtf8 } from '../base/bytes/bytes.ts';
import { combineHash, type Hash } from '../base/crypto/hash.ts';
import { genesisFingerprint } from '../chain/blocks/writeGenesis.ts';
import { Column } from '../chain/columns/columns.ts';
import { outcomesRoot } from '../chain/records/chunkRoots.ts';
import {
  ChunkPlace,
  MerklePath,
  TipRecord,
  TransactionRecord,
} from '../chain/records/storedRecords.ts';
import { writeAccountHistory } from '../chain/stored/accountHistory.ts';
import { sharedPath } from '../chain/stored/outcomePaths.ts';
import { StoredChain } from '../chain/stored/storedChain.ts';
import { encodeRules, findLostRules, readRulesRow } from '../chain/stored/storedRules.ts';
import { listExecuted } from '../chain/stored/upgradeStore.ts';
import { decode, encode } from '../codec/codec.ts';
import { Batch, readRow, type StoreReader } from '../store/store.ts';
import {
  blockMerkleKey,
  keyToNumber,
  metaKey,
  parseAccountHistoryKey,
  parseBlockMerkleKey,
  parseOutcomePathKey,
} from '../store/storeKeys.ts';
import { Block, newChunks } from '../types/block.ts';
import { chunkHash, isEmptyChunk } from '../types/chunk.ts';
import type { Genesis } from '../types/genesis.ts';
import { hashTransaction } from '../types/transaction.ts';
import type { RowSource } from './rowSource.ts';
import type { RowPlace } from './storeFaults.ts';
import { WatchedReader } from './watchedReader.ts';

/** The current contents of the store: recreated for each round. */
export function createOwnRows(store: StoreReader, genesis: Genesis | null): RowSource {
  const own = new OwnRows(new WatchedReader(store), genesis);
  return {
    rowsMax: 256,
    read: async (rows) => rows.map((row) => own.derive(row)),
    close: async () => {},
  };
}

interface PlacedBlock {
  readonly hash: Hash;
  readonly block: Block;
}

class OwnRows {
  readonly #store: WatchedReader;
  readonly #chain: StoredChain;
  readonly #genesis: Genesis | null;
  #blocks: PlacedBlock[] | null = null;
  #transactions: ReadonlyMap<string, Uint8Array> | null = null;

  constructor(store: WatchedReader, genesis: Genesis | null) {
    this.#store = store;
    this.#chain = new StoredChain(store);
    this.#genesis = genesis;
  }

  derive({ column, key }: RowPlace): Uint8Array | null {
    switch (column) {
      case Column.meta:
        return this.#deriveMeta(bytesToUtf8(key));
      case Column.blockAt:
        return this.#findBlock(({ block }) => block.header.lite.height === keyToNumber(key));
      case Column.nextBlock:
        return this.#findBlock(({ block }) => bytesKey(block.header.prevHash) === bytesKey(key));
      case Column.emptyChunk:
        return this.#deriveEmptyChunk(key);
      case Column.blockMerkle:
        return this.#deriveSubtree(parseBlockMerkleKey(key));
      case Column.transaction:
        return this.#listTransactions().get(bytesKey(key)) ?? null;
      case Column.outcomePath:
        return this.#deriveSharedPath(key);
      case Column.accountHistory:
        return this.#deriveHistory(key);
      default:
        return null;
    }
  }

  #deriveMeta(name: string): Uint8Array | null {
    if (name === 'chain') return this.#genesis && genesisFingerprint(this.#genesis);
    if (name === 'rules' || name === 'rulesCopy') return this.#deriveRules();
    if (name === 'tail') return this.#deriveTail();
    const head = this.#headHash();
    // A block with a successor is not the head: the successor is lost.
    if (head === null || this.#chain.nextHash(head) !== null) return null;
    if (name === 'head') return this.#tipAt(head);
    if (name !== 'finalHead') return null;
    const final = this.#chain.block(head)?.header.rest.lastFinalBlock;
    return (final && this.#tipAt(final)) ?? this.#deriveTail();
  }

  #deriveRules(): Uint8Array | null {
    const kept = readRulesRow(this.#store);
    const rules = this.#genesis && findLostRules(this.#genesis.config);
    return kept ?? (rules && encodeRules(rules));
  }

  #tipAt(hash: Hash): Uint8Array | null {
    const block = this.#chain.block(hash);
    return block && encode(TipRecord, { hash, height: block.header.lite.height });
  }

  #deriveTail(): Uint8Array | null {
    for (const [height, hash] of this.#store.range(Column.blockAt)) {
      return encode(TipRecord, { hash, height: keyToNumber(height) });
    }
    return null;
  }

  #findBlock(isWanted: (placed: PlacedBlock) => boolean): Uint8Array | null {
    return this.#listBlocks().find(isWanted)?.hash ?? null;
  }

  /** From the head down, as far as the blocks are linked. */
  #listBlocks(): readonly PlacedBlock[] {
    if (this.#blocks !== null) return this.#blocks;
    this.#blocks = [];
    for (let hash = this.#headHash(); hash !== null; ) {
      const block = this.#chain.block(hash);
      if (block === null) break;
      this.#blocks.push({ hash, block });
      hash = block.header.prevHash;
    }
    return this.#blocks;
  }

  /** If the row that names it is lost, the highest remaining block. */
  #headHash(): Hash | null {
    const row = this.#store.get(Column.meta, metaKey('head'));
    if (row !== undefined) return decode(TipRecord, row).hash;
    let highest: { readonly hash: Hash; readonly height: number } | null = null;
    for (const [hash, block] of this.#store.range(Column.block)) {
      const { height } = decode(Block, block).header.lite;
      if (highest === null || height > highest.height) highest = { hash, height };
    }
    return highest?.hash ?? null;
  }

  #deriveSubtree({ level, index }: { level: number; index: number }): Hash | null {
    if (level === 0) {
      return this.#findBlock(({ block }) => block.header.rest.blockOrdinal - 1 === index);
    }
    const [left, right] = [2 * index, 2 * index + 1].map((at) => {
      const below = { level: level - 1, index: at };
      const kept = this.#store.get(Column.blockMerkle, blockMerkleKey(below.level, at));
      return kept ?? this.#deriveSubtree(below);
    });
    return left && right ? combineHash(left, right) : null;
  }

  #deriveEmptyChunk(key: Uint8Array): Uint8Array | null {
    for (const { hash: blockHash, block } of this.#listBlocks()) {
      const header = newChunks(block).find((chunk) => bytesKey(chunkHash(chunk)) === bytesKey(key));
      if (header === undefined || !isEmptyChunk(header)) continue;
      return encode(ChunkPlace, { blockHash, shardId: header.inner.value.shardId });
    }
    return null;
  }

  #listTransactions(): ReadonlyMap<string, Uint8Array> {
    this.#transactions ??= new Map(
      this.#listBlocks().flatMap(({ hash: blockHash, block }) =>
        newChunks(block)
          .flatMap((header) => this.#chain.chunk(chunkHash(header))?.transactions ?? [])
          .map((signed) => [
            bytesKey(hashTransaction(signed).hash),
            encode(TransactionRecord, { blockHash, signed }),
          ]),
      ),
    );
    return this.#transactions;
  }

  #deriveSharedPath(key: Uint8Array): Uint8Array | null {
    const { blockHash, shardId, group } = parseOutcomePathKey(key);
    const outcomes = this.#chain.outcomeIds(blockHash, shardId).map((id) => {
      const record = readRow(this.#store, Column.outcome, id);
      return record && { id, outcome: record.outcome };
    });
    const known = outcomes.filter((outcome) => outcome !== null);
    if (known.length < outcomes.length || known.length === 0) return null;
    return encode(MerklePath, sharedPath(outcomesRoot(known).paths, group));
  }

  #deriveHistory(key: Uint8Array): Uint8Array | null {
    const { height } = parseAccountHistoryKey(key);
    const hash = this.#chain.hashAt(height);
    const block = hash && this.#chain.block(hash);
    if (!block) return null;
    const batch = new Batch();
    writeAccountHistory(batch, height, listExecuted(this.#chain, hash, block));
    const row = batch.changes.find((change) => bytesKey(change.key) === bytesKey(key));
    return row?.value ?? null;
  }
}
