/** The two kinds of failure: expected failures carry a code, broken invariants do not. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as assertInvariant, unreachable } from '../../src/base/assert.ts';
import { PerigeeError } from '../../src/base/errors.ts';

test('a PerigeeError carries its info, code, message and cause', () => {
  const cause = new Error('below');
  const error = new PerigeeError({ code: 'limit', least: 3 } as const, 'too small', { cause });
  assert.ok(error instanceof Error);
  assert.equal(error.code, 'limit');
  assert.equal(error.info.least, 3);
  assert.equal(error.message, 'too small');
  assert.equal(error.cause, cause);
  assert.equal(String(error), 'PerigeeError: too small');
});

test('an assertion that holds is silent, one that fails is not a PerigeeError', () => {
  assertInvariant(true, 'holds');
  for (const call of [
    () => assertInvariant(false, 'broken'),
    () => assertInvariant(0, 'broken'),
    () => unreachable('value' as never),
  ]) {
    assert.throws(call, (error) => error instanceof Error && !(error instanceof PerigeeError));
  }
});
