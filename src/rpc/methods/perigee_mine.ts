// perigee_mine.

import { AtHeight, defineControl } from '../controls/control.ts';
import { blockCount, epochCount, orEmpty } from '../params/controlParams.ts';
import { exact } from '../params/params.ts';

export const mine = defineControl({
  name: 'perigee_mine',
  summary:
    'Produces blocks now, in any mining mode: one, or `blocks` of them. With `epochs`, goes on ' +
    'to the first block of that many epochs later; heights of long epochs are skipped.',
  params: orEmpty(exact('PerigeeMineRequest', { blocks: blockCount, epochs: epochCount })),
  result: AtHeight,
  returns: '`height` of the newest block.',
  action: ({ blocks, epochs }) =>
    epochs > 0 ? { kind: 'mineEpochs' as const, epochs } : { kind: 'mine' as const, blocks },
});
