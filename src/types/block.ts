// Block headers of all versions, and bodies. The current header is version 6, the current body is
// version 2. In code a header has one shape; fields that a version lacks are null.

import { combineHash, HASH_LENGTH, type Hash } from '../base/crypto/hash.ts';
import type { Signature } from '../base/crypto/keys.ts';
import { BorshError, BorshReader } from '../codec/borsh.ts';
import { bytesOnly, type Codec, encodedHash, type TypeOf } from '../codec/codec.ts';
import { bool, bytes, fixedBytes, option, pair, u32, u64Number, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { versioned } from '../codec/union.ts';
import { accountId } from './accountId.ts';
import { ChunkHeader } from './chunk.ts';
import type { Formats } from './formats.ts';
import { balance, hash, height, shardId, signature, timestamp } from './primitives.ts';
import { ValidatorStake, ValidatorStakeV1 } from './validatorStake.ts';

export const BlockHeaderInnerLite = struct({
  height,
  epochId: hash,
  nextEpochId: hash,
  prevStateRoot: hash,
  prevOutcomeRoot: hash,
  timestamp,
  nextBpHash: hash,
  blockMerkleRoot: hash,
});
export type BlockHeaderInnerLite = TypeOf<typeof BlockHeaderInnerLite>;

const roots = { prevChunkOutgoingReceiptsRoot: hash, chunkHeadersRoot: hash, chunkTxRoot: hash };
const economy = { nextGasPrice: balance, totalSupply: balance };
const finality = { lastFinalBlock: hash, lastDsFinalBlock: hash };
const place = { blockOrdinal: u64Number, prevHeight: height, epochSyncDataHash: option(hash) };
const votes = { approvals: vec(option(signature)), latestProtocolVersion: u32 };
const bitmaps = { chunkEndorsements: vec(bytes) };
const challengesResult = vec(struct({ accountId, isDoubleSign: bool }));
const stakes = { prevValidatorProposals: vec(ValidatorStake), chunkMask: vec(bool) };
const oldStakes = { prevValidatorProposals: vec(ValidatorStakeV1), chunkMask: vec(bool) };

/** Versions 3 to 5 differ in their first and last field only. */
const restV3 = {
  ...roots,
  challengesRoot: hash,
  randomValue: hash,
  ...stakes,
  ...economy,
  challengesResult,
  ...finality,
  ...place,
  ...votes,
};
const restV2 = {
  ...roots,
  challengesRoot: hash,
  randomValue: hash,
  ...oldStakes,
  ...economy,
  challengesResult,
  ...finality,
  ...votes,
};
const restV1 = {
  ...roots,
  chunksIncluded: u64Number,
  challengesRoot: hash,
  randomValue: hash,
  ...oldStakes,
  ...economy,
  challengesResult,
  ...finality,
  ...votes,
};

const InnerRestV6 = struct({
  blockBodyHash: hash,
  ...roots,
  randomValue: hash,
  ...stakes,
  ...economy,
  ...finality,
  ...place,
  ...votes,
  ...bitmaps,
  /** The shard that splits at the end of this epoch and its new boundary. */
  shardSplit: option(pair(shardId, accountId)),
});
export type BlockHeaderInnerRest = TypeOf<typeof InnerRestV6>;

/** Fields that older versions lack get the values of an ordinary block. */
export interface BlockHeader {
  readonly version: 1 | 2 | 3 | 4 | 5 | 6;
  readonly prevHash: Hash;
  readonly lite: BlockHeaderInnerLite;
  readonly rest: BlockHeaderInnerRest;
  readonly signature: Signature;
  /** Fields that only headers before version 6 have. */
  readonly legacy?: LegacyFields;
}

interface LegacyFields {
  readonly challengesRoot: Hash;
  readonly challengesResult: TypeOf<typeof challengesResult>;
  readonly chunksIncluded?: number;
}

/** Headers have the number of their block since version 3. */
const NUMBERED_VERSION = 3;

export function mayFollowUnnumbered({ version }: Pick<BlockHeader, 'version'>): boolean {
  return version <= NUMBERED_VERSION;
}

type OldRest = Partial<BlockHeaderInnerRest> & LegacyFields;
type AnyRest = BlockHeaderInnerRest | OldRest;

const innerRests: Readonly<Record<BlockHeader['version'], Codec<AnyRest>>> = {
  1: struct(restV1) as Codec<AnyRest>,
  2: struct(restV2) as Codec<AnyRest>,
  3: struct(restV3) as Codec<AnyRest>,
  4: struct({ blockBodyHash: hash, ...restV3 }) as Codec<AnyRest>,
  5: struct({ blockBodyHash: hash, ...restV3, ...bitmaps }) as Codec<AnyRest>,
  6: InnerRestV6 as Codec<AnyRest>,
};

const NO_CHALLENGES: LegacyFields = { challengesRoot: new Uint8Array(32), challengesResult: [] };

/** The parts of a new header that depend on its format alone. */
export function headerForm(
  format: Formats['blockHeader'],
): Pick<BlockHeader, 'version' | 'legacy'> {
  return format === 'V6' ? { version: 6 } : { version: 5, legacy: NO_CHALLENGES };
}

const ABSENT = {
  blockBodyHash: new Uint8Array(32),
  blockOrdinal: 0,
  prevHeight: 0,
  epochSyncDataHash: null,
  chunkEndorsements: [],
  shardSplit: null,
};

function restForVersion({ rest, legacy }: Pick<BlockHeader, 'rest' | 'legacy'>): AnyRest {
  return legacy === undefined ? rest : { ...rest, ...legacy };
}

export const BlockHeader: Codec<BlockHeader> = bytesOnly({
  write: (writer, header) => {
    writer.u8(header.version - 1);
    hash.write(writer, header.prevHash);
    BlockHeaderInnerLite.write(writer, header.lite);
    innerRests[header.version].write(writer, restForVersion(header));
    signature.write(writer, header.signature);
  },
  read: (reader) => {
    const version = (reader.u8() + 1) as BlockHeader['version'];
    const restCodec = innerRests[version];
    if (restCodec === undefined) throw new BorshError(`Unexpected variant tag: ${version - 1}`);
    const prevHash = hash.read(reader);
    const lite = BlockHeaderInnerLite.read(reader);
    const { rest, legacy } = splitRest(restCodec.read(reader));
    const header = { version, prevHash, lite, rest, signature: signature.read(reader) };
    return legacy === undefined ? header : { ...header, legacy };
  },
});

/** The newest version is used as is: fields that a spread adds take a microsecond. */
function splitRest(read: AnyRest): Pick<BlockHeader, 'rest' | 'legacy'> {
  if (!('challengesRoot' in read)) return { rest: read };
  const { challengesRoot, challengesResult: results, chunksIncluded, ...known } = read;
  const legacy = { challengesRoot, challengesResult: results };
  return {
    rest: { ...ABSENT, ...known } as BlockHeaderInnerRest,
    legacy: chunksIncluded === undefined ? legacy : { ...legacy, chunksIncluded },
  };
}

type Hashed = Pick<BlockHeader, 'version' | 'prevHash' | 'lite' | 'rest' | 'legacy'>;

function innerLiteHash(lite: BlockHeaderInnerLite): Hash {
  return encodedHash(BlockHeaderInnerLite, lite);
}

export function innerRestHash(header: Pick<Hashed, 'version' | 'rest' | 'legacy'>): Hash {
  return encodedHash(innerRests[header.version], restForVersion(header));
}

/** The hash of both inner parts, without the place in the chain. */
export function innerHash(header: Hashed): Hash {
  return combineHash(innerLiteHash(header.lite), innerRestHash(header));
}

export function blockHash(header: Hashed): Hash {
  return combineHash(innerHash(header), header.prevHash);
}

/** The current body; its enum tag is part of the hash that the header carries. */
export const BlockBody = versioned(
  1,
  struct({
    chunks: vec(ChunkHeader),
    /** Always empty; the protocol no longer has challenges. */
    challenges: vec(bool),
    vrfValue: fixedBytes(32),
    vrfProof: fixedBytes(64),
    chunkEndorsements: vec(vec(option(signature))),
  }),
);
export type BlockBody = TypeOf<typeof BlockBody>;

export function blockBodyHash(body: BlockBody): Hash {
  return encodedHash(BlockBody, body);
}

export const Block = struct({ header: BlockHeader, body: BlockBody });
export type Block = TypeOf<typeof Block>;

/**
 * From its bytes. The body is decoded when it is first used: most readers need the header alone.
 */
export function decodeBlock(bytes: Uint8Array): Block {
  const reader = new BorshReader(bytes);
  const header = BlockHeader.read(reader);
  let body: BlockBody | undefined;
  return {
    header,
    get body() {
      if (body !== undefined) return body;
      body = BlockBody.read(reader);
      reader.end();
      return body;
    },
  };
}

/** The height alone, from the bytes of a block. */
export function readHeight(block: Uint8Array): number {
  const reader = new BorshReader(block);
  // The version, and the hash of the previous block.
  reader.skip(1 + HASH_LENGTH);
  return reader.u64Number();
}

/** The chunks that a block brings; a shard without one shows an older chunk again. */
export function newChunks({ header, body }: Block): ChunkHeader[] {
  return body.chunks.filter(({ heightIncluded }) => heightIncluded === header.lite.height);
}
