// Completion: bash completes words with the script as it would at a key press; the scripts of the
// other shells name every command and option.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { commandOptions } from '../../src/cli/commandLine.ts';
import { formatBashCompletion } from '../../src/cli/completion/bash.ts';
import { formatFishCompletion } from '../../src/cli/completion/fish.ts';
import { formatZshCompletion } from '../../src/cli/completion/zsh.ts';
import { COMMANDS } from '../../src/cli/optionTable.ts';
import { NodeProcess } from '../support/runningNode.ts';

/** What bash offers for the last of the words. */
function complete(...words: string[]): string[] {
  const script = `${formatBashCompletion()}
COMP_WORDS=(perigee "$@"); COMP_CWORD=$#; _perigee; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script, 'bash', ...words], {
    encoding: 'utf8',
    cwd: '/',
  });
  assert.deepEqual([status, stderr], [0, ''], words.join(' '));
  return stdout.split('\n').filter((line) => line !== '');
}

test('bash completes commands, options, values and accounts', () => {
  const rows: [words: string[], offered: string[]][] = [
    [['sta'], ['start']],
    [['c'], ['create', 'call', 'compare', 'cli-config', 'completion', 'compact']],
    [['start', '--in'], ['--in-memory']],
    [['start', '--log', 'w'], ['warn']],
    [['call', '--as', 'ali'], ['alice.test.near']],
    [['send', 'bo'], ['bob.test.near']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['--home', '/x', 'view', '--un'], ['--unchecked']],
  ];
  for (const [words, offered] of rows) {
    const found = complete(...words);
    for (const word of offered) assert.ok(found.includes(word), `${words.join(' ')}: ${found}`);
    const last = words.at(-1) ?? '';
    for (const word of found) assert.ok(word.startsWith(last), `${words.join(' ')}: ${word}`);
  }
  assert.deepEqual(complete('nonsense'), []);
});

test('every command and option is in every script', () => {
  for (const [shell, format] of [
    ['bash', formatBashCompletion],
    ['zsh', formatZshCompletion],
    ['fish', formatFishCompletion],
  ] as const) {
    const script = format();
    for (const command of COMMANDS) {
      assert.ok(script.includes(command.name), `${shell} ${command.name}`);
      for (const { name } of commandOptions(command)) {
        const flag = shell === 'fish' ? `-l ${name} ` : `--${name}`;
        assert.ok(script.includes(flag), `${shell} ${command.name} ${name}`);
      }
    }
  }
});

test('the command prints the script of a shell, and refuses others', async () => {
  const bash = await new NodeProcess(['completion', 'bash']).ended;
  assert.deepEqual([bash.code, bash.stdout], [0, formatBashCompletion()]);
  const other = await new NodeProcess(['completion', 'cmd']).ended;
  assert.equal(other.code, 2);
  assert.match(other.stderr, /SHELL is one of bash, zsh, fish, not 'cmd'/);
});
