// Counts every token of a chain, block by block: the balances of accounts and gas keys, what
// receipts carry that are not executed yet, and what was burnt. Also checks that nothing is
// executed twice.

import assert from 'node:assert/strict';
import { bytesKey, equalBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, sha256 } from '../../src/base/crypto/hash.ts';
import type { Chain, ExtendedBlock } from '../../src/chain/chain.ts';
import type { ShardHead } from '../../src/chain/stored/head.ts';
import { decode } from '../../src/codec/codec.ts';
import type { Protocol } from '../../src/params/protocol.ts';
import { receiptCongestionGas, totalDeposit } from '../../src/runtime/fees/fees.ts';
import { parseTrieKey } from '../../src/state/parseTrieKey.ts';
import { iterateTrie } from '../../src/trie/trieIterate.ts';
import { type TrieChange, updateTrie } from '../../src/trie/trieUpdate.ts';
import { AccessKey, gasKeyInfo } from '../../src/types/accessKey.ts';
import { Account } from '../../src/types/account.ts';
import { actionReceipt, type Receipt } from '../../src/types/receipt.ts';

export class Ledger {
  /** Receipts with actions that were created and have no outcome yet. */
  readonly #waiting = new Map<string, Receipt>();
  readonly #executed = new Set<string>();
  /** What upgrades have added to the receipts that were waiting. */
  #revalued = 0n;
  /**
   * What headers take from the supply although nobody burnt it: after a split, both children report
   * what their parent burnt.
   */
  #burntTwice = 0n;

  get waiting(): number {
    return this.#waiting.size;
  }

  /** The number of executed transactions and receipts. */
  get executed(): number {
    return this.#executed.size;
  }

  /** Records a block and checks that no token was created or lost. */
  note(chain: Chain, { built, shards }: ExtendedBlock): void {
    const hashes = built.newChunks.flatMap((chunk) => chunk?.transactions ?? []);
    const transactions = new Set(hashes.map(({ hash }) => bytesKey(hash)));
    for (const { result } of shards) {
      for (const { receipt } of result.receipts) {
        if (actionReceipt(receipt) === null) continue;
        assert.ok(!this.#waiting.has(bytesKey(receipt.receiptId)), 'a receipt is created once');
        this.#waiting.set(bytesKey(receipt.receiptId), receipt);
      }
    }
    for (const { id } of shards.flatMap(({ result }) => result.outcomes)) {
      const key = bytesKey(id);
      assert.ok(!this.#executed.has(key), `${formatHash(id)} is executed once`);
      assert.ok(this.#waiting.delete(key) || transactions.has(key), `${formatHash(id)} is known`);
      this.#executed.add(key);
    }
    const applied = shards.map(({ head }) => head);
    this.#burntTwice += sumBurnt(chain.head.shards) - sumBurnt(applied);
    this.#checkSupply(chain, built.protocol);
    this.#revalued += this.#carried(chain.protocolAfterHead()) - this.#carried(built.protocol);
  }

  /** A header counts what earlier chunks burnt; the newest results are not in it yet. */
  #checkSupply(chain: Chain, protocol: Protocol): void {
    const { block, shards } = chain.head;
    const burnt = sumBurnt(shards) - this.#burntTwice;
    const held = shards.reduce((sum, { extra }) => sum + heldTokens(chain, extra.stateRoot), 0n);
    const { height } = block.header.lite;
    const counted = block.header.rest.totalSupply - burnt + this.#revalued;
    assert.equal(held + this.#carried(protocol), counted, `height ${height}`);
  }

  #carried(protocol: Protocol): bigint {
    const receipts = [...this.#waiting.values()];
    return receipts.reduce((sum, receipt) => sum + tokensOf(protocol, receipt), 0n);
  }
}

function sumBurnt(shards: readonly ShardHead[]): bigint {
  return shards.reduce((sum, { extra }) => sum + extra.balanceBurnt, 0n);
}

/**
 * Deposits, and the gas that was bought for the receipt. Its fees are those of the block that
 * executes it, whatever its signer has paid before an upgrade.
 */
function tokensOf(protocol: Protocol, receipt: Receipt): bigint {
  const envelope = actionReceipt(receipt);
  assert.ok(envelope !== null);
  // A yielded receipt does not count towards congestion, but its gas is paid like any other.
  const body = { kind: 'ActionV2', value: envelope } as const;
  const gas = receiptCongestionGas(protocol, { ...receipt, body });
  return totalDeposit(envelope.actions) + envelope.gasPrice * gas;
}

function heldTokens(chain: Chain, root: Uint8Array): bigint {
  let sum = 0n;
  for (const [key, value] of readRows(chain, root)) {
    const { kind } = parseTrieKey(key);
    if (kind === 'Account') {
      const { amount, locked } = decode(Account, value);
      sum += amount + locked;
    } else if (kind === 'AccessKey') {
      sum += gasKeyInfo(decode(AccessKey, value).permission)?.balance ?? 0n;
    }
  }
  return sum;
}

function* readRows({ stored }: Chain, root: Uint8Array): Generator<[Uint8Array, Uint8Array]> {
  const reader = { read: (hash: Uint8Array) => stored.stateNode(hash) };
  for (const { key, valueHash } of iterateTrie(reader, root, { prefix: new Uint8Array() })) {
    yield [key, stored.stateNode(valueHash)];
  }
}

/** Reads the complete state of the head from the store, and builds the same roots from its rows. */
export function verifyStateRoots(chain: Chain): void {
  const reader = {
    read: (hash: Uint8Array) => {
      const bytes = chain.stored.stateNode(hash);
      assert.ok(equalBytes(sha256(bytes), hash), 'a node is stored under its hash');
      return bytes;
    },
  };
  for (const { extra } of chain.head.shards) {
    const rows: TrieChange[] = [];
    const entries = iterateTrie(reader, extra.stateRoot, { prefix: new Uint8Array() });
    for (const { key, valueHash } of entries) rows.push([key, reader.read(valueHash)]);
    assert.ok(rows.length > 0);
    assert.deepEqual(updateTrie(reader, HASH_ZERO, rows).root, extra.stateRoot);
  }
}
