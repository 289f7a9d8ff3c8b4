// What ended a call that did not return: a trap of V8 as the reference names it, or the error of a
// host function. Anything else is a fault of the node and goes on upwards.

import { HostError } from './hostError.ts';
import type { MeterExports } from './preparedContract.ts';
import type { FunctionCallFailure, WasmTrapName } from './vmErrors.ts';

/** V8's messages of traps; tables count as memory, as in the reference. */
const trapMessages: readonly (readonly [RegExp, WasmTrapName])[] = [
  [/^unreachable$/, 'Unreachable'],
  [/out of bounds/, 'MemoryOutOfBounds'],
  [/^(divide|remainder) |^float unrepresentable/, 'IllegalArithmetic'],
];

/** Either of the two errors of an indirect call; older versions of V8 do not distinguish them. */
const INDIRECT_CALL = /null function|signature mismatch/;

/** Rethrows what is not an outcome of a contract, such as a native stack overflow. */
export function classifyThrown(thrown: unknown, meter: MeterExports): FunctionCallFailure {
  if (thrown instanceof HostError) return { kind: 'HostError', error: thrown };
  if (!(thrown instanceof WebAssembly.RuntimeError)) throw thrown;
  const { message } = thrown;
  if (INDIRECT_CALL.test(message)) {
    const isNull = meter.is_last_callee_null?.() === 1;
    const trap = isNull ? 'IndirectCallToNull' : 'IncorrectCallIndirectSignature';
    return { kind: 'WasmTrap', trap };
  }
  const known = trapMessages.find(([pattern]) => pattern.test(message));
  if (known === undefined) throw thrown;
  return { kind: 'WasmTrap', trap: known[1] };
}
