// The program itself, run as a user runs it: what it prints where, and its exit code.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { PERIGEE_VERSION } from '../../src/node/version.ts';
import { repositoryPath } from '../support/repository.ts';

function runProgram(...args: string[]) {
  const program = repositoryPath('bin/perigee.js');
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
}

test('version and help go to standard output', () => {
  const table: [args: string[], pattern: RegExp][] = [
    [['--version'], new RegExp(`^perigee ${PERIGEE_VERSION} \\(protocol 87\\)\\n$`)],
    [['--help'], /Commands:\n {2}start/],
    [['start', '--help'], /--port PORT/],
    [['replay', '-h'], /Usage: perigee replay DIR/],
  ];
  for (const [args, pattern] of table) {
    const { status, stdout, stderr } = runProgram(...args);
    assert.equal(stderr, '', args.join(' '));
    assert.match(stdout, pattern);
    assert.equal(status, 0);
  }
});

test('a wrong command line ends with one sentence and exit code 2', () => {
  for (const args of [['fly'], ['start', '--wings'], ['start', '--port', 'x'], ['replay']]) {
    const { status, stdout, stderr } = runProgram(...args);
    assert.equal(stdout, '', args.join(' '));
    assert.match(stderr, /^perigee: [^\n]+\.\n$/);
    assert.equal(status, 2);
  }
});
