/**
 * The edge cases where implementations of Ed25519 differ: node:crypto and our own tables must agree
 * with the reference node's rule, written here with plain point arithmetic, for keys and signatures
 * built from small-order points in all their encodings, mixed-order points and scalars out of
 * range.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import fc from 'fast-check';
import {
  bytesToHex,
  concatBytes,
  equalBytes,
  hexToBytes,
  u32Le,
  utf8ToBytes,
} from '../../../src/base/bytes/bytes.ts';
import {
  deriveEd25519,
  signEd25519,
  verifyEd25519,
  verifyEd25519Aside,
  verifyEd25519Together,
} from '../../../src/base/crypto/ed25519.ts';
import { createEd25519Signer, verifyByTables } from '../../../src/base/crypto/ed25519Tables.ts';
import { KEY_TABLES, writeKeyTable } from '../../../src/base/crypto/edwardsMultiples.ts';
import { sha512 } from '../../../src/base/crypto/hash.ts';

const { Point } = ed25519;
const { Fn: Scalar } = Point;

const TORSION_GENERATOR = Point.fromHex(
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
);
const TORSION_POINTS = Array.from({ length: 8 }, (_, i) =>
  TORSION_GENERATOR.multiplyUnsafe(BigInt(i)),
);
/** Every encoding that decodes to a small-order point: a sign on x = 0, and y not below p. */
const SMALL_ORDER_ENCODINGS = [
  ...TORSION_POINTS.map((point) => point.toBytes()),
  hexToBytes(`01${'00'.repeat(30)}80`),
  hexToBytes('ff'.repeat(32).replace(/^ff/, 'ec')),
  ...['ed', 'ee'].flatMap((first) =>
    ['7f', 'ff'].map((last) => hexToBytes(first + 'ff'.repeat(30) + last)),
  ),
];

/** s below the order, a permissive key, and the bytes of R equal to the encoding of sB - kA. */
function verifyPlainly(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const r = signature.subarray(0, 32);
  const s = bytesToNumberLE(signature.subarray(32));
  if (!Scalar.isValid(s)) return false;
  const key = Point.fromBytes(publicKey, true);
  const k = challenge(r, publicKey, message);
  const expected = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k));
  return equalBytes(expected.toBytes(), r);
}

function challenge(r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): bigint {
  return Scalar.create(bytesToNumberLE(sha512(concatBytes(r, publicKey, message))));
}

function toBytes32(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0')).reverse();
}

type Question = Parameters<typeof verifyEd25519>;

/** In this thread, in another one, and with a precomputed table for the key. */
async function assertVerdict(question: Question, expected: boolean, label?: string): Promise<void> {
  assert.equal(verifyEd25519(...question), expected, label);
  const [publicKey, message, signature] = question;
  const [verdict] = verifyEd25519Aside([{ publicKey, message, signature }]);
  assert.equal(await verdict, expected, label);
  if (isDecodable(question)) assert.equal(verifyWithTable(question), expected, label);
}

function isDecodable([publicKey, , signature]: Question): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    Point.fromBytes(publicKey, true);
    return true;
  } catch {
    return false;
  }
}

/** With the last kind of table, which keys get only in the last test of this file. */
function verifyWithTable([publicKey, message, signature]: Question): boolean {
  const table = KEY_TABLES - 1;
  writeKeyTable(table, Point.fromBytes(publicKey, true));
  return verifyByTables([{ table, publicKey, message, signature }])[0] as boolean;
}

test('small-order keys and small-order R with s = 0', async () => {
  assert.equal(new Set(SMALL_ORDER_ENCODINGS.map(bytesToHex)).size, 14);
  let accepted = 0;
  for (const [i, publicKey] of SMALL_ORDER_ENCODINGS.entries()) {
    for (const [j, r] of SMALL_ORDER_ENCODINGS.entries()) {
      const message = u32Le(100 * i + j);
      const signature = concatBytes(r, new Uint8Array(32));
      const expected = verifyPlainly(publicKey, message, signature);
      await assertVerdict([publicKey, message, signature], expected, `key ${i}, R ${j}`);
      accepted += Number(expected);
    }
  }
  assert.ok(accepted > 10, 'some of these signatures are valid');
});

test('mixed-order keys and mixed-order R', async () => {
  const secret = 123456789n ** 7n;
  const nonce = 987654321n ** 7n;
  let accepted = 0;
  for (const [i, torsion] of TORSION_POINTS.entries()) {
    const publicKey = Point.BASE.multiply(secret).add(torsion).toBytes();
    for (const [j, other] of TORSION_POINTS.entries()) {
      const message = u32Le(100 * i + j);
      const r = Point.BASE.multiply(nonce).add(other).toBytes();
      const s = Scalar.create(nonce + challenge(r, publicKey, message) * secret);
      const signature = concatBytes(r, toBytes32(s));
      const expected = verifyPlainly(publicKey, message, signature);
      await assertVerdict([publicKey, message, signature], expected, `key ${i}, R ${j}`);
      accepted += Number(expected);
    }
  }
  assert.ok(accepted > 4 && accepted < 32, 'a cofactored check would accept all');
});

