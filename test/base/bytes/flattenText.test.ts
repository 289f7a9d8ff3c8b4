// Flat strings: the memory that thousands of concatenated strings take before and after.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { flattenText } from '../../../src/base/bytes/flattenText.ts';

const TEXTS = 5_000;
const PIECES = 200;

function buildText(seed: number): string {
  let text = '';
  for (let i = 0; i < PIECES; i++) text += `,${(seed * i) % 997}`;
  return text;
}

function measureHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
  return process.memoryUsage().heapUsed;
}

test('a flat string retains none of the pieces that it was built from', () => {
  const before = measureHeap();
  const texts = Array.from({ length: TEXTS }, (_, i) => buildText(i + 1));
  const built = measureHeap() - before;
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const flat = texts.map(flattenText);
  const flattened = measureHeap() - before;
  assert.ok(built > 5 * length, `${built} bytes for ${length} characters`);
  assert.ok(flattened < 1.5 * length, `${flattened} bytes for ${length} characters`);
  assert.deepEqual(flat, texts);
});
