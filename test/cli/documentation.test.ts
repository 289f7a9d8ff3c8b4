// Help and the reference page are generated from the table of options: every option must be in
// both, and the page in the repository must be up to date.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERIGEE_VERSION } from '../../src/base/version.ts';
import { commandOptions } from '../../src/cli/commandLine.ts';
import { formatCommandHelp, formatProgramHelp } from '../../src/cli/help.ts';
import { COMMANDS } from '../../src/cli/optionTable.ts';
import { formatReferencePage } from '../../src/cli/referencePage.ts';
import { readText } from '../support/repository.ts';

test('help names every command and every option', () => {
  for (const command of COMMANDS) {
    assert.ok(formatProgramHelp().includes(command.summary), command.name);
    const help = formatCommandHelp(command);
    for (const { name, description } of commandOptions(command)) {
      assert.ok(
        help.includes(`--${name}`) && help.includes(description),
        `${command.name} ${name}`,
      );
    }
  }
});

test('an option name takes a value in every command or in none', () => {
  const takesValue = new Map<string, boolean>();
  for (const { name, value } of COMMANDS.flatMap(commandOptions)) {
    const known = takesValue.get(name) ?? value !== undefined;
    assert.equal(value !== undefined, known, name);
    takesValue.set(name, known);
  }
});

test('the reference page is up to date', () => {
  const page = readText('docs/reference/cli.md');
  assert.equal(page, formatReferencePage(), 'run `npm run docs`');
});

test('the version is that of the package', () => {
  assert.equal(PERIGEE_VERSION, JSON.parse(readText('package.json')).version);
});
