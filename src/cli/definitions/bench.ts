// `perigee bench`.

import type { CommandDefinition } from '../optionDefinition.ts';

export const BENCH: CommandDefinition = {
  name: 'bench',
  summary: 'Measure this program: start, reads, transactions, blocks, replay, growth.',
  options: [
    {
      name: 'sections',
      value: 'LIST',
      defaultValue: 'start,reads,transactions,blocks,replay',
      description: 'what is measured; growth takes many minutes and runs only if named',
    },
    {
      name: 'connections',
      value: 'LIST',
      defaultValue: '1,32,256',
      description: 'how many connections read at the same time, each number measured',
    },
    {
      name: 'workers',
      value: 'N',
      defaultValue: '0',
      description: 'front processes of the measured node besides the first',
    },
    {
      name: 'seconds',
      value: 'N',
      defaultValue: '2',
      description: 'how long each kind of request is sent',
    },
    {
      name: 'generator',
      value: 'NAME',
      defaultValue: 'own',
      description: 'what sends the requests of reads: own, or wrk, which must be installed',
    },
    {
      name: 'against',
      value: 'URL',
      description: 'another NEAR RPC whose reads are measured in turn, with the ratio',
    },
    {
      name: 'recording',
      value: 'DIR',
      description: 'the folder of a recording, for the section replay',
    },
    { name: 'json', value: 'FILE', description: 'write the measurements as JSON' },
    { name: 'svg', value: 'FILE', description: 'draw the rates' },
  ],
};
