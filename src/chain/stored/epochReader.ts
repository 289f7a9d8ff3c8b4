// What RPC needs to know about epochs. A chain that computes its epochs knows all of it; one that
// is followed from a checkpoint knows what its source provided.

import type { Epochs } from './epochs.ts';

export type EpochReader = Pick<
  Epochs,
  | 'blockInfo'
  | 'chunkProducerAfter'
  | 'epoch'
  | 'epochIdAfter'
  | 'epochStartHeight'
  | 'rules'
  | 'validatorsAt'
  | 'validatorsOf'
>;
