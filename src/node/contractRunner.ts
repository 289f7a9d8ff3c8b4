// The machine that runs contracts for one thread, with its cache of compiled modules.

import { runtimeConfig } from '../params/runtimeConfig.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import { prepareContract } from '../vm/prepareContract.ts';
import { createContractVm, runContract } from '../vm/runContract.ts';
import { MemoryKeeper } from './memoryKeeper.ts';

/** Compiled contracts that stay in memory, by the size of their code. */
const MODULE_BYTES_MAX = 64 * 1024 * 1024;

export function createContractRunner(
  protocolVersion: number,
  onFunctionCall?: ContractRunner['onFunctionCall'],
): ContractRunner {
  const config = runtimeConfig(protocolVersion);
  const vm = createContractVm({
    config,
    prepare: (code) => prepareContract(code, config),
    moduleBytesMax: MODULE_BYTES_MAX,
  });
  const memory = new MemoryKeeper();
  const run: ContractRunner['run'] = (call) => {
    const outcome = runContract(vm, call);
    memory.afterCall();
    return outcome;
  };
  return { run, onFunctionCall };
}
