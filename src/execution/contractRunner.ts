// Runs contracts for one thread, at any protocol version, with its cache of compiled modules.

import type { Caches } from '../base/collections/caches.ts';
import type { Protocol } from '../params/protocol.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import type { Instrumentation } from '../vm/callProbe.ts';
import { type ContractCode, ModuleCache } from '../vm/moduleCache.ts';
import { compileReusable, type ReusableContract } from '../vm/reusedContracts.ts';
import {
  type ContractVm,
  createContractVm,
  createProbedVm,
  runContract,
} from '../vm/runContract.ts';
import { type ContractDescriber, createContractDescriber } from './debugInfo/contractDescriber.ts';
import { MemoryKeeper, touchedBytes } from './memoryKeeper.ts';
import { PreparationAhead } from './preparationAhead.ts';
import { keepPreparedIn } from './preparedContracts.ts';
import { ReusedCalls } from './reusedCalls.ts';

interface ContractRunnerOptions {
  readonly onFunctionCall?: ContractRunner['onFunctionCall'];
  /** Where prepared contracts are kept; without it every thread prepares the contracts it calls. */
  readonly folder?: string;
  readonly caches?: Caches | undefined;
  /** Is a memory kept for contracts that write much? For threads that hold up others. */
  readonly keepsMemory?: boolean;
  /** Where to look for debug information of contracts that fail. */
  readonly debugInfo?: string | undefined;
}

export interface NodeContractRunner
  extends Omit<ContractRunner, 'describeStack'>,
    ContractDescriber {
  /** Prepares one deployed contract; false if none is queued. */
  prepareNext(): boolean;
  /** A contract in its reusable form; null if it has none. */
  prepareReusable(protocol: Protocol, code: ContractCode): ReusableContract | null;
}

export function createContractRunner({
  onFunctionCall,
  folder,
  caches,
  keepsMemory = false,
  debugInfo,
}: ContractRunnerOptions = {}): NodeContractRunner {
  const vmOf = createVms(folder, caches);
  const ahead = new PreparationAhead();
  const memory = new MemoryKeeper();
  const reused = new ReusedCalls({ caches, keepsMemory });
  const run: ContractRunner['run'] = (protocol, call) => {
    if (call.probe !== undefined) return runContract(vmOf(protocol, call.probe.kind), call);
    const vm = vmOf(protocol);
    const known = call.tracer === undefined ? reused.run(vm, call) : null;
    if (known !== null) return known;
    const touchedBefore = reused.touchedPages();
    const outcome = runContract(vm, call);
    memory.afterCall(touchedBytes(outcome));
    reused.learn(vm, call, outcome, touchedBefore);
    return outcome;
  };
  return {
    run,
    onFunctionCall,
    ...createContractDescriber({ caches, folder: debugInfo }),
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

type VmOf = (protocol: Protocol, instrumentation?: Instrumentation) => ContractVm;

/** On the same modules. There are a few for each known version of the protocol at most. */
function createVms(folder: string | undefined, caches: Caches | undefined): VmOf {
  const vms = { none: createVmMap(), functions: createVmMap(), counters: createVmMap() };
  const modules = new ModuleCache(caches);
  const keep = folder === undefined ? undefined : keepPreparedIn(folder);
  return (protocol, instrumentation = 'none') => {
    const known = vms[instrumentation].get(protocol);
    if (known !== undefined) return known;
    const vm =
      instrumentation === 'none'
        ? createContractVm({ protocol, modules, keep })
        : createProbedVm({ protocol, modules }, instrumentation);
    vms[instrumentation].set(protocol, vm);
    return vm;
  };
}

function createVmMap(): Map<Protocol, ContractVm> {
  return new Map();
}
