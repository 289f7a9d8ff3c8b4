// Verifies a light-client proof step by step, from the outcome to the root that a final block
// commits to. Only the hash of the head is trusted.

import type { ResultOf } from 'perigee/client';
import type { MerkleStep, Outcome } from '../chain/wire.ts';
import { openTagged } from '../format/actions.ts';
import { base64ToBytes, utf8ToBytes } from '../format/bytes.ts';
import { parseHash } from './base58.ts';
import { bytes, concat, list, text, u8, u64, u128 } from './borsh.ts';

export type OutcomeProof = ResultOf<'light_client_proof'>;
export type LightHeader = OutcomeProof['block_header_lite'];

/** What a light client trusts: a head, and the root of all blocks before it. */
export interface TrustedHead {
  readonly hash: string;
  readonly block_merkle_root: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Null if the proof is valid, or the reason why not. */
export async function verifyOutcome(
  proof: OutcomeProof,
  head: TrustedHead,
): Promise<string | null> {
  const { outcome_proof, outcome_root_proof, block_header_lite, block_proof } = proof;
  const leaf = await hashOutcome(outcome_proof.id, outcome_proof.outcome);
  const chunkRoot = await foldPath(leaf, outcome_proof.proof);
  const blockRoot = await foldPath(await sha256(chunkRoot), outcome_root_proof);
  if (!isEqual(blockRoot, hash(block_header_lite.inner_lite.outcome_root))) {
    return 'the outcome does not lead to the root of outcomes in its block';
  }
  const blockHash = await hashHeader(block_header_lite);
  if (!isEqual(blockHash, hash(outcome_proof.block_hash))) {
    return 'the header is not that of the block';
  }
  // The head itself is not among the blocks before it.
  if (isEqual(blockHash, hash(head.hash))) return null;
  const root = await foldPath(blockHash, block_proof);
  return isEqual(root, hash(head.block_merkle_root))
    ? null
    : 'the block does not lead to the root of the head';
}

async function hashOutcome(id: string, outcome: Outcome): Promise<Bytes> {
  const partial = concat(
    list(outcome.receipt_ids.map(hash)),
    u64(outcome.gas_burnt),
    u128(outcome.tokens_burnt),
    text(outcome.executor_id),
    encodeStatus(outcome),
  );
  const logs = await Promise.all(outcome.logs.map((log) => sha256(utf8ToBytes(log))));
  return sha256(list([hash(id), await sha256(partial), ...logs]));
}

/** The outcome's hash includes that it failed, but not why. */
function encodeStatus({ status }: Outcome): Uint8Array {
  const { kind, fields } = openTagged(status);
  const value = String(fields.value ?? '');
  switch (kind) {
    case 'Failure':
      return u8(1);
    case 'SuccessValue':
      return concat(u8(2), bytes(base64ToBytes(value)));
    case 'SuccessReceiptId':
      return concat(u8(3), hash(value));
    default:
      return u8(0);
  }
}

async function hashHeader({ prev_block_hash, inner_rest_hash, inner_lite }: LightHeader) {
  const lite = concat(
    u64(inner_lite.height),
    hash(inner_lite.epoch_id),
    hash(inner_lite.next_epoch_id),
    hash(inner_lite.prev_state_root),
    hash(inner_lite.outcome_root),
    u64(inner_lite.timestamp_nanosec),
    hash(inner_lite.next_bp_hash),
    hash(inner_lite.block_merkle_root),
  );
  const inner = await sha256(concat(await sha256(lite), hash(inner_rest_hash)));
  return sha256(concat(inner, hash(prev_block_hash)));
}

async function foldPath(leaf: Bytes, path: readonly MerkleStep[]): Promise<Bytes> {
  let folded = leaf;
  for (const step of path) {
    const other = hash(step.hash);
    const pair = step.direction === 'Left' ? concat(other, folded) : concat(folded, other);
    folded = await sha256(pair);
  }
  return folded;
}

async function sha256(data: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

function hash(encoded: string): Bytes {
  const parsed = parseHash(encoded);
  if (parsed === null) throw new Error(`${encoded} is not a hash`);
  return parsed;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
