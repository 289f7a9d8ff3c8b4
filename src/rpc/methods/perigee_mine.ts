// perigee_mine.

import { AtHeight, defineControl } from '../controls/control.ts';
import { blockCount, orEmpty } from '../controls/controlParams.ts';
import { record } from '../params/params.ts';

export const mine = defineControl({
  name: 'perigee_mine',
  summary: 'Produces blocks now, in any mining mode: one, or `blocks` of them.',
  params: orEmpty(record('MineRequest', { blocks: blockCount })),
  result: AtHeight,
  returns: '`height` of the newest block.',
  action: ({ blocks }) => ({ kind: 'mine', blocks }),
});
