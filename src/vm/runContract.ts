// Runs one method of a contract and gives the outcome, with the steps and charges of the reference
// in its order. It throws only for faults of the node, such as a native stack overflow: contracts
// must run on a stack of several megabytes.

import { assert } from '../base/assert.ts';
import type { Protocol } from '../params/protocol.ts';
import type { CallProbe, Instrumentation } from './callProbe.ts';
import { methodOf, readCounters } from './contractInstance.ts';
import { findMethod, type MethodPlace } from './contractMethods.ts';
import { NO_STACK, parseFrames, type RanStack } from './debug/wasmFrame.ts';
import type { External } from './external.ts';
import { createGasSchedule, ext, GasCounter, type GasSchedule } from './gasCounter.ts';
import { Host } from './host/host.ts';
import { hostTableAt } from './host/hostTable.ts';
import { HostError } from './hostError.ts';
import type { HostTracer } from './hostTracer.ts';
import type {
  CompiledContract,
  ContractCode,
  ContractModules,
  ModuleSource,
  Prepare,
} from './moduleCache.ts';
import { createPrepare } from './prepareContract.ts';
import type { ContractExports } from './preparedContract.ts';
import { classifyThrown } from './traps.ts';
import type { FunctionCallFailure } from './vmErrors.ts';
import type { VmContext, VmOutcome } from './vmTypes.ts';
import { findMethodPlace } from './wasm/instrument/methodGroups.ts';
import { type Preparation, preparationOf } from './wasm/module/prepareConfig.ts';

/** What the reference says of a module whose instance is too large for its allocator. */
const NOT_LOADABLE = 'module instance size does not fit in pooling allocator requirements';

/** Frames of a failed call that are recorded for its author. */
const STACK_FRAMES = 64;

/** Everything that the calls at one protocol share. */
export type ContractVm = {
  readonly protocol: Protocol;
  readonly schedule: GasSchedule;
  readonly modules: ContractModules;
  readonly source: ModuleSource;
};

type ContractVmOptions = {
  readonly protocol: Protocol;
  /** Shared by the protocols of a thread. */
  readonly modules: ContractModules;
  /** How contracts are prepared, if not again in each thread and process. */
  readonly keep?: ((preparation: Preparation, prepare: Prepare) => Prepare) | undefined;
};

/** Modules for calls with a probe of that kind. They are kept in memory only, beside the others. */
export function createProbedVm(
  { protocol, modules }: Pick<ContractVmOptions, 'protocol' | 'modules'>,
  instrumentation: Exclude<Instrumentation, 'none'>,
): ContractVm {
  const preparation = preparationOf(protocol);
  const source = {
    name: `${preparation.name} ${instrumentation} `,
    prepare: createPrepare(preparation, instrumentation),
    table: hostTableAt(protocol),
  };
  return { protocol, schedule: createGasSchedule(protocol), modules, source };
}

export function createContractVm(options: ContractVmOptions): ContractVm {
  const { protocol, modules, keep = (_, prepare) => prepare } = options;
  const preparation = preparationOf(protocol);
  const source = {
    name: preparation.name,
    prepare: keep(preparation, createPrepare(preparation)),
    table: hostTableAt(protocol),
  };
  return { protocol, schedule: createGasSchedule(protocol), modules, source };
}

export type ContractCall = {
  /** Null for an account without a contract. */
  readonly code: ContractCode | null;
  readonly method: string;
  readonly context: VmContext;
  readonly external: External;
  /** Observes the host functions that the contract calls; nothing depends on it. */
  readonly tracer?: HostTracer | undefined;
  /** Observes more than host functions; the VM must be one for probes of its kind. */
  readonly probe?: CallProbe | undefined;
};

export function runContract(vm: ContractVm, call: ContractCall): VmOutcome {
  const { context, method } = call;
  const { fixContractLoadingCost, fixContractLoadingError } = vm.protocol.vm;
  const gas = createGasCounter(vm, context);
  const fail = (failure: FunctionCallFailure) => createOutcome({ context, gas, failure });

  const compiled = call.code === null ? null : vm.modules.get(call.code, vm.source);
  if (compiled === null) {
    const error = { kind: 'CodeDoesNotExist', accountId: context.currentAccountId } as const;
    return fail({ kind: 'CompilationError', error });
  }
  const isRefused = 'failure' in compiled;
  if (!isRefused && !compiled.isLoadable && !fixContractLoadingError) {
    return createEmptyOutcome(vm, { kind: 'LoadingError', msg: NOT_LOADABLE });
  }
  if (method === '') return fail({ kind: 'MethodResolveError', error: 'MethodEmptyName' });
  if (isRefused) {
    const length = fixContractLoadingCost ? (call.code?.read()?.length ?? 0) : null;
    const unpaid = length === null ? null : payLoading(gas, length);
    return fail(unpaid ?? { kind: 'CompilationError', error: compiled.failure });
  }

  const loadFailure = payLoading(gas, compiled.codeLength) ?? findLoadFailure(compiled);
  if (loadFailure !== null) return fail(loadFailure);
  const found = findMethod(compiled.methods, method);
  if ('error' in found) {
    const failure = { kind: 'MethodResolveError', error: found.error } as const;
    // Before the fix, the fee that was just charged is forgotten.
    return fixContractLoadingCost ? fail(failure) : createEmptyOutcome(vm, failure);
  }
  const place = findMethodPlace(found.place, compiled.isGrouped);
  return execute(vm, call, { compiled, gas, place });
}

