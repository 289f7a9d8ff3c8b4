// Failures that cross threads, through the structured clone algorithm: an expected failure keeps
// its code, and a bug keeps its stack.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '../../src/base/assert.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import { describeFault, packFailure, unpackFailure } from '../../src/base/threadFailure.ts';

function cross(error: unknown): Error {
  return unpackFailure(structuredClone(packFailure(error)));
}

function breakInvariant(): unknown {
  try {
    return fail('two and two are five');
  } catch (error) {
    return error;
  }
}

test('an expected failure keeps code and message', () => {
  const crossed = cross(new PerigeeError({ code: 'store_full', path: 'p' }, 'no room'));
  assert.ok(crossed instanceof PerigeeError);
  assert.equal(crossed.code, 'store_full');
  assert.equal(crossed.message, 'no room');
});

test('a failed assertion keeps its stack, and stays unexpected', () => {
  const crossed = cross(breakInvariant());
  assert.ok(!(crossed instanceof PerigeeError));
  assert.equal(crossed.message, 'assertion failed: two and two are five');
  assert.match(crossed.stack ?? '', /breakInvariant/);
});

test('whatever is thrown can cross', () => {
  for (const thrown of ['text', null, undefined, 7]) {
    assert.equal(cross(thrown).message, String(thrown));
  }
});

test('the log has the stack of a bug, and one sentence for anything else', () => {
  assert.match(describeFault(breakInvariant()), /assertion failed.*breakInvariant/s);
  assert.equal(describeFault(new PerigeeError({ code: 'home' }, 'no folder')), 'no folder');
});
