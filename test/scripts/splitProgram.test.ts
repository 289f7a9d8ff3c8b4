// Each kind of thread gets the pieces of the bundle that its imports lead to, in the places of the
// whole, from a small bundle as the bundler writes it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Metafile } from 'esbuild';
import { splitProgram } from '../../scripts/splitProgram.js';

const BUNDLE = `const helper = 1;

// a.js
var a = helper;

// b.js
// b.jsx is no module
var b = a;

// c.js
var c = 3;

// <stdin>
const table = { a: () => a, c: () => c };
`;

const INPUTS = {
  'a.js': input(),
  'b.js': input('a.js'),
  'c.js': input(),
  '<stdin>': input('b.js', 'c.js'),
};

function input(...paths: string[]): Metafile['inputs'][string] {
  const imports = paths.map((path) => ({ path, kind: 'import-statement' as const }));
  return { bytes: 0, imports: [...imports, { path: 'fs', kind: 'require-call', external: true }] };
}

const split = () =>
  splitProgram(BUNDLE, { inputs: INPUTS, outputs: {} }, [
    { name: 'b', entries: ['b.js'] },
    { name: 'c', entries: ['c.js'] },
    { name: 'all', entries: ['b.js', 'c.js'] },
    { name: 'alone', entries: ['b.js', 'c.js'], without: ['a.js'] },
  ]);

/** As `bin/program.js` does. */
function assemble({ text, parts }: Awaited<ReturnType<typeof split>>, name: string): string {
  const ranges = parts[name] ?? [];
  return ranges.map(([from, to, lines]) => '\n'.repeat(lines) + text.slice(from, to)).join('');
}

test('a part has the modules that its entries need, and what all need', async () => {
  const program = await split();
  const names = (part: string) =>
    assemble(program, part)
      .match(/(?<=var )\w/g)
      ?.join('');
  assert.equal(names('b'), 'ab');
  assert.equal(names('c'), 'c');
  assert.equal(names('all'), 'abc');
  assert.equal(names('alone'), 'bc');
  for (const part of ['b', 'c', 'all']) {
    assert.match(assemble(program, part), /^\(function .*helper=1.*table=.*\}\)\n$/s, part);
  }
});

test('what a part has is in the line of the whole program', async () => {
  const program = await split();
  assert.equal(assemble(program, 'all'), program.text);
  const lines = program.text.split('\n');
  for (const part of ['b', 'c', 'alone']) {
    for (const [i, line] of assemble(program, part).split('\n').entries()) {
      if (line !== '') assert.equal(line, lines[i], `${part}, line ${i}`);
    }
  }
});
