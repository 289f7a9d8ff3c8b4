// THE table of commands and options. Parsing, `--help` and docs/reference/cli.md are derived from
// it, so a flag exists if and only if it is listed here. Default values are written as a user types
// them.

import { LOG_LEVELS } from '../telemetry/logLevel.ts';
import { BENCH } from './definitions/bench.ts';
import { COMPACT } from './definitions/compact.ts';
import { COMPARE } from './definitions/compare.ts';
import { EXPORT } from './definitions/exportBlocks.ts';
import { FOLLOW } from './definitions/follow.ts';
import { DUMP_TEST_CONTRACTS, INIT, LOCALNET, RUN, VIEW_STATE } from './definitions/harness.ts';
import { REPLAY } from './definitions/replay.ts';
import { SERVE } from './definitions/serve.ts';
import { START } from './definitions/start.ts';
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
];

/** The first command is the one that `perigee` without a command runs. */
export const COMMANDS: readonly [CommandDefinition, ...CommandDefinition[]] = [
  START,
  REPLAY,
  INIT,
  RUN,
  LOCALNET,
  DUMP_TEST_CONTRACTS,
  VIEW_STATE,
  BENCH,
  EXPORT,
  VERIFY,
  COMPACT,
  COMPARE,
  TRACE,
  SERVE,
  FOLLOW,
];
