// THE table of commands and options. Parsing, `--help` and docs/reference/cli.md are derived from
// it, so a flag exists if and only if it is listed here. Default values are written as a user types
// them.

import { LOG_LEVELS } from '../telemetry/logLevel.ts';
import { BENCH } from './definitions/bench.ts';
import {
  ACCOUNTS,
  BLOCK,
  CALL,
  CREATE,
  DEPLOY,
  KEYS,
  LOGS,
  SEND,
  STORAGE,
  TX,
  VIEW,
} from './definitions/chain.ts';
import { COMPACT } from './definitions/compact.ts';
import { COMPARE } from './definitions/compare.ts';
import { COVERAGE } from './definitions/coverage.ts';
import { EXPORT } from './definitions/exportBlocks.ts';
import { FOLLOW } from './definitions/follow.ts';
import { GAS_SNAPSHOT } from './definitions/gasSnapshot.ts';
import { DUMP_TEST_CONTRACTS, INIT, LOCALNET, RUN, VIEW_STATE } from './definitions/harness.ts';
import { PROFILE } from './definitions/profile.ts';
import { REPLAY } from './definitions/replay.ts';
import { SERVE } from './definitions/serve.ts';
import { SQL } from './definitions/sql.ts';
import { START } from './definitions/start.ts';
import { CLI_CONFIG, COMPLETION, ENV, MCP } from './definitions/tools.ts';
import { TRACE } from './definitions/trace.ts';
import { VERIFY } from './definitions/verify.ts';
import type { CommandDefinition, OptionDefinition } from './optionDefinition.ts';

export const COMMON_OPTIONS: readonly OptionDefinition[] = [
  {
    name: 'home',
    value: 'DIR',
    defaultValue: '~/.perigee',
    description: 'the folder of the chain, its keys and its configuration',
  },
  {
    name: 'log',
    value: 'LEVEL',
    defaultValue: 'info',
    description: `how much is logged: ${LOG_LEVELS.join(', ')}`,
  },
  { name: 'help', short: 'h', description: 'show this text' },
  { name: 'all', description: 'with --help: show every option', group: 'Other' },
];

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandDefinition[];
}

/** In the order of the help. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  { title: 'A chain on this machine', commands: [START, INIT, RUN, LOCALNET] },
  {
    title: 'With a running node',
    commands: [ACCOUNTS, CREATE, SEND, CALL, VIEW, DEPLOY, KEYS, STORAGE, TX, BLOCK, LOGS, TRACE],
  },
  { title: 'Where gas goes, and which code runs', commands: [PROFILE, GAS_SNAPSHOT, COVERAGE] },
  { title: 'Other networks', commands: [FOLLOW, SERVE, COMPARE, EXPORT, REPLAY] },
  { title: 'Tools', commands: [SQL, MCP, CLI_CONFIG, COMPLETION, ENV, BENCH] },
  {
    title: 'Home folders and test suites',
    commands: [VERIFY, COMPACT, VIEW_STATE, DUMP_TEST_CONTRACTS],
  },
];

/** The first command is the one that `perigee` without a command runs. */
export const COMMANDS: readonly [CommandDefinition, ...CommandDefinition[]] = [
  START,
  ...COMMAND_GROUPS.flatMap(({ commands }) => commands).filter((command) => command !== START),
];
