// The name that somebody probably meant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from '../../src/base/nearestName.ts';

const NAMES = [
  'get_greeting',
  'set_greeting',
  'new',
  'ft_transfer',
  'ft_transfer_call',
  '--port',
  '--in-memory',
];

const ROWS: readonly (readonly [name: string, nearest: string | null])[] = [
  ['set_greting', 'set_greeting'],
  ['setGreeting', 'set_greeting'],
  ['ft_tranfser', 'ft_transfer'],
  ['nwe', 'new'],
  ['ne', 'new'],
  ['NEW', 'new'],
  ['--prot', '--port'],
  ['--in-memmory', '--in-memory'],
  ['--durable', null],
  ['fly', null],
  ['something', null],
  ['', null],
  ['x'.repeat(65), null],
];

for (const [name, nearest] of ROWS) {
  test(`'${name.slice(0, 20)}' is like ${nearest}`, () => {
    assert.equal(nearestName(name, NAMES), nearest);
  });
}
