// The questions about epochs that answers need. A chain that computes its epochs answers all of
// them; one that is followed from its middle answers what it was told.

import type { Epochs } from './epochs.ts';

export type EpochReader = Pick<
  Epochs,
  | 'blockInfo'
  | 'chunkProducerAfter'
  | 'epoch'
  | 'epochIdAfter'
  | 'epochStartHeight'
  | 'validatorsAt'
  | 'validatorsOf'
>;
