// Runs thousands of contract calls in versions 84 to 88 and compares everything with the contract
// VM of the released node: burnt and used gas, compute, the gas profile, balance, logs, the result,
// the error, the requested promises and the storage. `vectors/makeVmVectors.ts` makes the calls and
// names the source of the results.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CallDoesNotFit } from '../../src/vm/reusedContracts.ts';
import { runLines } from './support/contractThread.ts';
import { runLine } from './support/oracleLine.ts';
import { ReusingModules } from './support/reusingModules.ts';
import { readVectors } from './vectors/vectorFiles.ts';

/** One in this many calls is run twice on reused instances. */
const SHARE = 5;

it('calls have the outcome of the released VM', async () => {
  const vectors = readVectors();
  assert.ok(vectors.length >= 4_900);
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

it('calls have the same outcome on an instance that was used before', () => {
  const modules = new ReusingModules('small');
  let tooLarge = 0;
  for (const [index, { call, result }] of readVectors().entries()) {
    if (index % SHARE !== 0) continue;
    for (let time = 0; time < 2; time++) {
      try {
        const found = runLine(call, modules);
        if (found !== result) assert.deepEqual(JSON.parse(found), JSON.parse(result));
      } catch (error) {
        if (error instanceof CallDoesNotFit) tooLarge++;
        else throw new Error(JSON.parse(call).label, { cause: error });
      }
    }
  }
  assert.ok(modules.reused >= 1_000, `${modules.reused} reused`);
  assert.ok(tooLarge <= 100, `${tooLarge} calls did not fit`);
});

it('calls have the same outcome on a memory that was used before', () => {
  const modules = new ReusingModules('large');
  for (const [index, { call, result }] of readVectors().entries()) {
    if (index % SHARE !== 1) continue;
    const found = runLine(call, modules);
    const { label } = JSON.parse(call);
    if (found !== result) assert.deepEqual(JSON.parse(found), JSON.parse(result), label);
  }
  assert.ok(modules.reused >= 500, `${modules.reused} on the kept memory`);
});
