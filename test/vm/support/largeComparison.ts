// Compares contracts in the large form, one after another on one memory, with new instances of the
// prepared module: the same end, gas and memory.

import assert from 'node:assert/strict';
import { compileTable, instantiate } from '../../../src/vm/contractInstance.ts';
import { KeptMemory, type ReusableExports } from '../../../src/vm/keptMemory.ts';
import { prepareContract } from '../../../src/vm/prepareContract.ts';
import { makeReusable } from '../../../src/vm/wasm/reusable/reusableModule.ts';
import { PROTOCOL } from '../../support/protocol.ts';
import {
  assertSameBytes,
  assertZero,
  bindImports,
  type Meter,
  runMethod,
} from './reuseComparison.ts';

const EDGE_BYTES = 2 * 65_536;
const INITIAL_BYTES = PROTOCOL.limits.initialMemoryPages * 65_536;

/** Runs the first function that has a name; returns how it ended. */
type RunBoth = (gas: number, what: string) => string;

export class LargeComparison {
  readonly #kept = new KeptMemory();
  #pages = 0;

  /** Null if the code is refused, has no large form, or cannot be instantiated. */
  load(code: Uint8Array): RunBoth | null {
    const prepared = prepareContract(code, PROTOCOL);
    if (!('wasm' in prepared)) return null;
    const reusable = makeReusable(prepared, 'large');
    if (reusable === null) return null;
    const link = { imports: bindImports(prepared.imports), slot: { host: null } };
    const load = (wasm: Uint8Array) => {
      const module = new WebAssembly.Module(wasm);
      return { module, tableModule: compileTable(module), link };
    };
    const [plain, large] = [load(prepared.wasm), load(reusable.wasm)];
    const first = instantiate(plain) as Meter | null;
    if (first === null) return null;
    const method = Object.keys(first).find((name) => /^f\d+$/.test(name));
    assert.ok(method !== undefined);
    this.#pages = reusable.memoryPages;
    return (gas, what) => {
      const expected = instantiate(plain) as Meter;
      const memory = this.#kept.take(reusable.memoryPages);
      const exports = instantiate({ ...large, memory }) as Meter & ReusableExports;
      for (const { start, end } of reusable.dataRanges) exports.mark_written(start, end);
      try {
        compareMemory(exports, new Uint8Array(expected.memory.buffer));
        const [wanted, found] = [runMethod(expected, method, gas), runMethod(exports, method, gas)];
        assert.equal(found.end, wanted.end);
        assert.equal(found.gasLeft, wanted.gasLeft);
        assert.equal(found.memory.length, wanted.memory.length);
        compareMemory(exports, wanted.memory);
        this.#kept.giveBack(exports);
        return wanted.end;
      } catch (error) {
        throw new Error(what, { cause: error });
      }
    };
  }

  /** Nothing is left of any call. */
  assertZero(): void {
    const memory = this.#kept.take(this.#pages);
    assertZero(new Uint8Array(memory.buffer));
    const reset = () => {};
    this.#kept.giveBack({ memory, reset } as unknown as ReusableExports);
  }
}

/** At both ends, and beyond what the contract sees. */
function compareMemory({ memory }: Meter, expected: Uint8Array): void {
  const actual = new Uint8Array(memory.buffer);
  assertSameBytes(actual.subarray(0, EDGE_BYTES), expected.subarray(0, EDGE_BYTES));
  const last = INITIAL_BYTES - EDGE_BYTES;
  assertSameBytes(actual.subarray(last, expected.length), expected.subarray(last));
  const end = Math.min(expected.length + EDGE_BYTES, PROTOCOL.limits.maxMemoryPages * 65_536);
  assertZero(actual.subarray(expected.length, end));
}
