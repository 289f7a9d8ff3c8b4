// One table of a TOML file is replaced, and every other byte stays; files that cannot be edited
// safely are refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTopLevel, replaceTable } from '../../../src/cli/config/tomlSection.ts';

const NEW = '[a.b]\nx = "1"\n';

test('a table is added or replaced', () => {
  const rows: [before: string, after: string][] = [
    ['', NEW],
    ['version = "4"\n', `version = "4"\n\n${NEW}`],
    ['[a.b]\nx = "0"\ny = 2\n', NEW],
    ['# c\n[a.b]\nx = "0"\n\n[z]\nk = [1, "]"] # end\n', `# c\n${NEW}\n[z]\nk = [1, "]"] # end\n`],
    ['[ "a" . b ]\nx = \'0\'\n', NEW],
    ['[a.c]\r\nd = 1979-05-27 07:32:00\r\n', `[a.c]\r\nd = 1979-05-27 07:32:00\n\n${NEW}`],
    ['[a]\nb = { x = "0" }\n', `[a]\nb = { x = "0" }\n\n${NEW}`],
  ];
  for (const [before, after] of rows) {
    assert.equal(replaceTable(before, 'a.b', { x: '1' }), after, JSON.stringify(before));
    assert.equal(replaceTable(after, 'a.b', { x: '1' }), after, 'writing it again changes nothing');
  }
});

test('what is not surely understood is not edited', () => {
  for (const file of [
    'text = """\n[a.b]\n"""\n',
    "text = '''\nx\n'''\n",
    'list = [\n  1,\n]\n',
    'this is not TOML',
    '[a.b\nx = 1\n',
    'x = "open\n',
    'x =\n',
  ]) {
    assert.equal(replaceTable(file, 'a.b', { x: '1' }), null, file);
  }
});

test('keys before the first table', () => {
  const file = 'version = "5"\nhome = \'C:\\x\'\nodd = "a\\"b"\n[t]\nlater = "no"\n';
  assert.equal(readTopLevel(file, 'version'), '5');
  assert.equal(readTopLevel(file, 'home'), 'C:\\x');
  assert.equal(readTopLevel(file, 'odd'), 'a"b');
  assert.equal(readTopLevel(file, 'later'), null);
  assert.equal(readTopLevel('version = 5\n', 'version'), null);
});
