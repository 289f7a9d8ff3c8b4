// Commands that set up other programs.

import type { CommandDefinition } from '../optionDefinition.ts';
import { GROUPED_NODE_TOKEN, NODE_URL } from './shared.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const CLI_CONFIG: CommandDefinition = {
  name: 'cli-config',
  summary: 'Add a local chain and its accounts to the configuration of near-cli-rs and near-cli.',
  options: [
    NODE_URL,
    {
      name: 'network',
      value: 'NAME',
      usualValue: "the node's chain id",
      description: 'the name of the network in these programs',
    },
    { name: 'print', description: 'show what would be written, and write nothing' },
    GROUPED_NODE_TOKEN,
  ],
};

export const COMPLETION: CommandDefinition = {
  name: 'completion',
  summary: 'Print a script with which a shell completes commands, options and accounts.',
  argument: { name: 'SHELL', description: `one of ${SHELLS.join(', ')}` },
  options: [],
};

export const ENV: CommandDefinition = {
  name: 'env',
  summary: 'Print the variables with which test harnesses run Perigee as their node.',
  options: [],
};

export const MCP: CommandDefinition = {
  name: 'mcp',
  summary: 'Serve the tools of a local chain to AI assistants, over standard input and output.',
  options: [
    NODE_URL,
    {
      name: 'new-chain',
      description: 'start a chain in memory, at a free port, and serve that one',
    },
    GROUPED_NODE_TOKEN,
  ],
};