test('s is below the group order', async () => {
  const seed = new Uint8Array(32).fill(7);
  const publicKey = deriveEd25519(seed);
  const message = utf8ToBytes('message');
  const signature = signEd25519(seed, message);
  await assertVerdict([publicKey, message, signature], true);
  const s = bytesToNumberLE(signature.subarray(32));
  for (let times = 1n; s + times * Scalar.ORDER < 2n ** 256n; times++) {
    const shifted = concatBytes(signature.subarray(0, 32), toBytes32(s + times * Scalar.ORDER));
    await assertVerdict([publicKey, message, shifted], false, `s + ${times} L`);
  }
});

test('malformed keys and signatures are refused without an exception', async () => {
  const seed = new Uint8Array(32);
  const publicKey = deriveEd25519(seed);
  const message = utf8ToBytes('message');
  const signature = signEd25519(seed, message);
  const offCurve = hexToBytes(`02${'00'.repeat(31)}`);
  assert.throws(() => Point.fromBytes(offCurve, true));
  await assertVerdict([offCurve, message, signature], false);
  await assertVerdict([publicKey.slice(1), message, signature], false);
  await assertVerdict([publicKey, message, signature.slice(1)], false);
  await assertVerdict([publicKey, message, new Uint8Array(64)], false);
  await assertVerdict([publicKey, utf8ToBytes('other'), signature], false);
  await assertVerdict([new Uint8Array(0), message, new Uint8Array(0)], false);
});

test('a signer produces the same signatures as node:crypto', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  const property = fc.property(bytes(32), fc.uint8Array({ maxLength: 200 }), (seed, message) => {
    const signature = createEd25519Signer(seed, deriveEd25519(seed))(message);
    assert.deepEqual(signature, signEd25519(seed, message));
  });
  fc.assert(property, { numRuns: 200 });
});

test('signatures that are verified together have the verdicts of single ones', () => {
  const table = KEY_TABLES - 1;
  const seed = new Uint8Array(32).fill(9);
  const publicKey = deriveEd25519(seed);
  writeKeyTable(table, Point.fromBytes(publicKey, true));
  const checks = Array.from({ length: 150 }, (_, i) => {
    const message = u32Le(i);
    const signature = signEd25519(seed, message);
    // Wrong R, wrong s, and an s that is not below the order, which has no point at all.
    if (i % 4 === 1) signature[i % 32]! ^= 1;
    if (i % 4 === 2) signature[32 + (i % 31)]! ^= 1;
    if (i % 4 === 3) signature.fill(0xff, 32);
    return { table, publicKey, message, signature };
  });
  const verdicts = checks.map((_, i) => i % 4 === 0);
  assert.deepEqual(verifyByTables(checks), verdicts);
  assert.deepEqual(verifyByTables([]), []);
});

test('a key that is used repeatedly gives the same results, however many keys there are', () => {
  const uses = 40;
  const keys = Array.from({ length: KEY_TABLES + 10 }, (_, i) => {
    const seed = sha512(u32Le(i)).slice(0, 32);
    const message = u32Le(i);
    return { publicKey: deriveEd25519(seed), message, signature: signEd25519(seed, message) };
  });
  for (let use = 0; use < uses; use++) {
    for (const { publicKey, message, signature } of keys) {
      assert.equal(verifyEd25519(publicKey, message, signature), true);
      assert.equal(verifyEd25519(publicKey, u32Le(use + 1_000), signature), false);
    }
  }
});

test('a table that makes room for another one while both keys are verified together', () => {
  const checks = Array.from({ length: KEY_TABLES + 1 }, (_, i) => {
    const seed = sha512(u32Le(10_000 + i)).slice(0, 32);
    const message = u32Le(i);
    return { publicKey: deriveEd25519(seed), message, signature: signEd25519(seed, message) };
  });
  const usesBeforeTable = 32;
  const last = checks.length - 1;
  for (const [i, check] of checks.entries()) {
    const uses = i === last ? usesBeforeTable - 1 : usesBeforeTable;
    for (let use = 0; use < uses; use++) verifyEd25519Together([check]);
  }
  // The table of the first key is the oldest one, and goes to the last key.
  const both = [checks[0], checks[last]].flatMap((check) => check ?? []);
  assert.deepEqual(verifyEd25519Together(both), [true, true]);
});
