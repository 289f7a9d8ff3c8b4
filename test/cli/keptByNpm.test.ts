// Options that npm keeps from a script, in the environments that npm 10 and 11 make: a table of
// what was typed, and the command line that the message suggests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCommandLine } from '../../src/cli/commandLine.ts';
import { isUsageError } from '../../src/cli/usageError.ts';

const SCRIPT = {
  npm_lifecycle_event: 'start',
  npm_lifecycle_script: 'node bin/perigee.js start',
};

test('an option that npm has kept is named, with the line that works', () => {
  const table: [env: NodeJS.ProcessEnv, args: string[], suggested: string][] = [
    [{ npm_config_port: 'true' }, ['4152'], 'npm start -- --port 4152'],
    [{ npm_config_port: '4152' }, [], 'npm start -- --port 4152'],
    [{ npm_config_in_memory: 'true' }, [], 'npm start -- --in-memory'],
    [{ npm_config_port: 'true', npm_config_reset: 'true' }, ['1'], 'npm start -- OPTIONS'],
    [
      { npm_lifecycle_event: 'node', npm_config_mining: 'manual' },
      [],
      'npm run node -- --mining manual',
    ],
  ];
  for (const [env, args, suggested] of table) {
    assert.throws(
      () => parseCommandLine(['start', ...args], { ...SCRIPT, ...env }),
      (error) => isUsageError(error) && error.message.endsWith(`so write ${suggested}`),
      suggested,
    );
  }
});

test('other environments are left alone', () => {
  const table: NodeJS.ProcessEnv[] = [
    {},
    SCRIPT,
    // Not a script of npm, and the script of another program that starts this one.
    { npm_config_port: '4152' },
    { ...SCRIPT, npm_lifecycle_script: 'vitest', npm_config_reset: 'true' },
    { ...SCRIPT, npm_config_registry: 'x', npm_config_cache: 'y', npm_config_all: 'true' },
  ];
  for (const env of table) {
    assert.equal(parseCommandLine(['start', '--port', '1'], env).given.get('port'), '1');
  }
});
