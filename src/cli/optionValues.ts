// The values of options, from their text. A bad value is a usage error that names the option, what
// it may be, and what it was.

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { restate } from '../base/errors.ts';
import { MIB } from '../base/units.ts';
import { type MiningMode, parseMiningMode } from '../chain/production/mining.ts';
import { parseCassandraAddress } from '../cluster/cassandra.ts';
import type { ForkRequest } from '../fork/forkPoint.ts';
import { OPTION_BOUNDS } from '../node/options.ts';
import { DIALECTS, type Dialect } from '../params/dialect.ts';
import { chooseFirstVersion, type ProtocolChoice } from '../params/protocolChoice.ts';
import { type GivenLimits, LIMIT_NAMES, limitDefinition } from '../rpc/config/limits.ts';
import type { UpstreamAddress } from '../rpc/service/upstream.ts';
import type { LogLevel } from '../telemetry/logLevel.ts';
import { LOG_LEVELS } from '../telemetry/logLevel.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from './commandLine.ts';
import { createUsageError } from './usageError.ts';

type Bounds = { readonly min: number; readonly max: number };

export function parseWholeNumber(name: string, text: string, { min, max }: Bounds): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw createUsageError(`${name} is a whole number from ${min} to ${max}, not '${text}'.`);
}

export function parseMining(text: string): MiningMode {
  const mode = parseMiningMode(text);
  if (mode !== null) return mode;
  throw createUsageError(`--mining is auto, auto:MS, interval:MS or manual, not '${text}'.`);
}

export function parseLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((candidate) => candidate === text);
  if (level !== undefined) return level;
  throw createUsageError(`--log is one of ${LOG_LEVELS.join(', ')}, not '${text}'.`);
}

/** The limits that the command line names. */
export function parseLimits(line: CommandLine): GivenLimits {
  const given = LIMIT_NAMES.flatMap((name) => {
    const definition = limitDefinition(name);
    const text = optionText(line, definition.flag);
    if (text === undefined) return [];
    return [[name, parseWholeNumber(`--${definition.flag}`, text, definition)]];
  });
  return Object.fromEntries(given);
}

/** The minimum depends on the threads, and is checked once they are known. */
export function parseCacheSize(line: CommandLine): { cacheBudgetBytes?: number } {
  const text = optionText(line, 'cache-size');
  if (text === undefined) return {};
  const mib = parseWholeNumber('--cache-size', text, OPTION_BOUNDS.cacheMib);
  return { cacheBudgetBytes: mib * MIB };
}

/** What is said about the protocol of a chain. */
export function parseProtocol(line: CommandLine): ProtocolChoice {
  const text = optionText(line, 'protocol');
  const choice = {
    dialect: parseDialect(line),
    protocol:
      text === undefined ? text : parseWholeNumber('--protocol', text, OPTION_BOUNDS.protocol),
    nightly: hasSwitch(line, 'nightly'),
  };
  if (choice.protocol !== undefined) parsePlace('', () => chooseFirstVersion(choice));
  return choice;
}

export function parseDialect(line: CommandLine): Dialect | undefined {
  const text = optionText(line, 'dialect');
  const dialect = DIALECTS.find((known) => known === text);
  if (dialect !== undefined || text === undefined) return dialect;
  throw createUsageError(`--dialect is ${DIALECTS.join(' or ')}, not '${text}'.`);
}

/** What callers from other machines must send. */
export function parseToken(line: CommandLine): string | undefined {
  return readToken(optionText(line, 'token') ?? process.env.PERIGEE_TOKEN);
}

/** The node that handles what this one cannot, with the token that it requires. */
export function parseUpstream(line: CommandLine): UpstreamAddress | undefined {
  const url = optionText(line, 'upstream');
  if (url === undefined) return undefined;
  return { url: parseUrl('--upstream', url), token: parseUpstreamToken(line) };
}

export function parseUpstreamToken(line: CommandLine): string | undefined {
  return readToken(optionText(line, 'upstream-token') ?? process.env.PERIGEE_UPSTREAM_TOKEN);
}

/** The command line takes precedence over the environment. */
function readToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\x21-\x7e]{1,1024}$/.test(token)) return token;
  throw createUsageError('A token has 1 to 1024 printable characters and no spaces.');
}

/** An absolute path; the shell does not expand `--home=~/x`, so `~` is expanded here. */
export function parsePath(text: string): string {
  if (text === '~') return homedir();
  return text.startsWith('~/') ? join(homedir(), text.slice(2)) : resolve(text);
}

/** The address of an RPC service. */
export function parseUrl(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw createUsageError(`${name} is an address such as http://127.0.0.1:3030, not '${text}'.`);
}

/** Of the node that a command asks. */
export function nodeUrl(line: CommandLine): string {
  const text = line.given.get('url') ?? process.env.PERIGEE_URL ?? defaultedText(line, 'url');
  return parseUrl('--url', text);
}

/** URL, or URL@HEIGHT. */
export function parseFork(text: string | undefined): ForkRequest | undefined {
  if (text === undefined) return undefined;
  const [, url = '', height] = /^(.*?)(?:@(\d{1,15}))?$/.exec(text) ?? [];
  return { url: parseUrl('--fork', url), height: height === undefined ? null : Number(height) };
}

/** What the parser of a place, such as a cluster, refuses in an option is a usage error. */
export function parsePlace<T>(text: string, parse: (text: string) => T): T {
  return restate(
    () => parse(text),
    ({ message }) => createUsageError(message),
  );
}

/** A cluster cannot hold a chain that ends with the program, or one whose state is elsewhere. */
const WITHOUT_RING = ['in-memory', 'fork', 'reset'];

export function parseCluster(line: CommandLine): { cluster?: string; standby?: boolean } {
  const cluster = optionText(line, 'cluster');
  const standby = hasSwitch(line, 'standby');
  if (cluster === undefined) {
    if (standby) throw createUsageError('--standby needs --cluster, the cluster to stand by for.');
    return {};
  }
  parsePlace(cluster, parseCassandraAddress);
  const other = WITHOUT_RING.find((name) => line.given.has(name));
  if (other !== undefined) throw createUsageError(`--cluster and --${other} exclude each other.`);
  return { cluster, standby };
}
