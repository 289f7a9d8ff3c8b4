// What a terminal shows: lines above the one that is rewritten in place, colours unless NO_COLOR is
// set, and warnings in red.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { formatLine } from '../../src/telemetry/logger.ts';
import { stylesFor, Terminal } from '../../src/telemetry/terminal.ts';
import { COLOURS, PLAIN } from '../../src/trace/text/styles.ts';

const { NO_COLOR } = process.env;

afterEach(() => {
  if (NO_COLOR === undefined) delete process.env.NO_COLOR;
  else process.env.NO_COLOR = NO_COLOR;
});

function createTerminal(isTTY: boolean, columns?: number) {
  process.env.NO_COLOR = '1';
  const written: string[] = [];
  const output = { isTTY, write: (text: string) => written.push(text) };
  const terminal = new Terminal(columns === undefined ? output : { ...output, columns });
  return { terminal, written };
}

test('lines are printed above the status', () => {
  const { terminal, written } = createTerminal(true, 10);
  terminal.print('first\n');
  terminal.showStatus('height 1 and more than fits');
  terminal.print('second\n');
  terminal.showStatus('');
  terminal.showStatus('');
  const clear = '\r\x1b[K';
  assert.deepEqual(written, ['first\n', `${clear}height 1 `, `${clear}second\nheight 1 `, clear]);
});

test('a terminal that does not know its width has the usual one', () => {
  const { terminal, written } = createTerminal(true, 0);
  terminal.showStatus('height 1 · 2 transactions');
  assert.deepEqual(written, ['\r\x1b[Kheight 1 · 2 transactions']);
});

test('elsewhere there is no status', () => {
  const { terminal, written } = createTerminal(false);
  terminal.showStatus('height 1');
  terminal.print('line\n');
  assert.deepEqual(written, ['line\n']);
});

test('colours are for terminals, unless NO_COLOR is set', () => {
  delete process.env.NO_COLOR;
  assert.equal(stylesFor({ isTTY: true }), COLOURS);
  assert.equal(stylesFor({}), PLAIN);
  process.env.NO_COLOR = '1';
  assert.equal(stylesFor({ isTTY: true }), PLAIN);
});

const time = '2026-11-17T11:48:33.002Z';
const LINES: readonly (readonly [name: string, line: Parameters<typeof formatLine>[0], string])[] =
  [
    ['information', { level: 30, time, msg: 'ready' }, '\x1b[2m11:48:33.002\x1b[0m ready'],
    ['a warning', { level: 40, time, msg: 'no' }, '\x1b[2m11:48:33.002\x1b[0m \x1b[31mno\x1b[0m'],
    [
      'a warning with its own colours',
      { level: 40, time, msg: '\x1b[33mno\x1b[0m' },
      '\x1b[2m11:48:33.002\x1b[0m \x1b[33mno\x1b[0m',
    ],
    [
      'the text of somebody else',
      { level: 40, time, msg: '\x1b[2Ja\x1b]0;b\x07\u009b2J\u202ec\nd' },
      '\x1b[2m11:48:33.002\x1b[0m \x1b[31m\\u{1b}[2Ja\\u{1b}]0;b\\u{7}\\u{9b}2J\\u{202e}c\nd\x1b[0m',
    ],
    [
      'an error with its stack',
      { level: 50, time, msg: 'no', err: { message: 'm', stack: 'Error: m\n  at x' } },
      '\x1b[2m11:48:33.002\x1b[0m \x1b[31mno\x1b[0m\nError: m\n  at x',
    ],
  ];

for (const [name, line, expected] of LINES) {
  test(`a line of the log: ${name}`, () => {
    assert.equal(formatLine(line, { styles: COLOURS }), expected);
  });
}
