// Runs contracts for one thread, at any protocol version, with its cache of compiled modules.

import type { Caches } from '../base/collections/caches.ts';
import type { Protocol } from '../params/protocol.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import { type ContractCode, ModuleCache } from '../vm/moduleCache.ts';
import { compileReusable, type ReusableContract } from '../vm/reusedContracts.ts';
import { type ContractVm, createContractVm, runContract } from '../vm/runContract.ts';
import { createStackDescriber } from './debugInfo/stackDescriber.ts';
import { MemoryKeeper, touchedBytes } from './memoryKeeper.ts';
import { PreparationAhead } from './preparationAhead.ts';
import { keepPreparedIn } from './preparedContracts.ts';
import { ReusedCalls } from './reusedCalls.ts';

interface ContractRunnerOptions {
  readonly onFunctionCall?: ContractRunner['onFunctionCall'];
  /** Where prepared contracts are kept; without it every thread prepares the contracts it calls. */
  readonly folder?: string;
  readonly caches?: Caches | undefined;
  /** Where to look for debug information of contracts that fail. */
  readonly debugInfo?: string | undefined;
}

export interface NodeContractRunner extends ContractRunner {
  /** Prepares one deployed contract; false if none is queued. */
  prepareNext(): boolean;
  /** A contract in its reusable form; null if it has none. */
  prepareReusable(protocol: Protocol, code: ContractCode): ReusableContract | null;
}

export function createContractRunner({
  onFunctionCall,
  folder,
  caches,
  debugInfo,
}: ContractRunnerOptions = {}): NodeContractRunner {
  const vmOf = createVms(folder, caches);
  const ahead = new PreparationAhead();
  const memory = new MemoryKeeper();
  const reused = new ReusedCalls(caches);
  const run: ContractRunner['run'] = (protocol, call) => {
    const vm = vmOf(protocol);
    const known = call.tracer === undefined ? reused.run(vm, call) : null;
    if (known !== null) return known;
    const outcome = runContract(vm, call);
    memory.afterCall(touchedBytes(outcome));
    reused.learn(vm, call, outcome);
    return outcome;
  };
  return {
    run,
    onFunctionCall,
    describeStack: createStackDescriber({ caches, folder: debugInfo }),
    onDeploy:
      folder === undefined
        ? undefined
        : (protocol, hash, code) => ahead.add(vmOf(protocol), hash, code),
    prepareNext: () => ahead.prepareNext(),
    prepareReusable: (protocol, code) => {
      const prepared = vmOf(protocol).source.prepare(code);
      return prepared !== null && 'wasm' in prepared ? compileReusable(prepared) : null;
    },
  };
}

/** One VM for each protocol, on the same modules. There are as many as known versions at most. */
function createVms(
  folder: string | undefined,
  caches: Caches | undefined,
): (protocol: Protocol) => ContractVm {
  const vms = new Map<Protocol, ContractVm>();
  const modules = new ModuleCache(caches);
  const keep = folder === undefined ? undefined : keepPreparedIn(folder);
  return (protocol) => {
    let vm = vms.get(protocol);
    if (vm === undefined) {
      vm = createContractVm({ protocol, modules, keep });
      vms.set(protocol, vm);
    }
    return vm;
  };
}
