// Fuzzes the preparation of contracts with random modules, real contracts and changed bytes. What
// is accepted is also a valid module for V8, and so is the result; preparing the same code again
// gives the same bytes. Methods run on one reused instance as on new ones, with little gas.

import assert from 'node:assert/strict';
import { equalBytes } from '../../src/base/bytes/bytes.ts';
import { prepareContract } from '../../src/vm/prepareContract.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import { randomModule } from '../vm/support/randomModule.ts';
import { ReuseComparison } from '../vm/support/reuseComparison.ts';
import { encodeTestModule } from '../vm/support/testModule.ts';
import { testFuzzer } from './support/runFuzzer.ts';

const config = PROTOCOL;
/** LEB128 numbers at their edges, section numbers with a length, and opcodes with prefixes. */
const WORDS = ['\xff\xff\xff\xff\x0f', '\x80\x80\x80\x80\x00', '\x0a\x04', '\x7f', '\xfc\x0a\0\0'];

testFuzzer(
  'the preparation of contracts',
  () => ({
    name: 'wasm',
    watched: /\/src\/vm\//,
    seeds: [recordedContract('compute'), encodeTestModule(randomModule(1))],
    dictionary: WORDS,
    generate: (random) => encodeTestModule(randomModule(random.u32(), random.chance(5))),
    run: checkPreparation,
  }),
  400,
);

function checkPreparation(code: Uint8Array): void {
  const prepared = prepareContract(code, config);
  if (!('wasm' in prepared)) return;
  assert.ok(WebAssembly.validate(Uint8Array.from(code)), 'accepted what V8 refuses');
  assert.ok(WebAssembly.validate(Uint8Array.from(prepared.wasm)), 'made what V8 refuses');
  const again = prepareContract(code, config);
  assert.ok('wasm' in again && equalBytes(again.wasm, prepared.wasm), 'prepared in another way');
  if (prepared.isLoadable) checkReuse(code);
}

const METHODS_MAX = 4;
const OPERATIONS = [2_000, 37, 2_000];

function checkReuse(code: Uint8Array): void {
  const comparison = createComparison(code);
  if (comparison === null) return;
  const methods = comparison.methods.slice(0, METHODS_MAX);
  for (const operations of OPERATIONS) {
    for (const method of methods) {
      comparison.run(operations * Number(config.wasmCosts.regularOpCost), method);
    }
  }
}

/** Null also if a segment does not fit. */
function createComparison(code: Uint8Array): ReuseComparison | null {
  try {
    return ReuseComparison.create(code);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return null;
    throw error;
  }
}
