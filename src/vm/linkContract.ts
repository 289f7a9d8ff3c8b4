// Links a contract's imports to the host functions. A module is linked once; its imports act on the
// host of the call that is running. One thread runs one call at a time.

import { assert, fail } from '../base/assert.ts';
import type { FunctionProbe } from './callProbe.ts';
import type { Host } from './host/host.ts';
import type { HostFunction } from './host/hostFunction.ts';
import type { HostTable } from './host/hostTable.ts';
import { HostError } from './hostError.ts';
import {
  type ContractImport,
  type FunctionType,
  METER_MODULE,
  type MeterImports,
} from './preparedContract.ts';

/** Holds the host of the running call. */
type HostSlot = { host: Host | null };

export type LinkResult =
  | { readonly imports: WebAssembly.Imports; readonly slot: HostSlot }
  | LinkRefusal;

type LinkRefusal = {
  readonly linkError: string;
  /** An import that the protocol does not have, if that is the reason. */
  readonly missingImport?: string;
};

/** `stackOverflow` is thrown when a frame does not fit on the metered stack. */
export function linkContract(
  imports: readonly ContractImport[],
  table: HostTable,
  stackOverflow: () => Error = () => HostError.of('MemoryAccessViolation'),
): LinkResult {
  const refusal = findRefusal(imports, table);
  if (refusal !== null) return refusal;
  const slot: HostSlot = { host: null };
  const env: Record<string, (...args: never[]) => unknown> = {};
  for (const { name } of imports) {
    env[name] ??= bindHostFunction(name, table.get(name) as HostFunction, slot);
  }
  return { imports: { env, [METER_MODULE]: bindMeter(slot, stackOverflow) }, slot };
}

/** Names are resolved before any signature is compared. */
function findRefusal(imports: readonly ContractImport[], table: HostTable): LinkRefusal | null {
  const unknown = imports.find(({ name }) => !table.has(name));
  if (unknown !== undefined) {
    return { linkError: 'unknown or invalid import', missingImport: unknown.name };
  }
  for (const { name, type } of imports) {
    const declared = formatFunctionType(type);
    const found = formatFunctionType((table.get(name) as HostFunction).type);
    if (declared !== found) {
      const types = `expected type \`${declared}\`, found type \`${found}\``;
      return { linkError: `types incompatible: ${types}` };
    }
  }
  return null;
}

function formatFunctionType({ params, results }: FunctionType): string {
  const paramText = params.length === 0 ? '' : ` (param ${params.join(' ')})`;
  const resultText = results.length === 0 ? '' : ` (result ${results.join(' ')})`;
  return `(func${paramText}${resultText})`;
}

function currentHost({ host }: HostSlot): Host {
  assert(host !== null, 'a contract runs only while its slot has a host');
  return host;
}

function bindMeter(slot: HostSlot, stackOverflow: () => Error): MeterImports {
  return {
    out_of_gas: (cost) => {
      const host = currentHost(slot);
      host.leaveWasm();
      functionProbeOf(host)?.refuse(host.gas);
      try {
        host.gas.burn(cost);
      } finally {
        host.enterWasm();
      }
      fail('a charge that does not fit is refused');
    },
    stack_overflow: () => {
      throw stackOverflow();
    },
    enter_function: (functionIndex, operations) => {
      const host = currentHost(slot);
      functionProbeOf(host)?.enterFunction(functionIndex, operations, host.gas);
    },
    leave_function: (operations) => {
      const host = currentHost(slot);
      functionProbeOf(host)?.leaveFunction(operations, host.gas);
    },
  };
}

function functionProbeOf({ probe }: Host): FunctionProbe | null {
  return probe?.kind === 'functions' ? probe : null;
}

type WasmValue = bigint | number;

/** Wasm passes signed numbers; host functions take unsigned ones. */
function bindHostFunction(
  name: string,
  { call }: HostFunction,
  slot: HostSlot,
): (...args: WasmValue[]) => unknown {
  const run = call as Run;
  return (...args) => {
    const host = currentHost(slot);
    for (let i = 0; i < args.length; i++) args[i] = toUnsigned(args[i] as WasmValue);
    host.leaveWasm();
    try {
      return host.tracer === null ? run(host, ...args) : runTraced(name, run, host, args);
    } finally {
      host.enterWasm();
    }
  };
}

type Run = (host: Host, ...args: WasmValue[]) => WasmValue | undefined;

function runTraced(name: string, run: Run, host: Host, args: readonly WasmValue[]) {
  host.tracer?.enter(name, args, host);
  try {
    const result = run(host, ...args);
    host.tracer?.leave(host, { kind: 'returned', result });
    return result;
  } catch (error) {
    host.tracer?.leave(host, { kind: 'thrown', error });
    throw error;
  }
}

function toUnsigned(value: WasmValue): WasmValue {
  return typeof value === 'bigint' ? BigInt.asUintN(64, value) : value >>> 0;
}
