// Chunks and their headers as RPC answers show them.

import { type Codec, jsonOnly, named, type TypeOf } from '../../codec/codec.ts';
import { option, u64Number, vec } from '../../codec/primitives.ts';
import { defaulted, omitNull, struct } from '../../codec/struct.ts';
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
  outcomeRoot: hash,
  prevStateRoot: hash,
  encodedMerkleRoot: hash,
  encodedLength: u64Number,
  heightCreated: height,
  heightIncluded: height,
  shardId,
  gasUsed: gas,
  gasLimit: gas,
  /** Deprecated, always zero, like `rentPaid`. */
  validatorReward: defaulted(balance, 0n),
  rentPaid: defaulted(balance, 0n),
  balanceBurnt: balance,
  outgoingReceiptsRoot: hash,
  txRoot: hash,
  validatorProposals: vec(ValidatorStake),
  /** Null only in what older nodes printed. */
  congestionInfo: defaulted(option(CongestionInfo), null),
  bandwidthRequests: defaulted(option(BandwidthRequests), null),
  signature,
} as const;

/** Headers since inner version 5 print a missing split as null; older ones have no such key. */
const Current = struct({ ...fields, proposedSplit: option(TrieSplit) });
const Older = struct({ ...fields, proposedSplit: omitNull(option(TrieSplit)) });

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
    author: accountId,
    header,
    transactions: vec(SignedTransactionView),
    receipts: vec(ReceiptView),
  });
}

export const ChunkView = chunkView(ChunkHeaderView);
/** As the interface description has it: without a split rather than with null. */
export const DescribedChunkView = chunkView({ ...ChunkHeaderView, json: Older.json });
export type ChunkView = TypeOf<typeof ChunkView>;

export function chunkHeaderToView(header: ChunkHeader): ChunkHeaderView {
  const inner: Partial<ChunkHeaderInnerV5> & ChunkHeader['inner']['value'] = header.inner.value;
  return {
    chunkHash: chunkHash(header),
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
