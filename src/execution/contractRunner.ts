// Runs contracts for one thread, with its cache of compiled modules.

import type { Caches } from '../base/collections/caches.ts';
import { runtimeConfig } from '../params/runtimeConfig.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import { createPrepare } from '../vm/prepareContract.ts';
import { createContractVm, runContract } from '../vm/runContract.ts';
import { MemoryKeeper } from './memoryKeeper.ts';
import { PreparationAhead } from './preparationAhead.ts';
import { keepPrepared, preparedName } from './preparedContracts.ts';

interface ContractRunnerOptions {
  readonly onFunctionCall?: ContractRunner['onFunctionCall'];
  /** Where prepared contracts are kept; without it every thread prepares the contracts it calls. */
  readonly folder?: string;
  readonly caches?: Caches | undefined;
}

interface NodeContractRunner extends ContractRunner {
  /** Prepares one deployed contract; false if none is queued. */
  prepareNext(): boolean;
}

export function createContractRunner(
  protocolVersion: number,
  { onFunctionCall, folder, caches }: ContractRunnerOptions = {},
): NodeContractRunner {
  const config = runtimeConfig(protocolVersion);
  const prepare = createPrepare(config);
  const name = preparedName(protocolVersion);
  const vm = createContractVm({
    config,
    prepare: folder === undefined ? prepare : keepPrepared(prepare, folder, name),
    caches,
  });
  const ahead = new PreparationAhead(vm.modules);
  const memory = new MemoryKeeper();
  const run: ContractRunner['run'] = (call) => {
    const outcome = runContract(vm, call);
    memory.afterCall();
    return outcome;
  };
  return {
    run,
    onFunctionCall,
    onDeploy: folder === undefined ? undefined : (hash, code) => ahead.add(hash, code),
    prepareNext: () => ahead.prepareNext(),
  };
}
