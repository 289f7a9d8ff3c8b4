// Where a chain is followed from if not from its genesis: a block that the user trusts, with the
// data needed to continue from it. Everything except the block's hash and the genesis configuration
// is verified: the producers of its epoch against the `next_bp_hash` of the last block of the
// previous epoch, whose hash the block itself carries as the id of its next epoch.

import { bytesToUtf8, equalBytes } from '../base/bytes/bytes.ts';
import { formatHash, type Hash } from '../base/crypto/hash.ts';
import { PerigeeError, restate } from '../base/errors.ts';
import { parseJson } from '../base/json/plainJson.ts';
import { insertLeaf, type PartialMerkleTree, treeRoot } from '../base/merkle/blockMerkleTree.ts';
import { subtreesOf } from '../chain/records/blockProof.ts';
import type { TypeOf } from '../codec/codec.ts';
import { option, u32, u64Number, vec } from '../codec/primitives.ts';
import { omitNull, struct } from '../codec/struct.ts';
import type { BlockHeader } from '../types/block.ts';
import type { ChunkHeader } from '../types/chunk.ts';
import { GenesisConfig } from '../types/genesis.ts';
import { hash, height } from '../types/primitives.ts';
import { ShardLayout } from '../types/shardLayout.ts';
import {
  blockProducersHash,
  oldBlockProducersHash,
  ValidatorStake,
} from '../types/validatorStake.ts';
import { BlockHeaderView, BlockView, LightBlockProofView } from '../types/views/blockView.ts';
import { chunkHeaderFromView } from './messages/chunkHeaderFromView.ts';
import { headerFromView } from './messages/headerFromView.ts';
import { type AskChain, orNull } from './sources/askChain.ts';
import { EpochFacts } from './sources/producerSource.ts';
import { verifyChunks } from './verify/verifyChunks.ts';

/** As written to a file. */
export const Checkpoint = struct({
  genesisConfig: GenesisConfig,
  block: BlockView,
  /** The last block of the previous epoch. */
  lastOfPrevEpoch: BlockHeaderView,
  /** The block producers of the block's epoch, in their order. */
  producers: vec(ValidatorStake),
  shardLayout: ShardLayout,
  protocolVersion: u32,
  /** Null if unknown. */
  epochHeight: option(u64Number),
  epochStartHeight: option(height),
  /** Roots of the subtrees over all earlier blocks, largest first; null if unknown. */
  ancestors: omitNull(option(vec(hash))),
});
export type Checkpoint = TypeOf<typeof Checkpoint>;

export class UnusableCheckpoint extends PerigeeError<{ readonly code: 'unusable_checkpoint' }> {
  constructor(message: string, cause?: unknown) {
    super({ code: 'unusable_checkpoint' }, `the checkpoint cannot be used: ${message}`, { cause });
  }
}

export function parseCheckpoint(bytes: Uint8Array): Checkpoint {
  return restate(
    () => Checkpoint.parse(parseJson(bytesToUtf8(bytes))),
    (error) => new UnusableCheckpoint(error.message, error),
  );
}

interface CheckedBlock {
  readonly header: BlockHeader;
  readonly chunks: readonly ChunkHeader[];
  /** All blocks before it; null if unknown. */
  readonly ancestors: PartialMerkleTree | null;
}

/** The block of a checkpoint that is consistent. */
export function verifyCheckpoint(checkpoint: Checkpoint): CheckedBlock {
  const { block, lastOfPrevEpoch, producers } = checkpoint;
  const header = headerFromView(block.header);
  const chunks = block.chunks.map((chunk) => chunkHeaderFromView(chunk, header.lite.height));
  verifyChunks(header, chunks);
  const before = headerFromView(lastOfPrevEpoch);
  if (!equalBytes(lastOfPrevEpoch.hash, header.lite.nextEpochId)) {
    throw new UnusableCheckpoint('its second block is not the last one of the epoch before');
  }
  if (!equalBytes(hashProducers(producers, before), before.lite.nextBpHash)) {
    throw new UnusableCheckpoint(
      'its producers are not those to whom the last block of the epoch before commits',
    );
  }
  return { header, chunks, ancestors: verifyAncestors(header, checkpoint.ancestors) };
}

