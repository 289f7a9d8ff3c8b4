// A light client as a user of the chain would write it: it knows hashes, Merkle paths and
// signatures, but none of the node's own code. It takes responses of `next_light_client_block`,
// `EXPERIMENTAL_light_client_block_proof` and `light_client_proof` as parsed JSON.

import { createHash, createPublicKey, verify } from 'node:crypto';

export interface LightHeaderJson {
  readonly prev_block_hash: string;
  readonly inner_rest_hash: string;
  readonly inner_lite: {
    readonly height: number;
    readonly epoch_id: string;
    readonly next_epoch_id: string;
    readonly prev_state_root: string;
    readonly outcome_root: string;
    readonly timestamp_nanosec: string;
    readonly next_bp_hash: string;
    readonly block_merkle_root: string;
  };
}

export interface ProducerJson {
  readonly account_id: string;
  readonly public_key: string;
  readonly stake: string;
}

export interface LightBlockJson extends LightHeaderJson {
  readonly next_block_inner_hash: string;
  readonly next_bps: readonly ProducerJson[] | null;
  readonly approvals_after_next: readonly (string | null)[];
}

export type PathJson = readonly { readonly hash: string; readonly direction: string }[];

export interface BlockProofJson {
  readonly block_header_lite: LightHeaderJson;
  readonly block_proof: PathJson;
}

export interface OutcomeProofJson extends BlockProofJson {
  readonly outcome_root_proof: PathJson;
  readonly outcome_proof: {
    readonly id: string;
    readonly block_hash: string;
    readonly proof: PathJson;
    readonly outcome: {
      readonly logs: readonly string[];
      readonly receipt_ids: readonly string[];
      readonly gas_burnt: number;
      readonly tokens_burnt: string;
      readonly executor_id: string;
      readonly status: string | { readonly [kind: string]: unknown };
    };
  };
}

/** A response that a careful client does not accept. */
export class Unproven extends Error {}

function require(condition: boolean, reason: string): void {
  if (!condition) throw new Unproven(reason);
}

export class LightClient {
  #head: LightHeaderJson;
  /** The block producers of the epochs that the client can follow, by epoch id. */
  readonly #producers = new Map<string, readonly ProducerJson[]>();

  /** Starts at a trusted block, with the producers of its epoch. */
  constructor(head: LightHeaderJson, producers: readonly ProducerJson[]) {
    this.#head = head;
    this.#producers.set(head.inner_lite.epoch_id, producers);
  }

  get height(): number {
    return this.#head.inner_lite.height;
  }

