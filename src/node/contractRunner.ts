// The machine that runs contracts for one thread, with its cache of compiled modules.

import { runtimeConfig } from '../params/runtimeConfig.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import type { Prepare } from '../vm/moduleCache.ts';
import { prepareContract } from '../vm/prepareContract.ts';
import { createContractVm, runContract } from '../vm/runContract.ts';
import { MemoryKeeper } from './memoryKeeper.ts';
import { keepPrepared } from './preparedContracts.ts';

/** Compiled contracts that stay in memory, by the size of their code. */
const MODULE_BYTES_MAX = 64 * 1024 * 1024;

export interface ContractRunnerOptions {
  readonly onFunctionCall?: ContractRunner['onFunctionCall'];
  /** Where prepared contracts are kept; without it they are prepared by every thread. */
  readonly folder?: string;
}

export function createContractRunner(
  protocolVersion: number,
  { onFunctionCall, folder }: ContractRunnerOptions = {},
): ContractRunner {
  const config = runtimeConfig(protocolVersion);
  const prepare: Prepare = (code) => prepareContract(code, config);
  const vm = createContractVm({
    config,
    prepare: folder === undefined ? prepare : keepPrepared(prepare, folder),
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
