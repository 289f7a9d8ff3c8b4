// `perigee replay`.

import type { CommandDefinition } from '../optionDefinition.ts';

export const REPLAY: CommandDefinition = {
  name: 'replay',
  summary: 'Apply a recorded chain from its genesis and compare every result with the recording.',
  argument: { name: 'DIR', description: 'the folder of the recording' },
  options: [
    { name: 'code', value: 'DIR', description: 'a folder with further contracts, as .wasm files' },
    { name: 'until', value: 'HEIGHT', description: 'stop after the block of this height' },
    {
      name: 'serve',
      value: 'PORT',
      description: 'afterwards answer JSON-RPC over the replayed chain',
    },
  ],
};