function verifyAncestors(
  { lite, rest }: BlockHeader,
  path: Checkpoint['ancestors'],
): PartialMerkleTree | null {
  // The oldest headers do not contain their ordinal.
  if (path === null || rest.blockOrdinal === 0) return null;
  const tree = { path, size: rest.blockOrdinal - 1 };
  if (
    path.length === subtreesOf(tree.size).length &&
    equalBytes(treeRoot(tree), lite.blockMerkleRoot)
  ) {
    return tree;
  }
  throw new UnusableCheckpoint('its ancestors are not those of its block merkle root');
}

const WITH_VERSIONED_STAKES = 3;

/** Headers before version 3 hashed the producers without their versions. */
export function hashProducers(
  producers: readonly ValidatorStake[],
  committedBy: Pick<BlockHeader, 'version'>,
): Uint8Array {
  return committedBy.version >= WITH_VERSIONED_STAKES
    ? blockProducersHash(producers)
    : oldBlockProducersHash(producers);
}

const EpochFigures = struct({ epochHeight: u64Number, epochStartHeight: height });

/** A checkpoint at a height, or at the newest final block. */
export async function askCheckpoint(ask: AskChain, atHeight: number | null): Promise<Checkpoint> {
  const reference = atHeight === null ? { finality: 'final' } : { block_id: atHeight };
  const block = await ask('block', reference, BlockView);
  const shown = BlockHeaderView.json(block.header);
  const { hash, next_epoch_id: lastOfPrevEpoch } = parseJson(shown) as {
    hash: string;
    next_epoch_id: string;
  };
  const atBlock = { block_id: hash };
  const { shardLayout, protocolVersion } = await ask(
    'EXPERIMENTAL_protocol_config',
    atBlock,
    EpochFacts,
  );
  return {
    genesisConfig: await ask('genesis_config', null, GenesisConfig),
    block,
    lastOfPrevEpoch: (await ask('block', { block_id: lastOfPrevEpoch }, BlockView)).header,
    producers: await ask('EXPERIMENTAL_validators_ordered', atBlock, vec(ValidatorStake)),
    shardLayout,
    protocolVersion,
    ...(await askEpochFigures(ask, block)),
    ancestors: await askAncestors(ask, block),
  };
}

/**
 * The proof that the previous block is the last leaf of the tree over all earlier blocks: its path
 * consists of the subtrees to the left. Null if there is no proof.
 */
async function askAncestors(ask: AskChain, { header }: BlockView): Promise<readonly Hash[] | null> {
  const { prevHash, hash: ownHash, blockOrdinal } = header;
  if (blockOrdinal === null || blockOrdinal < 2) return null;
  const asked = { block_hash: formatHash(prevHash), light_client_head: formatHash(ownHash) };
  const proof = await orNull(
    ask('EXPERIMENTAL_light_client_block_proof', asked, LightBlockProofView),
  );
  if (proof === null) return null;
  const left = proof.blockProof.map((item) => item.hash).reverse();
  const size = blockOrdinal - 2;
  if (left.length !== subtreesOf(size).length) return null;
  return insertLeaf({ path: left, size }, prevHash).path;
}

/** These are only available for the current epoch; for an older block they stay unknown. */
async function askEpochFigures(
  ask: AskChain,
  { header }: BlockView,
): Promise<Pick<Checkpoint, 'epochHeight' | 'epochStartHeight'>> {
  const newest = await ask('block', { finality: 'final' }, BlockView);
  if (!equalBytes(newest.header.epochId, header.epochId)) {
    return { epochHeight: null, epochStartHeight: null };
  }
  return ask('validators', [null], EpochFigures);
}
