// With `npm start --port 4152`, npm keeps the option and passes on only `4152`: options of a script
// follow `--`. npm leaves what it has kept in the environment of the script.

import type { CommandDefinition } from './optionDefinition.ts';
import { createUsageError } from './usageError.ts';

/** Options of npm itself, which a user may have set for npm. */
const OPTIONS_OF_NPM = ['all', 'json', 'key'];

/** Throws if npm has kept options of a command that is the script of a package. */
export function refuseKeptByNpm(
  { options }: CommandDefinition,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): void {
  const { npm_lifecycle_event: script, npm_lifecycle_script: text = '' } = env;
  // Programs that the script of another package starts inherit its environment.
  if (script === undefined || !/\bperigee\b/.test(text)) return;
  const kept = options
    .map(({ name }) => name)
    .filter((name) => !OPTIONS_OF_NPM.includes(name))
    .filter((name) => env[variableOf(name)] !== undefined);
  if (kept.length === 0) return;
  const run = script === 'start' ? 'npm start' : `npm run ${script}`;
  const meant = kept.map((name) => `--${name}`).join(' and ');
  throw createUsageError(
    `npm has kept ${meant} for itself; its options end with a lone --, so write ` +
      `${run} -- ${exampleOf(kept, args, env)}`,
  );
}

/** What was typed, if that is certain: npm does not tell the order of several options. */
function exampleOf(
  kept: readonly string[],
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): string {
  const [name = ''] = kept;
  if (kept.length > 1 || args.length > 1) return 'OPTIONS';
  const value = env[variableOf(name)];
  const shown = value === undefined || value === 'true' ? args : [value];
  return [`--${name}`, ...shown].join(' ');
}

function variableOf(option: string): string {
  return `npm_config_${option.replaceAll('-', '_')}`;
}
