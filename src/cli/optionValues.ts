// The values of options, from their text. A bad value is a usage error that names the option, what
// it may be, and what it was.

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type MiningMode, parseMiningMode } from '../chain/mining.ts';
import { LOG_LEVELS, type LogLevel } from '../node/options.ts';
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

/** An absolute path; the shell has no part in `--home=~/x`, so `~` is understood here. */
export function parsePath(text: string): string {
  if (text === '~') return homedir();
  return text.startsWith('~/') ? join(homedir(), text.slice(2)) : resolve(text);
}
