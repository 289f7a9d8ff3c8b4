// Outcome hashes and account encodings against the reference's vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64ToBytes, bytesToHex } from '../../src/base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, parseHash, sha256 } from '../../src/base/crypto/hash.ts';
import { hashesRoot } from '../../src/base/merkle/merkle.ts';
import { decode, encode } from '../../src/codec/codec.ts';
import { COST_NAMES } from '../../src/params/costNames.ts';
import { Account } from '../../src/types/account.ts';
import {
  createReceiptMetadata,
  ExecutionMetadata,
  type ExecutionOutcome,
  ExecutionOutcome as Outcome,
  outcomeLeaf,
} from '../../src/types/outcome.ts';
import { outcomeToView } from '../../src/types/views/outcomeView.ts';
import { foldMerklePath } from '../support/merklePath.ts';

function outcome(part: Partial<ExecutionOutcome>): ExecutionOutcome {
  return {
    logs: [],
    receiptIds: [],
    gasBurnt: 0n,
    tokensBurnt: 0n,
    executorId: 'alice',
    status: { kind: 'SuccessValue', value: new Uint8Array(0) },
    metadata: { kind: 'V1' },
    ...part,
  };
}

const RECEIPT_ID = 'e2XGEosf843XMiCJHvZufvHKyw419ZYibDBdVJQr9cB';

test('the leaves of a recorded pair of outcomes are siblings under their shard root', () => {
  const transactionLeaf = outcomeLeaf({
    id: parseHash('GMUCDLHFJVvmZYXmPf9QeUVAt9r9hXcQP1yL5emPFnvx'),
    outcome: outcome({
      receiptIds: [parseHash(RECEIPT_ID)],
      gasBurnt: 308_276_385_598n,
      tokensBurnt: 30_827_638_559_800_000_000n,
      executorId: 'btc-client.testnet',
      status: { kind: 'SuccessReceiptId', value: parseHash(RECEIPT_ID) },
    }),
  });
  const receiptLeaf = outcomeLeaf({
    id: parseHash(RECEIPT_ID),
    outcome: outcome({
      logs: [
        'Block hash: 0000000000000000ee617846a3e081ae2f30091451442e1b5fb027d8eba09b3a',
        'Saving to mainchain',
      ],
      receiptIds: [parseHash('8ZD92cLpoCEU46hPGFfk3VqZpU8s6DoQhZ4pCMqWwDT6')],
      gasBurnt: 2_906_160_054_161n,
      tokensBurnt: 290_616_005_416_100_000_000n,
      executorId: 'btc-client.testnet',
    }),
  });
  assert.equal(formatHash(transactionLeaf), 'BoQHueiPH9e4C7fkxouV4tFpGZ4hK5fJhKQnPBWwPazS');
  assert.equal(formatHash(receiptLeaf), 'HDgWEk2okmDdAFAVf6ffxGBH6F6vdLM1X3H5Fmaafe4S');
  const root = foldMerklePath(transactionLeaf, [
    { hash: receiptLeaf, direction: 'Right' },
    { hash: parseHash('Ayxj8iVFTJMzZa7estoTtuBKJaUNhoipaaM7WmTjkkiS'), direction: 'Right' },
  ]);
  assert.equal(formatHash(root), 'DYm1Yqs94WgSDRUPNYfHWsoQ6rDRYBEiXdwRCRTJsVp1');
});

test('a light client vector of mainnet: the leaf, and the root in the block', () => {
  const value =
    'WyIxIixbMTk2LDE5OSw3MywxMjcsMTkwLDI2LDEzNiwxMDQsNjUsMTYxLDE0OSwxNjUsMjE0LDM0LDIwNSw5Niw1LDYwLDE5LDExOF1d';
  const leaf = outcomeLeaf({
    id: parseHash('CLWtv8qVCoJpTMTLYVkJmxL9YgNFtfViAZ1Tb61DnhQB'),
    outcome: outcome({
      receiptIds: [parseHash('8Si6FJg2KzUevnHb71DJtZgeEz8Yr2rDzpNHPmZvLEFQ')],
      gasBurnt: 3_633_100_297_168n,
      tokensBurnt: 18_165_501_485_840_000n,
      executorId: 'nearfuntoken',
      status: { kind: 'SuccessValue', value: base64ToBytes(value) },
    }),
  });
  assert.equal(formatHash(leaf), 'HtC2M1DZHSmegR9iWgSpNW5z3xK4EKhf5LyWCwueTRT2');
  assert.equal(formatHash(hashesRoot([leaf])), '6erBQFcckMkm9r5UnyfzpDuhhDYnKeomcK94oPjRWZ7b');
});

test('a failure is hashed without its reason, and stored with it', () => {
  const failed = (accountId: string) =>
    outcome({
      status: {
        kind: 'Failure',
        value: {
          kind: 'ActionError',
          value: { index: 0, kind: { kind: 'AccountDoesNotExist', value: { accountId } } },
        },
      },
    });
  const id = parseHash(RECEIPT_ID);
  assert.deepEqual(
    outcomeLeaf({ id, outcome: failed('bob') }),
    outcomeLeaf({ id, outcome: failed('carol') }),
  );
  assert.deepEqual(decode(Outcome, encode(Outcome, failed('bob'))), failed('bob'));
});

test('accounts have the known bytes in both layouts, and read back', () => {
  const codeHash = sha256(Uint8Array.of(0x2a));
  const base = { amount: 100n, locked: 200n, storageUsage: 300 };
  const cases: readonly [Account, string][] = [
    [
      { ...base, contract: { kind: 'Local', value: codeHash }, version: 'V1' },
      '64000000000000000000000000000000c8000000000000000000000000000000684888c0ebb17f374298b65e' +
        'e2807526c066094c701bcc7ebbe1c1095f494fc12c01000000000000',
    ],
    [
      { ...base, contract: { kind: 'Global', value: codeHash }, version: 'V2' },
      'ffffffffffffffffffffffffffffffff0064000000000000000000000000000000c800000000000000000000' +
        '00000000002c0100000000000002684888c0ebb17f374298b65ee2807526c066094c701bcc7ebbe1c1095f494fc1',
    ],
  ];
  for (const [account, hex] of cases) {
    assert.equal(bytesToHex(encode(Account, account)), hex);
    assert.deepEqual(decode(Account, encode(Account, account)), account);
  }
});

test('metadata of a receipt lists contracts only since version 4', () => {
  const contract = { kind: 'Local', value: HASH_ZERO } as const;
  const value = { profile: { actions: [7n], ext: [], wasm: 0n }, contracts: [contract] };
  const gasProfile = [{ costCategory: 'ACTION_COST', cost: 'CREATE_ACCOUNT', gasUsed: 7n }];
  const expected = [
    ['V3', 2, { version: 3, gasProfile, contracts: null }],
    ['V4', 3, { version: 4, gasProfile, contracts: [contract] }],
  ] as const;
  for (const [format, tag, shown] of expected) {
    const metadata = createReceiptMetadata(format, value);
    const encoded = encode(ExecutionMetadata, metadata);
    assert.equal(encoded[0], tag, format);
    assert.deepEqual(decode(ExecutionMetadata, encoded), metadata, format);
    const placed = {
      id: HASH_ZERO,
      blockHash: HASH_ZERO,
      proof: [],
      outcome: outcome({ metadata }),
    };
    assert.deepEqual(outcomeToView(placed, COST_NAMES).outcome.metadata, shown, format);
  }
});
