// Reads the options of an embedded node. Each option is validated by the parser next to its name;
// unknown options are refused.

import { ArgumentError, readArgument } from '../client/argumentError.ts';
import { bool, bounded, string } from '../codec/primitives.ts';
import { words } from '../codec/union.ts';
import { OPTION_BOUNDS, type StartOptions } from '../node/options.ts';
import { DIALECTS } from '../params/dialect.ts';
import { miningToText } from '../project/givenMining.ts';
import { type GivenLimits, LIMIT_NAMES } from '../rpc/config/limits.ts';
import { miningMode } from '../rpc/params/controlParams.ts';
import { LOG_LEVELS } from '../telemetry/logLevel.ts';
import type { CreateNodeOptions } from './createNodeOptions.ts';

/** The configuration is applied by the caller. */
type OptionName = Exclude<keyof CreateNodeOptions, 'config'>;
type Parsers = {
  readonly [N in OptionName]-?: (given: unknown) => Exclude<StartOptions[N], undefined>;
};

const PARSERS: Parsers = {
  port: readInteger('port'),
  host: string.parse,
  mining: (given) => miningMode.parse(miningToText(given)),
  finalWaitMs: readInteger('finalWaitMs'),
  shards: readInteger('shards'),
  accounts: readInteger('accounts'),
  protocol: readInteger('protocol'),
  dialect: words('Dialect', DIALECTS).parse,
  nightly: bool.parse,
  home: string.parse,
  limits: readLimits,
  loadState: string.parse,
  debugInfo: string.parse,
  logLevel: words('LogLevel', LOG_LEVELS).parse,
};

/** The given options; undefined is the same as missing. */
export function readNodeOptions(options: CreateNodeOptions): Partial<StartOptions> {
  const { config: _, ...plain } = verifyNames('createNode', options, [
    ...Object.keys(PARSERS),
    'config',
  ]);
  const given = Object.entries(plain).filter(([, value]) => value !== undefined);
  const entries = given.map(([name, value]) => {
    return [name, readArgument(name, () => PARSERS[name as OptionName](value))];
  });
  return Object.fromEntries(entries);
}

function readInteger(name: keyof typeof OPTION_BOUNDS): (given: unknown) => number {
  const { min, max } = OPTION_BOUNDS[name];
  return bounded(min, max).parse;
}

/** The numbers are validated where they are applied. */
function readLimits(given: unknown): GivenLimits {
  verifyNames('limits', given, LIMIT_NAMES);
  return given as GivenLimits;
}

function verifyNames<T>(what: string, given: T, known: readonly string[]): T {
  if (typeof given !== 'object' || given === null) throw new ArgumentError(what, 'not an object');
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  throw new ArgumentError(what, `there is no option ${unknown}, only ${known.join(', ')}`);
}
