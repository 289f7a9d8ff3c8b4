// What of the next block can be made with the keys that are here. A validator whose key is not here
// makes nothing, as one that is silent in a network: its heights stay empty and its chunks are
// missing, until it is kicked out.

import { PerigeeError } from '../../base/errors.ts';
import type { AccountId } from '../../types/accountId.ts';
import { shardIds } from '../../types/shardLayout.ts';
import type { Chain } from '../chain.ts';
import type { Authority } from '../signing/authority.ts';

export class NoProducer extends PerigeeError<{ readonly code: 'no_producer' }> {
  constructor(producers: readonly AccountId[]) {
    super(
      { code: 'no_producer' },
      `the chain cannot go on: its next blocks are to be made by ${producers.join(', ')}, and ` +
        'none of their keys is here',
    );
  }
}

/** The first height from `from` on whose block can be made. */
export function findHeight(chain: Chain, authority: Authority, from: number): number {
  const { epochs, head } = chain;
  const epoch = epochs.epoch(epochs.epochIdAfter(head.hash));
  const producers = epoch.blockProducers.map(({ accountId }) => accountId);
  if (!producers.some((account) => authority.canSign(account))) throw new NoProducer(producers);
  let height = from;
  while (!authority.canSign(epoch.blockProducer(height).accountId)) height++;
  return height;
}

/** Whether the chunk after the head can be made, in shard index order. */
export function findChunks(chain: Chain, authority: Authority): boolean[] {
  const { epochs, head } = chain;
  return shardIds(chain.layoutAfterHead()).map((shardId) =>
    authority.canSign(epochs.chunkProducerAfter(head.hash, shardId)),
  );
}
