// The rows of a dump that are not records: a consistent set is accepted, and the same set with one
// row missing, changed or of another account is refused with a typed error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { HASH_ZERO, sha256 } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { PerigeeError } from '../../../src/base/errors.ts';
import type { ShardState } from '../../../src/chain/patch/shardState.ts';
import { verifyStateRows } from '../../../src/chain/patch/verifyStateRows.ts';
import { encode } from '../../../src/codec/codec.ts';
import { u32, u64 } from '../../../src/codec/primitives.ts';
import { PromiseYieldTimeout } from '../../../src/state/promiseYields.ts';
import * as trieKeys from '../../../src/state/trieKey.ts';
import { QueueIndices } from '../../../src/state/trieQueue.ts';
import { type ActionReceipt, Receipt, type ReceiptBody } from '../../../src/types/receipt.ts';
import { PROTOCOL } from '../../support/protocol.ts';

const HOST = 'host.near';
const [FIRST, SECOND, RECEIPT, YIELD] = ['a', 'b', 'c', 'd'].map((name) =>
  sha256(utf8ToBytes(name)),
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
const CODE = utf8ToBytes('code');

function receiptBytes(kind: 'Action' | 'PromiseYield', inputDataIds: readonly Uint8Array[]) {
  const value: ActionReceipt = {
    signerId: 'signer.near',
    refundTo: null,
    signerPublicKey: secretToPublic(keyFromSeed('ed25519', 'signer')),
    gasPrice: 1n,
    outputDataReceivers: [],
    inputDataIds,
    actions: [],
  };
  const body: ReceiptBody = { kind, value };
  const receipt = { predecessorId: 'signer.near', receiverId: HOST, receiptId: RECEIPT, body };
  return encode(Receipt, receipt);
}

type Rows = Map<string, { key: Uint8Array; value: Uint8Array }>;

/** A receipt that waits for the second of its two inputs, a yield with its timeout, global code. */
function createRows(): Rows {
  const timeout = { accountId: HOST, dataId: YIELD, expiresAt: 100 };
  const byHash = { kind: 'CodeHash', value: sha256(CODE) } as const;
  const rows: [string, Uint8Array, Uint8Array][] = [
    [
      'postponed',
      trieKeys.postponedReceiptTrieKey(HOST, RECEIPT),
      receiptBytes('Action', [FIRST, SECOND]),
    ],
    ['count', trieKeys.pendingDataCountTrieKey(HOST, RECEIPT), encode(u32, 1)],
    ['waiting', trieKeys.postponedReceiptIdTrieKey(HOST, SECOND), RECEIPT],
    [
      'yielded',
      trieKeys.promiseYieldReceiptTrieKey(HOST, YIELD),
      receiptBytes('PromiseYield', [YIELD]),
    ],
    ['status', trieKeys.promiseYieldStatusTrieKey(HOST, YIELD), Uint8Array.of(0)],
    ['indices', trieKeys.promiseYieldIndicesTrieKey(), encode(QueueIndices, { first: 4, next: 5 })],
    ['timeout', trieKeys.promiseYieldTimeoutTrieKey(4), encode(PromiseYieldTimeout, timeout)],
    ['code', trieKeys.globalContractCodeTrieKey(byHash), CODE],
    ['nonce', trieKeys.globalContractNonceTrieKey(byHash), encode(u64, 3n)],
  ];
  return new Map(rows.map(([name, key, value]) => [name, { key, value }]));
}

function toState(rows: Rows): ShardState {
  const data = { accountId: HOST, dataId: FIRST, data: null };
  return { shardId: 0, records: [{ kind: 'ReceivedData', value: data }], rows: [...rows.values()] };
}

test('consistent rows are accepted', () => {
  verifyStateRows(PROTOCOL, toState(createRows()));
  verifyStateRows(PROTOCOL, { shardId: 0, records: [], rows: [] });
});

test('rows that lack or contradict another one are refused', () => {
  const removed = ['postponed', 'count', 'waiting', 'indices', 'timeout'];
  const changed: [name: string, value: Uint8Array][] = [
    ['postponed', receiptBytes('Action', [FIRST])],
    ['postponed', receiptBytes('PromiseYield', [SECOND])],
    ['postponed', Uint8Array.of(1, 2, 3)],
    ['count', encode(u32, 2)],
    ['count', new Uint8Array(0)],
    ['waiting', HASH_ZERO],
    ['yielded', receiptBytes('PromiseYield', [YIELD, SECOND])],
    ['yielded', receiptBytes('Action', [YIELD])],
    ['status', Uint8Array.of(9)],
    ['indices', encode(QueueIndices, { first: 0, next: 5 })],
    ['indices', encode(QueueIndices, { first: 5, next: 4 })],
    ['timeout', new Uint8Array(3)],
    ['code', utf8ToBytes('other code')],
    ['nonce', new Uint8Array(7)],
  ];
  const cases = [
    ...removed.map((name) => ({
      name: `without ${name}`,
      edit: (rows: Rows) => rows.delete(name),
    })),
    ...changed.map(([name, value], i) => ({
      name: `${name} changed (${i})`,
      edit: (rows: Rows) => rows.set(name, { key: rows.get(name)?.key as Uint8Array, value }),
    })),
  ];
  for (const { name, edit } of cases) {
    const rows = createRows();
    edit(rows);
    assert.throws(() => verifyStateRows(PROTOCOL, toState(rows)), PerigeeError, name);
  }
});
