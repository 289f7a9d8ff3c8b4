// Reads the epoch configurations of a folder, which the reference keeps as
// `epoch_configs/<version>.json` in its home folder.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerigeeError } from '../base/errors.ts';
import { parseJson } from '../base/json/plainJson.ts';
import type { Entries } from '../codec/map.ts';
import { EpochConfig } from '../types/epochConfig.ts';

export const EPOCH_CONFIGS_FOLDER = 'epoch_configs';

/**
 * The configurations by protocol version; null if the folder does not exist. Throws a PerigeeError
 * of code `epoch_config` that names the file that is wrong.
 */
export function readEpochConfigs(directory: string): Entries<number, EpochConfig> | null {
  if (!existsSync(directory)) return null;
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw unusable(`${directory} has no <version>.json`);
  return names.map((name) => readFile(directory, name)).sort(([a], [b]) => a - b);
}

function readFile(directory: string, name: string): readonly [number, EpochConfig] {
  const path = join(directory, name);
  const [version] = /^[0-9]{1,9}(?=\.json$)/.exec(name) ?? [];
  if (version === undefined) throw unusable(`${path} is not named after a protocol version`);
  try {
    return [Number(version), EpochConfig.parse(parseJson(readFileSync(path, 'utf8')))];
  } catch (error) {
    throw unusable(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function unusable(reason: string): PerigeeError<{ readonly code: 'epoch_config' }> {
  return new PerigeeError(
    { code: 'epoch_config' },
    `the epoch configurations cannot be used: ${reason}`,
  );
}
