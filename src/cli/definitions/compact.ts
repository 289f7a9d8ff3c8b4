// `perigee compact`.

import type { CommandDefinition } from '../optionDefinition.ts';

export const COMPACT: CommandDefinition = {
  name: 'compact',
  summary:
    'Rewrite the store of a home folder without unused space. No node may use it meanwhile, and ' +
    'the disk needs room for the new file next to the old one.',
  options: [],
};
