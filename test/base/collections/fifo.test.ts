// Compares with a plain array over random pushes and shifts, and checks that each entry is moved
// few times.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Fifo } from '../../../src/base/collections/fifo.ts';

test('a queue behaves like an array that is used at its ends only', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer()), { maxLength: 200 }), (steps) => {
      const queue = new Fifo<number>();
      const plain: number[] = [];
      for (const step of steps) {
        if (step === null) assert.equal(queue.shift(), plain.shift());
        else {
          queue.push(step);
          plain.push(step);
        }
        assert.equal(queue.length, plain.length);
        assert.equal(queue.peek(), plain[0]);
      }
      assert.deepEqual(queue.drain(), plain);
      assert.deepEqual([queue.length, queue.shift()], [0, undefined]);
    }),
  );
});
