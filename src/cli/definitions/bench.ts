// `perigee bench`.

import type { CommandDefinition } from '../optionDefinition.ts';

export const BENCH: CommandDefinition = {
  name: 'bench',
  summary: 'Measure this program, and another node next to it.',
  options: [
    {
      name: 'sections',
      value: 'LIST',
      defaultValue: 'start,reads,transactions,blocks,replay',
      description:
        'what is measured, of start, reads, distinct, mixed, compute, gas, transactions, blocks, ' +
        'replay, growth; distinct, mixed and growth take many minutes',
    },
    {
      name: 'connections',
      value: 'LIST',
      defaultValue: '1,32,256',
      description: 'how many connections read at the same time, each number measured',
    },
    {
      name: 'only',
      value: 'LIST',
      defaultValue: '',
      description:
        'measure only rows of reads, distinct, compute and gas whose name contains one of these',
    },
    {
      name: 'runs',
      value: 'N',
      defaultValue: '3',
      description: 'how often each row is measured; the median counts',
    },
    {
      name: 'scale',
      value: 'PERCENT',
      defaultValue: '100',
      description:
        'the size of the chains of distinct and mixed; 100 is 20,000 transfers in 4,000 blocks',
    },
    {
      name: 'chains',
      group: 'Other',
      value: 'DIR',
      description:
        'keep the chains of distinct and mixed in this folder, and use them again if it has them',
    },
    {
      name: 'processes',
      group: 'Other',
      value: 'LIST',
      defaultValue: '1,2',
      description:
        'how many processes the node has in distinct and mixed, on as many cores, each measured',
    },
    {
      name: 'shards',
      group: 'Other',
      value: 'LIST',
      defaultValue: '1',
      description: 'how many shards the node has in transactions, each number measured',
    },
    {
      name: 'workers',
      group: 'Other',
      value: 'N',
      defaultValue: '0',
      description: 'front processes of the measured node besides the first',
    },
    {
      name: 'seconds',
      group: 'Other',
      value: 'N',
      defaultValue: '2',
      description: 'how long each kind of request is sent',
    },
    {
      name: 'generator',
      group: 'Other',
      value: 'NAME',
      defaultValue: 'own',
      description: 'what sends the requests of reads: own, or wrk, which must be installed',
    },
    {
      name: 'against',
      value: 'URL',
      description: 'another NEAR node that is measured in turn, with the ratio',
    },
    {
      name: 'against-key',
      value: 'FILE',
      description:
        'the key file of a funded account of the other node, which is then sent transactions; ' +
        'without it, none',
    },
    {
      name: 'against-pid',
      group: 'Other',
      value: 'PID',
      description:
        'the process of the other node, if it runs here: pinned to cores by distinct and mixed',
    },
    {
      name: 'recording',
      group: 'Other',
      value: 'DIR',
      description: 'the folder of a recording, for the section replay',
    },
    { name: 'json', value: 'FILE', description: 'write the measurements as JSON' },
    { name: 'svg', value: 'FILE', description: 'draw the rates' },
  ],
};