  get hash(): string {
    return encodeBase58(headerHash(this.#head));
  }

  /** Sets the producers of the next epoch; the head's own hash commits to them. */
  learnNextProducers(producers: readonly ProducerJson[]): void {
    const { next_bp_hash, next_epoch_id } = this.#head.inner_lite;
    require(same(producersHash(producers), next_bp_hash), 'other producers follow');
    this.#producers.set(next_epoch_id, producers);
  }

  /** Advances to a newer block. */
  advance(block: LightBlockJson): void {
    const { height, epoch_id, next_epoch_id, next_bp_hash } = block.inner_lite;
    const head = this.#head.inner_lite;
    require(height > head.height, 'the block is not newer');
    const isKnownEpoch = epoch_id === head.epoch_id || epoch_id === head.next_epoch_id;
    require(isKnownEpoch, 'an epoch was skipped');
    if (epoch_id === head.next_epoch_id) require(block.next_bps !== null, 'no next producers');
    this.#verifyApprovals(block);
    if (block.next_bps !== null) {
      require(same(producersHash(block.next_bps), next_bp_hash), 'other producers follow');
      this.#producers.set(next_epoch_id, block.next_bps);
    }
    this.#head = block;
  }

  /** The hash of a block that is proved to be an ancestor of the head. */
  verifyBlock({ block_header_lite, block_proof }: BlockProofJson): string {
    const hash = headerHash(block_header_lite);
    const root = foldPath(hash, block_proof);
    require(same(root, this.#head.inner_lite.block_merkle_root), 'not an ancestor of the head');
    return encodeBase58(hash);
  }

  /** The outcome that is proved to be committed by an ancestor of the head. */
  verifyOutcome(answer: OutcomeProofJson): OutcomeProofJson['outcome_proof'] {
    const { outcome_proof, outcome_root_proof, block_header_lite } = answer;
    const hash = this.verifyBlock(answer);
    require(hash === outcome_proof.block_hash, 'the proof is about another block');
    const shardRoot = foldPath(outcomeLeaf(outcome_proof), outcome_proof.proof);
    const root = foldPath(sha256(shardRoot), outcome_root_proof);
    require(same(root, block_header_lite.inner_lite.outcome_root), 'the block has other outcomes');
    return outcome_proof;
  }

  #verifyApprovals(block: LightBlockJson): void {
    const { height, epoch_id } = block.inner_lite;
    const producers = this.#producers.get(epoch_id);
    require(producers !== undefined, 'the producers of the epoch are unknown');
    const nextHash = combine(decodeBase58(block.next_block_inner_hash), headerHash(block));
    const message = Buffer.concat([Buffer.of(0), nextHash, uint(height + 2, 8)]);
    let total = 0n;
    let approved = 0n;
    (producers as readonly ProducerJson[]).forEach(({ public_key, stake }, i) => {
      total += BigInt(stake);
      const signature = block.approvals_after_next[i] ?? null;
      if (signature === null) return;
      require(isSigned(public_key, message, signature), 'an approval is forged');
      approved += BigInt(stake);
    });
    require(approved > (total * 2n) / 3n, 'too few approve');
  }
}

function headerHash({ inner_lite, inner_rest_hash, prev_block_hash }: LightHeaderJson): Buffer {
  const lite = Buffer.concat([
    uint(inner_lite.height, 8),
    decodeBase58(inner_lite.epoch_id),
    decodeBase58(inner_lite.next_epoch_id),
    decodeBase58(inner_lite.prev_state_root),
    decodeBase58(inner_lite.outcome_root),
    uint(inner_lite.timestamp_nanosec, 8),
    decodeBase58(inner_lite.next_bp_hash),
    decodeBase58(inner_lite.block_merkle_root),
  ]);
  const inner = combine(sha256(lite), decodeBase58(inner_rest_hash));
  return combine(inner, decodeBase58(prev_block_hash));
}

function producersHash(producers: readonly ProducerJson[]): Buffer {
  const items = producers.map(({ account_id, public_key, stake }) =>
    Buffer.concat([Buffer.of(0), text(account_id), key(public_key), uint(stake, 16)]),
  );
  return sha256(list(items));
}

function outcomeLeaf({ id, outcome }: OutcomeProofJson['outcome_proof']): Buffer {
  const partial = Buffer.concat([
    list(outcome.receipt_ids.map(decodeBase58)),
    uint(outcome.gas_burnt, 8),
    uint(outcome.tokens_burnt, 16),
    text(outcome.executor_id),
    statusBytes(outcome.status),
  ]);
  const logs = outcome.logs.map((log) => sha256(Buffer.from(log)));
  return sha256(list([decodeBase58(id), sha256(partial), ...logs]));
}

function statusBytes(status: OutcomeProofJson['outcome_proof']['outcome']['status']): Buffer {
  if (typeof status === 'string') return Buffer.of(0);
  if ('Failure' in status) return Buffer.of(1);
  if ('SuccessValue' in status) {
    const value = Buffer.from(status.SuccessValue as string, 'base64');
    return Buffer.concat([Buffer.of(2), uint(value.length, 4), value]);
  }
  return Buffer.concat([Buffer.of(3), decodeBase58(status.SuccessReceiptId as string)]);
}

function foldPath(leaf: Buffer, path: PathJson): Buffer {
  return path.reduce((hash, item) => {
    const other = decodeBase58(item.hash);
    return item.direction === 'Left' ? combine(other, hash) : combine(hash, other);
  }, leaf);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function combine(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Buffer.concat([left, right]));
}

function same(hash: Buffer, base58: string): boolean {
  return hash.equals(decodeBase58(base58));
}

/** The bytes before the 32 bytes of an ed25519 key in its standard encoding. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function isSigned(publicKey: string, message: Buffer, signature: string): boolean {
  const der = Buffer.concat([SPKI_PREFIX, key(publicKey).subarray(1)]);
  const object = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, message, object, decodeBase58(signature.replace('ed25519:', '')));
}

/** A key with its type as a prefix; validators have ed25519 keys only. */
function key(publicKey: string): Buffer {
  return Buffer.concat([Buffer.of(0), decodeBase58(publicKey.replace('ed25519:', ''))]);
}

function uint(value: number | string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let rest = BigInt(value);
  for (let i = 0; i < length; i++) {
    bytes[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint(bytes.length, 4), bytes]);
}

function list(items: readonly Buffer[]): Buffer {
  return Buffer.concat([uint(items.length, 4), ...items]);
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function decodeBase58(value: string): Buffer {
  let number = 0n;
  for (const letter of value) {
    const digit = ALPHABET.indexOf(letter);
    require(digit >= 0, `${value} is not base58`);
    number = number * 58n + BigInt(digit);
  }
  const zeros = value.length - value.replace(/^1+/, '').length;
  const hex = number === 0n ? '' : number.toString(16);
  const digits = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.alloc(zeros), digits]);
}

function encodeBase58(bytes: Buffer): string {
  let number = bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
  let digits = '';
  while (number > 0n) {
    digits = ALPHABET[Number(number % 58n)] + digits;
    number /= 58n;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + digits;
}
