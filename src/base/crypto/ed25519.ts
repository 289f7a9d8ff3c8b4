/**
 * Ed25519 on node:crypto, and with tables for keys that are used often. OpenSSL checks what
 * ed25519-dalek's `verify` checks: s below the group order, and the bytes of R equal to the
 * encoding of sB - kA. There is no cofactor; keys and R of small order pass if the equation holds,
 * a key may be encoded with y >= p or as a zero x with a sign, and an R encoded so never matches.
 * Newer versions of OpenSSL refuse keys of small order; for these few keys the equation is checked
 * here. Tests compare all of it with plain arithmetic.
 */

import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signMessage,
  verify as verifyMessage,
} from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesKey, concatBytes, hexToBytes } from '../bytes/bytes.ts';
import {
  isEncodedR,
  makeTable,
  readEquation,
  type TableCheck,
  type TableOwner,
  verifyByTables,
} from './ed25519Tables.ts';
import { keyCaches } from './keyCaches.ts';

/** The DER frames around a raw key. */
const PUBLIC_FRAME = hexToBytes('302a300506032b6570032100');
const SECRET_FRAME = hexToBytes('302e020100300506032b657004220420');

/** What a parsed key costs, roughly. */
const KEY_OBJECT_BYTES = 1024;
const publicKeys = keyCaches.create<KnownKey>('ed25519_public_keys');
const secretKeyObjects = keyCaches.create<KeyObject>('ed25519_secret_keys');

/** The public key of a 32-byte seed. */
export function deriveEd25519(seed: Uint8Array): Uint8Array {
  const der = createPublicKey(getSecretKeyObject(seed)).export({ format: 'der', type: 'spki' });
  return new Uint8Array(der.subarray(PUBLIC_FRAME.length));
}

export function signEd25519(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return new Uint8Array(signMessage(null, message, getSecretKeyObject(seed)));
}

interface KnownKey extends TableOwner {
  readonly object: KeyObject | 'smallOrder' | 'malformed';
}

/** A message that a key may have signed. */
interface Ed25519Check {
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/** Returns false for anything malformed. */
export function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  return verifyEd25519Together([{ publicKey, message, signature }])[0] as boolean;
}

/** As `verifyEd25519` of each, in less time. */
export function verifyEd25519Together(checks: readonly Ed25519Check[]): boolean[] {
  return verifyPrepared(checks, verifyHere);
}

/**
 * The same. Where a thread of node's own verifies, because the key has no table, the verdict comes
 * later.
 */
export function verifyEd25519Aside(
  checks: readonly Ed25519Check[],
): (boolean | Promise<boolean>)[] {
  return verifyPrepared(checks, verifyElsewhere);
}

/** `verifyAlone` is for keys that have no table. */
function verifyPrepared<T>(
  checks: readonly Ed25519Check[],
  verifyAlone: (key: KeyObject, check: Ed25519Check) => T,
): (boolean | T)[] {
  const prepared = prepareChecks(checks);
  const verdicts = verifyByTables(prepared.filter(isTableCheck)).values();
  return prepared.map((check, i) => {
    if (typeof check === 'boolean') return check;
    if (isTableCheck(check)) return verdicts.next().value as boolean;
    return verifyAlone(check, checks[i] as Ed25519Check);
  });
}

function verifyHere(key: KeyObject, { message, signature }: Ed25519Check): boolean {
  try {
    return verifyMessage(null, message, key, signature);
  } catch {
    return false;
  }
}

function verifyElsewhere(key: KeyObject, { message, signature }: Ed25519Check): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      verifyMessage(null, message, key, signature, (error, isValid) => {
        resolve(error === null && isValid);
      });
    } catch {
      resolve(false);
    }
  });
}

type Prepared = boolean | TableCheck | KeyObject;

/** The verdict, what a table needs to find it, or the key with which node:crypto is to find it. */
function prepareChecks(checks: readonly Ed25519Check[]): Prepared[] {
  const keys = checks.map(({ publicKey, signature }) => {
    return publicKey.length === 32 && signature.length === 64 ? getKnownKey(publicKey) : null;
  });
  // The table of one key may make room for that of another, so all are made before any is used.
  for (const key of keys) if (key !== null && typeof key.object !== 'string') makeTable(key);
  return checks.map((check, i) => prepareCheck(check, keys[i] ?? null));
}

function prepareCheck(check: Ed25519Check, key: KnownKey | null): Prepared {
  if (key === null || key.object === 'malformed') return false;
  const { publicKey, message, signature } = check;
  if (key.object === 'smallOrder') return verifyPlainly(publicKey, message, signature);
  return key.table === null ? key.object : { ...check, table: key.table };
}

function isTableCheck(check: Prepared): check is TableCheck {
  return typeof check === 'object' && 'table' in check;
}

const { Point } = ed25519;
const TORSION_GENERATOR = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a';
/** Other encodings of such points: a sign on x = 0, and y not below p. */
const UNUSUAL_ENCODINGS = [
  `01${'00'.repeat(30)}80`,
  `ec${'ff'.repeat(31)}`,
  `ed${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(31)}`,
  `ee${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(31)}`,
];

let smallOrderKeys: ReadonlySet<string> | undefined;

function isSmallOrderKey(publicKey: Uint8Array): boolean {
  smallOrderKeys ??= listSmallOrderKeys();
  return smallOrderKeys.has(bytesKey(publicKey));
}

/** The eight points of the torsion subgroup in all fourteen encodings. */
function listSmallOrderKeys(): ReadonlySet<string> {
  const generator = Point.fromHex(TORSION_GENERATOR);
  const points = Array.from({ length: 8 }, (_, i) => generator.multiplyUnsafe(BigInt(i)).toBytes());
  return new Set([...points, ...UNUSUAL_ENCODINGS.map(hexToBytes)].map(bytesKey));
}

/** With plain arithmetic. The key is a point. */
function verifyPlainly(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const equation = readEquation(publicKey, message, signature);
  if (equation === null) return false;
  const key = Point.fromBytes(publicKey, true).multiplyUnsafe(equation.k);
  const difference = Point.BASE.multiplyUnsafe(equation.s).subtract(key);
  return isEncodedR(signature, difference.toBytes());
}

function getKnownKey(publicKey: Uint8Array): KnownKey {
  const cacheKey = bytesKey(publicKey);
  const known = publicKeys.get(cacheKey);
  if (known !== undefined) return known;
  const object = isSmallOrderKey(publicKey) ? 'smallOrder' : createKeyObject(publicKey);
  const key: KnownKey = { publicKey: publicKey.slice(), object, uses: 0, table: null };
  publicKeys.set(cacheKey, key, KEY_OBJECT_BYTES);
  return key;
}

function createKeyObject(publicKey: Uint8Array): KeyObject | 'malformed' {
  const der = Buffer.from(concatBytes(PUBLIC_FRAME, publicKey));
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return 'malformed';
  }
}

function getSecretKeyObject(seed: Uint8Array): KeyObject {
  const cacheKey = bytesKey(seed);
  const known = secretKeyObjects.get(cacheKey);
  if (known !== undefined) return known;
  const der = Buffer.from(concatBytes(SECRET_FRAME, seed));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  secretKeyObjects.set(cacheKey, key, KEY_OBJECT_BYTES);
  return key;
}
