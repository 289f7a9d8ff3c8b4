// Runs thousands of contract calls in versions 84 to 88 and compares everything with the contract
// VM of the released node: burnt and used gas, compute, the gas profile, balance, logs, the result,
// the error, the requested promises and the storage. `vectors/makeVmVectors.ts` makes the calls and
// names the source of the results.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runLines } from './support/contractThread.ts';
import { readVectors } from './vectors/vectorFiles.ts';

it('calls have the outcome of the released VM', async () => {
  const vectors = readVectors();
  assert.ok(vectors.length >= 3_000);
  const results = runLines(vectors.map(({ call }) => call));
  let index = 0;
  for await (const found of results) {
    const { call, result } = vectors[index++]!;
    if (found === result) continue;
    const { label, version } = JSON.parse(call);
    assert.deepEqual(JSON.parse(found), JSON.parse(result), `${label} at ${version}`);
  }
  assert.equal(index, vectors.length);
});
