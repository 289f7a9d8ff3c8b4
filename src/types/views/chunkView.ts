// Chunks and their headers as RPC answers show them.

import type { Hash } from '../../base/crypto/hash.ts';
import {
  type Codec,
  deprecated,
  described,
  jsonOnly,
  named,
  preformatted,
  type TypeOf,
  writeOnly,
} from '../../codec/codec.ts';
import { option, u64Number, vec } from '../../codec/primitives.ts';
import { defaulted, omitDefault, struct } from '../../codec/struct.ts';
import { accountId } from '../accountId.ts';
import { type ChunkHeader, type ChunkHeaderInnerV5, chunkHash } from '../chunk.ts';
import { BandwidthRequests, CongestionInfo, NO_CONGESTION } from '../congestion.ts';
import { balance, gas, hash, height, shardId, signature } from '../primitives.ts';
import { TrieSplit } from '../trieSplit.ts';
import { ValidatorStake } from '../validatorStake.ts';
import { ReceiptView } from './receiptView.ts';
import { SignedTransactionView } from './transactionView.ts';

const fields = {
  chunkHash: hash,
  prevBlockHash: hash,
  outcomeRoot: described(hash, "The merkle root of the outcomes of the shard's previous chunk."),
  prevStateRoot: described(hash, 'The state of the shard before this chunk.'),
  encodedMerkleRoot: described(hash, 'The merkle root of the parts of the encoded chunk.'),
  encodedLength: described(u64Number, 'The length of the encoded chunk in bytes.'),
  heightCreated: described(height, 'The height that the chunk was produced for.'),
  heightIncluded: described(height, 'The height of the block that included the chunk.'),
  shardId,
  gasUsed: described(gas, "The gas that the shard's previous chunk burnt."),
  gasLimit: described(gas, 'The most gas that the chunk may burn.'),
  validatorReward: deprecated(defaulted(balance, 0n), 'Always 0, kept for backward compatibility.'),
  rentPaid: deprecated(defaulted(balance, 0n), 'Always 0, kept for backward compatibility.'),
  balanceBurnt: described(balance, "The tokens that the shard's previous chunk burnt."),
  outgoingReceiptsRoot: described(
    hash,
    "The merkle root of the receipts that the shard's previous chunk sent.",
  ),
  txRoot: described(hash, 'The merkle root of the transactions.'),
  validatorProposals: described(
    vec(ValidatorStake),
    "The stakes that the shard's previous chunk proposed.",
  ),
  congestionInfo: described(
    defaulted(option(CongestionInfo), null),
    'The queues of the shard; null only in chunks of old protocol versions.',
  ),
  bandwidthRequests: described(
    defaulted(option(BandwidthRequests), null),
    'How much the shard wants to send to others; null in chunks of old protocol versions.',
  ),
  signature: described(signature, "The chunk producer's signature of the hash."),
} as const;

const proposedSplit = described(
  option(TrieSplit),
  'Where the shard can be split, if the chunk producer proposes it.',
);

/** Headers since inner version 5 print a missing split as null; older ones have no such key. */
const Current = struct({ ...fields, proposedSplit });
const Older = struct({ ...fields, proposedSplit: omitDefault(proposedSplit, null) });

export type ChunkHeaderView = TypeOf<typeof Current> & { readonly hasSplitField: boolean };

export const ChunkHeaderView: Codec<ChunkHeaderView> = named(
  'ChunkHeaderView',
  jsonOnly({
    json: (shown: ChunkHeaderView) => (shown.hasSplitField ? Current : Older).json(shown),
    parse: (json: unknown): ChunkHeaderView => ({
      ...Older.parse(json),
      hasSplitField: Object.hasOwn(json as object, 'proposed_split'),
    }),
    schema: Older.schema,
  }),
);

function chunkView(header: Codec<ChunkHeaderView>) {
  return struct('RpcChunkResponse', {
    author: described(accountId, 'The account that produced the chunk.'),
    header,
    transactions: writeOnly(preformatted(vec(SignedTransactionView))),
    receipts: described(
      writeOnly(preformatted(vec(ReceiptView))),
      "The receipts that the shard's previous chunk sent.",
    ),
  });
}

export const ChunkView = chunkView(ChunkHeaderView);
/** As the interface description has it: without a split rather than with null. */
export const DescribedChunkView = chunkView({ ...ChunkHeaderView, json: Older.json });

export function chunkHeaderToView(header: ChunkHeader): ChunkHeaderView {
  return hashedHeaderToView(header, chunkHash(header));
}

/** The same with a hash that is known. */
export function hashedHeaderToView(header: ChunkHeader, id: Hash): ChunkHeaderView {
  const inner: Partial<ChunkHeaderInnerV5> & ChunkHeader['inner']['value'] = header.inner.value;
  return {
    chunkHash: id,
    prevBlockHash: inner.prevBlockHash,
    outcomeRoot: inner.prevOutcomeRoot,
    prevStateRoot: inner.prevStateRoot,
    encodedMerkleRoot: inner.encodedMerkleRoot,
    encodedLength: inner.encodedLength,
    heightCreated: inner.heightCreated,
    heightIncluded: header.heightIncluded,
    shardId: inner.shardId,
    gasUsed: inner.prevGasUsed,
    gasLimit: inner.gasLimit,
    validatorReward: 0n,
    rentPaid: 0n,
    balanceBurnt: inner.prevBalanceBurnt,
    outgoingReceiptsRoot: inner.prevOutgoingReceiptsRoot,
    txRoot: inner.txRoot,
    validatorProposals: inner.prevValidatorProposals,
    congestionInfo: inner.congestionInfo ?? NO_CONGESTION,
    bandwidthRequests: inner.bandwidthRequests ?? null,
    proposedSplit: inner.proposedSplit ?? null,
    hasSplitField: header.inner.kind === 'V5',
    signature: header.signature,
  };
}
