// Runs one method of a contract and gives the outcome, with the steps and charges of the reference
// in its order. It throws only for faults of the node, such as a native stack overflow: contracts
// must run on a stack of several megabytes.

import { assert } from '../base/assert.ts';
import type { Caches } from '../base/collections/caches.ts';
import type { Protocol } from '../params/protocol.ts';
import { findMethod, type MethodPlace } from './contractMethods.ts';
import type { External } from './external.ts';
import {
  computeUsage,
  createGasSchedule,
  ext,
  GasCounter,
  type GasSchedule,
} from './gasCounter.ts';
import { Host } from './host/host.ts';
import { HostError } from './hostError.ts';
import {
  type CompiledContract,
  type ContractCode,
  ModuleCache,
  type Prepare,
} from './moduleCache.ts';
import type { MeterExports } from './preparedContract.ts';
import { classifyThrown, wasmStackOf } from './traps.ts';
import type { FunctionCallFailure } from './vmErrors.ts';
import type { VmContext, VmOutcome } from './vmTypes.ts';
import { findMethodPlace } from './wasm/methodGroups.ts';

/** What the reference says of a module whose instance is too large for its allocator. */
const NOT_LOADABLE = 'module instance size does not fit in pooling allocator requirements';

/** Frames of a failed call that are recorded for its author. */
const STACK_FRAMES = 64;

/** Everything that calls share. One thread has one. */
export type ContractVm = {
  readonly protocol: Protocol;
  readonly schedule: GasSchedule;
  readonly modules: ModuleCache;
};

type ContractVmOptions = {
  readonly protocol: Protocol;
  readonly prepare: Prepare;
  readonly caches?: Caches | undefined;
};

export function createContractVm(options: ContractVmOptions): ContractVm {
  const { protocol, prepare, caches } = options;
  const modules = new ModuleCache(prepare, caches);
  return { protocol, schedule: createGasSchedule(protocol), modules };
}

export type ContractCall = {
  /** Null for an account without a contract. */
  readonly code: ContractCode | null;
  readonly method: string;
  readonly context: VmContext;
  readonly external: External;
};

export function runContract(vm: ContractVm, call: ContractCall): VmOutcome {
  const { context, method } = call;
  const gas = createGasCounter(vm, context);
  const fail = (failure: FunctionCallFailure) => createOutcome(vm, { context, gas, failure });

  const compiled = call.code === null ? null : vm.modules.get(call.code);
  if (compiled === null) {
    const error = { kind: 'CodeDoesNotExist', accountId: context.currentAccountId } as const;
    return fail({ kind: 'CompilationError', error });
  }
  if (method === '') return fail({ kind: 'MethodResolveError', error: 'MethodEmptyName' });
  if ('failure' in compiled) return fail({ kind: 'CompilationError', error: compiled.failure });

  const loadFailure = loadContract(compiled, gas);
  if (loadFailure !== null) return fail(loadFailure);
  const found = findMethod(compiled.methods, method);
  if ('error' in found) {
    // The fee that was just charged is forgotten.
    const failure = { kind: 'MethodResolveError', error: found.error } as const;
    return createOutcome(vm, { context, gas: createGasCounter(vm, context), failure });
  }
  const place = findMethodPlace(found.place, compiled.isGrouped);
  return execute(vm, call, { compiled, gas, place });
}

function createGasCounter({ protocol, schedule }: ContractVm, context: VmContext): GasCounter {
  const maxBurnt = context.view?.maxGasBurnt ?? protocol.limits.maxGasBurnt;
  const prepaid = context.view?.maxGasBurnt ?? context.prepaidGas;
  return new GasCounter(schedule, { prepaid, maxBurnt });
}

/** Charges the loading fee and says why the module cannot be instantiated, if so. */
function loadContract(compiled: CompiledContract, gas: GasCounter): FunctionCallFailure | null {
  try {
    gas.payPer(ext.contract_loading_bytes, compiled.codeLength);
    gas.pay(ext.contract_loading_base);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { kind: 'HostError', error: HostError.of('GasExceeded') };
  }
  if (!compiled.isLoadable) return { kind: 'LoadingError', msg: NOT_LOADABLE };
  const { link } = compiled;
  return 'linkError' in link ? { kind: 'LinkError', msg: link.linkError } : null;
}

type Loaded = {
  readonly compiled: CompiledContract;
  readonly gas: GasCounter;
  readonly place: MethodPlace;
};

function execute(vm: ContractVm, call: ContractCall, { compiled, gas, place }: Loaded): VmOutcome {
  const { context, external } = call;
  const { link, module, hasStart } = compiled;
  assert(!('linkError' in link), 'only linked contracts are executed');
  const meter = instantiate(module, link.imports);
  if (meter === null) {
    const failure = { kind: 'WasmTrap', trap: 'MemoryOutOfBounds' } as const;
    return createOutcome(vm, { context, gas, failure });
  }
  const host = new Host({ protocol: vm.protocol, context, external, gas, meter });
  let thrown: unknown = null;
  link.slot.host = host;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = STACK_FRAMES;
  host.enterWasm();
  try {
    if (hasStart) (meter as Methods).start?.();
    (meter as Methods)[place.wasmName]?.(place.argument);
  } catch (error) {
    thrown = error;
  } finally {
    host.leaveWasm();
    link.slot.host = null;
    Error.stackTraceLimit = stackTraceLimit;
  }
  if (thrown === null) return createOutcome(vm, { context, gas, host, failure: null });
  const failure = classifyThrown(thrown, meter);
  const wasmStack = wasmStackOf(thrown, compiled.functionCount);
  return createOutcome(vm, { context, gas, host, failure, wasmStack });
}

type Methods = { readonly [wasmName: string]: ((argument?: number) => void) | undefined };

/** Null if a segment does not fit in its memory or table. */
function instantiate(
  module: WebAssembly.Module,
  imports: WebAssembly.Imports,
): (MeterExports & Methods) | null {
  try {
    return new WebAssembly.Instance(module, imports).exports as MeterExports & Methods;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return null;
    throw error;
  }
}

type Ending = {
  readonly context: VmContext;
  readonly gas: GasCounter;
  /** Absent if the contract did not begin to run. */
  readonly host?: Host;
  readonly failure: FunctionCallFailure | null;
  readonly wasmStack?: readonly number[];
};

function createOutcome(vm: ContractVm, ending: Ending): VmOutcome {
  const { context, gas, host, failure, wasmStack = [] } = ending;
  const profile = gas.profile();
  return {
    balance: host?.balance ?? context.accountBalance + context.attachedDeposit,
    storageUsage: host?.storageUsage ?? context.storageUsage,
    returnData: host?.returnData ?? { kind: 'none' },
    burntGas: BigInt(gas.burnt),
    usedGas: BigInt(gas.used),
    computeUsage: computeUsage(profile, vm.schedule),
    logs: host?.logs.entries ?? [],
    profile,
    subsidizedAmount: host?.subsidizedAmount ?? 0n,
    aborted: failure,
    wasmStack,
  };
}
