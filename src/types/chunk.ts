// Chunk headers and bodies. The current header is version 3 with inner version 5; older ones are
// read for networks with a history. A chunk's hash covers everything but `heightIncluded` and the
// signature.

import { combineHash, type Hash } from '../base/crypto/hash.ts';
import type { Signature } from '../base/crypto/keys.ts';
import { BorshError, type BorshReader } from '../codec/borsh.ts';
import { bytesOnly, type Codec, encodedHash, type TypeOf } from '../codec/codec.ts';
import { option, u64Number, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { type UnionOf, union } from '../codec/union.ts';
import { BandwidthRequests, CongestionInfo } from './congestion.ts';
import type { Formats } from './formats.ts';
import { balance, gas, hash, height, shardId, signature } from './primitives.ts';
import { Receipt } from './receipt.ts';
import { SignedTransaction } from './transaction.ts';
import { TrieSplit } from './trieSplit.ts';
import { ValidatorStake, ValidatorStakeV1 } from './validatorStake.ts';

const commonFields = {
  prevBlockHash: hash,
  prevStateRoot: hash,
  prevOutcomeRoot: hash,
  encodedMerkleRoot: hash,
  encodedLength: u64Number,
  heightCreated: height,
  shardId,
  prevGasUsed: gas,
  gasLimit: gas,
  prevBalanceBurnt: balance,
  prevOutgoingReceiptsRoot: hash,
  txRoot: hash,
} as const;

const innerV2 = { ...commonFields, prevValidatorProposals: vec(ValidatorStake) } as const;
const innerV3 = { ...innerV2, congestionInfo: CongestionInfo } as const;
const innerV4 = { ...innerV3, bandwidthRequests: BandwidthRequests } as const;
const innerV5 = { ...innerV4, proposedSplit: option(TrieSplit) } as const;

const inners = {
  V1: struct({ ...commonFields, prevValidatorProposals: vec(ValidatorStakeV1) }),
  V2: struct(innerV2),
  V3: struct(innerV3),
  V4: struct(innerV4),
  V5: struct(innerV5),
} as const;

const Inner = union('ShardChunkHeaderInner', inners);
export type ChunkHeaderInner = UnionOf<typeof inners>;
export type ChunkHeaderInnerV5 = TypeOf<(typeof inners)['V5']>;

/** The inner part of a new header; only V5 has a place for a proposed split. */
export function createChunkInner(
  format: Formats['chunkInner'],
  value: TypeOf<(typeof inners)['V4']>,
  proposedSplit: TrieSplit | null,
): ChunkHeaderInner {
  if (format === 'V4') return { kind: format, value };
  return { kind: format, value: { ...value, proposedSplit } };
}

/** `version` is the header's own: before 3 the inner part is always its first version. */
export interface ChunkHeader {
  readonly version: 1 | 2 | 3;
  readonly inner: ChunkHeaderInner;
  readonly heightIncluded: number;
  readonly signature: Signature;
}

/** Two empty lists. */
const EMPTY_LENGTH = 8;

/** Whether a chunk has neither transactions nor receipts, so that its header says it all. */
export function isEmptyChunk({ inner }: ChunkHeader): boolean {
  return inner.value.encodedLength === EMPTY_LENGTH;
}

function readInner(reader: BorshReader, version: number): ChunkHeaderInner {
  return version === 3 ? Inner.read(reader) : { kind: 'V1', value: inners.V1.read(reader) };
}

export const ChunkHeader: Codec<ChunkHeader> = bytesOnly({
  write: (writer, header) => {
    writer.u8(header.version - 1);
    if (header.version === 3) Inner.write(writer, header.inner);
    else inners.V1.write(writer, header.inner.value);
    height.write(writer, header.heightIncluded);
    signature.write(writer, header.signature);
  },
  read: (reader) => {
    const version = reader.u8() + 1;
    if (version !== 1 && version !== 2 && version !== 3) {
      throw new BorshError(`Unexpected variant tag: ${version - 1}`);
    }
    const inner = readInner(reader, version);
    const heightIncluded = height.read(reader);
    return { version, inner, heightIncluded, signature: signature.read(reader) };
  },
});

export function chunkHash({ version, inner }: Pick<ChunkHeader, 'version' | 'inner'>): Hash {
  if (version === 3) {
    return combineHash(encodedHash(Inner, inner), inner.value.encodedMerkleRoot);
  }
  const innerHash = encodedHash(inners.V1, inner.value);
  return version === 1 ? innerHash : combineHash(innerHash, inner.value.encodedMerkleRoot);
}

/**
 * What the parts of a chunk are cut from: its transactions and the receipts its shard sent before.
 */
const payload = {
  transactions: vec(SignedTransaction),
  prevOutgoingReceipts: vec(Receipt),
} as const;
export const ChunkPayload = struct(payload);

/** A whole chunk as this node keeps it: the bytes of its header, then those of its payload. */
export const Chunk = struct({ header: ChunkHeader, ...payload });
export type Chunk = TypeOf<typeof Chunk>;
