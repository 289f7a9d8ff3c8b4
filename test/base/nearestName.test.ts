// The name that somebody probably meant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from '../../src/base/nearestName.ts';

const METHODS = ['get_greeting', 'set_greeting', 'new', 'ft_transfer', 'ft_transfer_call'];

const ROWS: readonly (readonly [name: string, nearest: string | null])[] = [
  ['set_greting', 'set_greeting'],
  ['setGreeting', 'set_greeting'],
  ['ft_tranfser', 'ft_transfer'],
  ['nwe', null],
  ['ne', 'new'],
  ['NEW', 'new'],
  ['something', null],
  ['', null],
  ['x'.repeat(65), null],
];

for (const [name, nearest] of ROWS) {
  test(`'${name.slice(0, 20)}' is like ${nearest}`, () => {
    assert.equal(nearestName(name, METHODS), nearest);
  });
}
