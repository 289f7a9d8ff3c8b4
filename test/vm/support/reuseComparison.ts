// Compares a reused instance of a contract with a new one for each call: the same end, gas and
// memory, whatever the calls before have done; and after a reset, the memory of a new instance.

import assert from 'node:assert/strict';
import { prepareContract } from '../../../src/vm/prepareContract.ts';
import type {
  ContractImport,
  MeterExports,
  PreparedContract,
  ReuseExports,
} from '../../../src/vm/preparedContract.ts';
import { classifyThrown } from '../../../src/vm/traps.ts';
import { makeReusable, type ReusableModule } from '../../../src/vm/wasm/reusable/reusableModule.ts';
import { PROTOCOL } from '../../support/protocol.ts';
import { instantiateReusable } from './instantiateReusable.ts';

const OP = Number(PROTOCOL.wasmCosts.regularOpCost);
const PAGE_BYTES = 65_536;
const { initialMemoryPages, maxMemoryPages } = PROTOCOL.limits;
const INITIAL_BYTES = initialMemoryPages * PAGE_BYTES;
const EDGE_BYTES = 2 * PAGE_BYTES;
const NO_LIMIT = -1;

export type Meter = MeterExports & Readonly<Record<string, unknown>>;

export interface Run {
  readonly end: string;
  readonly gasLeft: number;
  /** As far as the contract sees it. */
  readonly memory: Uint8Array;
}

/** Host functions return numbers that depend on their arguments. */
export function bindImports(imports: readonly ContractImport[]): WebAssembly.Imports {
  const env: Record<string, (...args: unknown[]) => unknown> = {};
  for (const { name, type } of imports) {
    const [result] = type.results;
    env[name] = (...args) => {
      if (result === undefined || result === 'funcref') return result && null;
      const number = args.reduce((sum: number, arg) => (sum * 3 + (Number(arg) || 0)) | 0, 1);
      return result === 'i64' ? BigInt(number) : number;
    };
  }
  const perigee = {
    out_of_gas: (cost: number) => {
      throw new Error(`out of gas: ${cost / OP}`);
    },
    stack_overflow: () => {
      throw new Error('stack overflow');
    },
  };
  return { env, perigee };
}

export class ReuseComparison {
  readonly #plain: WebAssembly.Module;
  readonly #imports: WebAssembly.Imports;
  readonly #reused: Meter & ReuseExports;
  /** The exported names of its methods, as far as they have no parameters. */
  readonly methods: readonly string[];

  /** Null if the code is refused, not reusable, or cannot be instantiated. */
  static create(code: Uint8Array): ReuseComparison | null {
    const prepared = prepareContract(code, PROTOCOL);
    if (!('wasm' in prepared)) return null;
    const reusable = makeReusable(prepared, 'small');
    if (reusable === null) return null;
    return new ReuseComparison(prepared, reusable);
  }

  private constructor({ wasm, imports }: PreparedContract, reusable: ReusableModule) {
    this.#plain = new WebAssembly.Module(wasm);
    this.#imports = bindImports(imports);
    this.#reused = instantiateReusable(reusable, this.#imports) as Meter & ReuseExports;
    this.#reused.initialise();
    this.#reset();
    this.methods = Object.entries(this.#reused).flatMap(([name, exported]) =>
      /^f\d+$/.test(name) && (exported as () => void).length === 0 ? [name] : [],
    );
  }

  /** Returns the end and the gas that was used. */
  run(gas: number, method = 'f1'): { end: string; used: number } {
    const plain = new WebAssembly.Instance(this.#plain, this.#imports).exports as Meter;
    assert.equal(this.#reused.visible_bytes(), INITIAL_BYTES);
    this.#compareMemory(new Uint8Array(plain.memory.buffer));
    const expected = runMethod(plain, method, gas);
    const actual = runMethod(this.#reused, method, gas);
    assert.equal(actual.end, expected.end);
    assert.equal(actual.gasLeft, expected.gasLeft);
    assert.equal(actual.memory.length, expected.memory.length);
    this.#compareMemory(expected.memory);
    this.#reset();
    return { end: actual.end, used: gas - actual.gasLeft };
  }

  /** Everything that the contract could ever see is as in a new instance. */
  assertClean(): void {
    const plain = new WebAssembly.Instance(this.#plain, this.#imports).exports as Meter;
    const seen = new Uint8Array(plain.memory.buffer);
    const reused = this.#ownBytes();
    assertSameBytes(reused.subarray(0, seen.length), seen);
    assertZero(reused.subarray(seen.length));
  }

  #reset(): void {
    this.#reused.reset(NO_LIMIT, NO_LIMIT);
  }

  /** The memory that a contract may grow to. */
  #ownBytes(): Uint8Array {
    return new Uint8Array(this.#reused.memory.buffer, 0, maxMemoryPages * PAGE_BYTES);
  }

  /** At both ends, as modules rarely access the rest, and beyond what the contract sees. */
  #compareMemory(expected: Uint8Array): void {
    const actual = this.#ownBytes();
    assertSameBytes(actual.subarray(0, EDGE_BYTES), expected.subarray(0, EDGE_BYTES));
    const last = INITIAL_BYTES - EDGE_BYTES;
    assertSameBytes(actual.subarray(last, expected.length), expected.subarray(last));
    assertZero(actual.subarray(expected.length, expected.length + EDGE_BYTES));
  }
}

export function runMethod(meter: Meter, method: string, gas: number): Run {
  meter.set_gas(gas);
  const end = endOf(meter, method);
  const { visible_bytes } = meter as Partial<ReuseExports>;
  const bytes = new Uint8Array(meter.memory.buffer);
  const memory = bytes.subarray(0, visible_bytes?.() ?? bytes.length);
  return { end, gasLeft: meter.get_gas(), memory };
}

function endOf(meter: Meter, method: string): string {
  try {
    (meter as unknown as Record<string, () => void>)[method]?.();
    return 'ok';
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      return JSON.stringify(classifyThrown(error, meter));
    }
    // Also the host's: an import may be declared with two types.
    return (error as Error).message;
  }
}

export function assertSameBytes(actual: Uint8Array, expected: Uint8Array): void {
  assert.equal(actual.length, expected.length);
  if (Buffer.compare(actual, expected) === 0) return;
  const at = actual.findIndex((byte, index) => byte !== expected[index]);
  assert.fail(`byte ${at} is ${actual[at]}, not ${expected[at]}`);
}

const ZEROS = new Uint8Array(EDGE_BYTES);

export function assertZero(bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; start += ZEROS.length) {
    const part = bytes.subarray(start, start + ZEROS.length);
    assertSameBytes(part, ZEROS.subarray(0, part.length));
  }
}
