// Help and the reference page are generated from the table of options: every option must be in
// both, and the page in the repository must be up to date.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERIGEE_VERSION } from '../../src/base/version.ts';
import { commandOptions } from '../../src/cli/commandLine.ts';
import { formatCommandHelp, formatProgramHelp } from '../../src/cli/help.ts';
import { LIMIT_OPTIONS } from '../../src/cli/limitOptions.ts';
import { COMMANDS } from '../../src/cli/optionTable.ts';
import { formatReferencePage } from '../../src/cli/referencePage.ts';
import { readText } from '../support/repository.ts';

test('help names every command, and complete help every option', () => {
  for (const command of COMMANDS) {
    assert.ok(formatProgramHelp().includes(command.summary), command.name);
    const help = formatCommandHelp(command, true);
    for (const { name, description } of commandOptions(command)) {
      assert.ok(
        help.includes(`--${name}`) && help.includes(description),
        `${command.name} ${name}`,
      );
    }
  }
});

test('short help has at most a dozen options, and names the groups of the others', () => {
  for (const command of COMMANDS) {
    const help = formatCommandHelp(command, false);
    const options = commandOptions(command);
    const grouped = options.filter(({ group }) => group !== undefined);
    const shown = help.split('\n').filter((line) => /^ +(?:-\w, )?--/.test(line));
    assert.equal(shown.length, options.length - grouped.length, command.name);
    assert.ok(shown.length <= 12, `${command.name} shows ${shown.length}`);
    for (const { group } of grouped) assert.ok(help.includes(`${group} (`), command.name);
    assert.ok(help.includes('--help --all') === grouped.length > 0, command.name);
  }
});

test('limits are one group and one section of the page', () => {
  const page = formatReferencePage();
  for (const { name, group } of LIMIT_OPTIONS) {
    assert.equal(group, 'Limits', name);
    assert.equal(page.split(`| \`--${name} `).length, 2, name);
  }
});

/** Some commands write JSON to a file, others print it. */
const DIFFERENT = ['json'];

test('an option name takes a value in every command or in none', () => {
  const takesValue = new Map<string, boolean>();
  for (const { name, value } of COMMANDS.flatMap(commandOptions)) {
    if (DIFFERENT.includes(name)) continue;
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
