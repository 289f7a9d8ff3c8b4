// How much a chunk may take, send and prove at version 84: congestion control, the state witness
// and the bandwidth scheduler. Sizes are bytes.

import { freezeDeep } from '../freezeDeep.ts';

export const congestion = freezeDeep({
  maxCongestionIncomingGas: 400_000_000_000_000_000n,
  maxCongestionOutgoingGas: 10_000_000_000_000_000n,
  maxCongestionMemoryConsumption: 1_000_000_000,
  maxCongestionMissedChunks: 125,
  maxOutgoingGas: 300_000_000_000_000_000n,
  minOutgoingGas: 1_000_000_000_000_000n,
  allowedShardOutgoingGas: 1_000_000_000_000_000n,
  maxTxGas: 500_000_000_000_000n,
  minTxGas: 20_000_000_000_000n,
  /** The congestion level is a 64-bit float in the reference, and so is its threshold. */
  rejectTxCongestionThreshold: 0.8,
  /** The two size limits are only shown: the bandwidth scheduler took their place. */
  outgoingReceiptsUsualSizeLimit: 102_400,
  outgoingReceiptsBigSizeLimit: 4_718_592,
});

export type Congestion = typeof congestion;

export const witness = freezeDeep({
  mainStorageProofSizeSoftLimit: 4_000_000,
  combinedTransactionsSizeLimit: 4_194_304,
  newTransactionsValidationStateSizeSoftLimit: 572_864,
});

export const bandwidth = freezeDeep({
  maxShardBandwidth: 4_500_000,
  maxSingleGrant: 4_194_304,
  maxAllowance: 4_500_000,
  maxBaseBandwidth: 100_000,
});
