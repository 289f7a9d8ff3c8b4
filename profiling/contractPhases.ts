// The first contract call in a fresh process, phase by phase; prints the milliseconds as JSON.
// `node contractPhases.js CODE [REPEATS]`: with repeats, the times of the last one.

import { readFileSync } from 'node:fs';
import { findMethod } from '../src/vm/contractMethods.ts';
import { hostTableAt } from '../src/vm/host/hostTable.ts';
import { linkContract } from '../src/vm/linkContract.ts';
import { prepareContract } from '../src/vm/prepareContract.ts';
import type { MeterExports } from '../src/vm/preparedContract.ts';
import { findMethodPlace } from '../src/vm/wasm/instrument/methodGroups.ts';
import { readModule } from '../src/vm/wasm/module/readModule.ts';
import { FunctionState } from '../src/vm/wasm/walk/functionState.ts';
import { walkFunction } from '../src/vm/wasm/walk/walkFunction.ts';
import { PROTOCOL } from '../test/support/protocol.ts';

export interface Phases {
  readonly read: number;
  /** Of all that preparation does: reading the module and checking every function. */
  readonly validate: number;
  /** Validation included, as both are one walk. */
  readonly prepare: number;
  readonly compile: number;
  readonly instantiate: number;
  readonly run: number;
}

const GAS = 1e12;
const config = PROTOCOL;

/** Measuring validation warms up preparation, so a process measures only one of them. */
function measure(path: string, isValidation: boolean): Phases {
  let last = performance.now();
  const lap = () => {
    const before = last;
    last = performance.now();
    return last - before;
  };
  const code = new Uint8Array(readFileSync(path));
  const read = lap();
  if (isValidation) validate(code);
  const validateMs = lap();
  const prepared = prepareContract(code, config);
  const prepare = lap();
  if (!('wasm' in prepared)) throw new Error('the contract is refused');
  const module = new WebAssembly.Module(prepared.wasm);
  const compile = lap();
  const link = linkContract(prepared.imports, hostTableAt(config));
  if ('linkError' in link) throw new Error(link.linkError);
  const { exports } = new WebAssembly.Instance(module, link.imports);
  const instantiate = lap();
  const methods = exports as MeterExports & Record<string, () => void>;
  methods.set_gas(GAS);
  const main = findMethod(prepared.methods, 'main');
  if ('error' in main) throw new Error('the contract has no method');
  methods[findMethodPlace(main.place, prepared.isGrouped).wasmName]?.();
  return { read, validate: validateMs, prepare, compile, instantiate, run: lap() };
}

function validate(code: Uint8Array): void {
  readModule(code, config.limits, (reader, module) => {
    const state = new FunctionState(module, reader, true);
    return {
      visit: (index) => {
        const signature = module.types[module.functionTypes[index] as number];
        if (signature === undefined) throw new Error('a type is missing');
        state.locals.read(reader, signature, config.limits.maxLocalsPerContract);
        state.begin(signature, false);
        walkFunction(state);
      },
    };
  });
}

const [path = '', repeats = '1', wish = ''] = process.argv.slice(2);
let phases = measure(path, wish === 'validate');
for (let i = 1; i < Number(repeats); i++) phases = measure(path, wish === 'validate');
process.stdout.write(JSON.stringify(phases));