function createGasCounter({ protocol, schedule }: ContractVm, context: VmContext): GasCounter {
  const maxBurnt = context.view?.maxGasBurnt ?? protocol.limits.maxGasBurnt;
  const prepaid = context.view?.maxGasBurnt ?? context.prepaidGas;
  return new GasCounter(schedule, { prepaid, maxBurnt });
}

function payLoading(gas: GasCounter, codeLength: number): FunctionCallFailure | null {
  try {
    gas.payPer(ext.contract_loading_bytes, codeLength);
    gas.pay(ext.contract_loading_base);
    return null;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { kind: 'HostError', error: HostError.of('GasExceeded') };
  }
}

/** Why the module cannot be instantiated, if so. */
function findLoadFailure({ isLoadable, link }: CompiledContract): FunctionCallFailure | null {
  if (!isLoadable) return { kind: 'LoadingError', msg: NOT_LOADABLE };
  if (!('linkError' in link)) return null;
  return { kind: 'LinkError', msg: link.linkError, missingImport: link.missingImport };
}

type Loaded = {
  readonly compiled: CompiledContract;
  readonly gas: GasCounter;
  readonly place: MethodPlace;
};

function execute(vm: ContractVm, call: ContractCall, loaded: Loaded): VmOutcome {
  const { compiled, gas } = loaded;
  const meter = compiled.enter();
  if (meter === null) {
    const failure = { kind: 'WasmTrap', trap: 'MemoryOutOfBounds' } as const;
    return createOutcome({ context: call.context, gas, failure });
  }
  try {
    return runMethod(vm, call, loaded, meter);
  } finally {
    compiled.leave();
  }
}

function runMethod(
  vm: ContractVm,
  { context, external, tracer, probe }: ContractCall,
  { compiled, gas, place }: Loaded,
  meter: ContractExports,
): VmOutcome {
  const { link, hasStart } = compiled;
  assert(!('linkError' in link), 'only linked contracts are executed');
  const host = new Host({ protocol: vm.protocol, context, external, gas, meter, tracer, probe });
  let thrown: unknown = null;
  link.slot.host = host;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = STACK_FRAMES;
  host.enterWasm();
  try {
    if (hasStart) meter.start?.();
    methodOf(meter, place.wasmName)(place.argument);
  } catch (error) {
    thrown = error;
  } finally {
    host.leaveWasm();
    if (probe?.kind === 'counters') probe.count(readCounters(meter));
    link.slot.host = null;
    Error.stackTraceLimit = stackTraceLimit;
  }
  if (thrown === null) return createOutcome({ context, gas, host, failure: null });
  const failure = classifyThrown(thrown, meter);
  const { reusableForm, functionShift, functionCount } = compiled;
  const frames = parseFrames(thrown);
  const wasmStack = { reusableForm, functionShift, functionCount, frames };
  return createOutcome({ context, gas, host, failure, wasmStack });
}

type Ending = {
  readonly context: VmContext;
  readonly gas: GasCounter;
  /** Absent if the contract did not begin to run. */
  readonly host?: Host;
  readonly failure: FunctionCallFailure | null;
  readonly wasmStack?: RanStack;
};

function createOutcome(ending: Ending): VmOutcome {
  const { context, gas, host, failure, wasmStack = NO_STACK } = ending;
  return {
    balance: host?.balance ?? context.accountBalance + context.attachedDeposit,
    storageUsage: host?.storageUsage ?? context.storageUsage,
    returnData: host?.returnData ?? { kind: 'none' },
    burntGas: BigInt(gas.burnt),
    usedGas: BigInt(gas.used),
    computeUsage: gas.computeUsage(),
    logs: host?.logs.entries ?? [],
    profile: gas.profile(),
    subsidizedAmount: host?.subsidizedAmount ?? 0n,
    aborted: failure,
    wasmStack,
  };
}

/** A failure that costs nothing, whatever was charged before. */
function createEmptyOutcome(vm: ContractVm, failure: FunctionCallFailure): VmOutcome {
  const profile = new GasCounter(vm.schedule, { prepaid: 0n, maxBurnt: 0n }).profile();
  return {
    balance: 0n,
    storageUsage: 0,
    returnData: { kind: 'none' },
    burntGas: 0n,
    usedGas: 0n,
    computeUsage: 0n,
    logs: [],
    profile,
    subsidizedAmount: 0n,
    aborted: failure,
    wasmStack: NO_STACK,
  };
}
