// Runs contracts for one thread, with its cache of compiled modules.

import type { Caches } from '../base/collections/caches.ts';
import type { Protocol } from '../params/protocol.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import { createPrepare } from '../vm/prepareContract.ts';
import { type ContractVm, createContractVm, runContract } from '../vm/runContract.ts';
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

export function createContractRunner({
  onFunctionCall,
  folder,
  caches,
}: ContractRunnerOptions = {}): NodeContractRunner {
  const vms = new Map<Protocol, ContractVm>();
  const ahead = new PreparationAhead();
  const memory = new MemoryKeeper();
  const vmOf = (protocol: Protocol): ContractVm => {
    let vm = vms.get(protocol);
    if (vm === undefined) {
      const prepare = createPrepare(protocol);
      const kept =
        folder === undefined ? prepare : keepPrepared(prepare, folder, preparedName(protocol));
      vm = createContractVm({ protocol, prepare: kept, caches });
      vms.set(protocol, vm);
    }
    return vm;
  };
  const run: ContractRunner['run'] = (protocol, call) => {
    const outcome = runContract(vmOf(protocol), call);
    memory.afterCall();
    return outcome;
  };
  return {
    run,
    onFunctionCall,
    onDeploy:
      folder === undefined
        ? undefined
        : (protocol, hash, code) => ahead.add(vmOf(protocol).modules, hash, code),
    prepareNext: () => ahead.prepareNext(),
  };
}
