// Why a function call failed: the reference's taxonomy, as outcomes show it and in the Debug form
// of failed view calls.

import { unreachable } from '../base/assert.ts';
import { formatStructDebug } from '../base/json/rustText.ts';
import type { FunctionCallError, PrepareError } from '../types/actionErrors.ts';
import { formatHostErrorDebug, type HostError } from './hostError.ts';

export type PrepareErrorName = PrepareError;

export type CompilationFailure =
  | { readonly kind: 'CodeDoesNotExist'; readonly accountId: string }
  | { readonly kind: 'PrepareError'; readonly error: PrepareErrorName }
  | { readonly kind: 'WasmtimeCompileError'; readonly msg: string };

export type MethodResolveErrorName =
  | 'MethodEmptyName'
  | 'MethodNotFound'
  | 'MethodInvalidSignature';

const wasmTrapTexts = {
  Unreachable: 'An `unreachable` opcode was executed.',
  IncorrectCallIndirectSignature: 'Call indirect incorrect signature trap.',
  MemoryOutOfBounds: 'Memory out of bounds trap.',
  IllegalArithmetic: 'An arithmetic exception, e.g. divided by zero.',
  IndirectCallToNull: 'Indirect call to null.',
};

export type WasmTrapName = keyof typeof wasmTrapTexts;

export type FunctionCallFailure =
  | { readonly kind: 'CompilationError'; readonly error: CompilationFailure }
  | {
      readonly kind: 'LinkError';
      readonly msg: string;
      /** An import that the protocol does not have, if that is the reason. */
      readonly missingImport?: string | undefined;
    }
  | { readonly kind: 'MethodResolveError'; readonly error: MethodResolveErrorName }
  | { readonly kind: 'WasmTrap'; readonly trap: WasmTrapName }
  | { readonly kind: 'HostError'; readonly error: HostError }
  | { readonly kind: 'LoadingError'; readonly msg: string };

/** Whether the call might have ended otherwise with more gas. */
export function isOutOfGas(failure: FunctionCallFailure): boolean {
  if (failure.kind !== 'HostError') return false;
  const { errorName } = failure.error;
  return errorName === 'GasExceeded' || errorName === 'GasLimitExceeded';
}

/** The failure as an outcome shows it: all that happens after loading is a plain text. */
export function failureToError(failure: FunctionCallFailure): FunctionCallError {
  switch (failure.kind) {
    case 'CompilationError':
      return { kind: 'CompilationError', value: compilationFailureToError(failure.error) };
    case 'MethodResolveError':
      return { kind: 'MethodResolveError', value: failure.error };
    case 'HostError':
      return { kind: 'ExecutionError', value: failure.error.message };
    case 'WasmTrap':
      return { kind: 'ExecutionError', value: `WebAssembly trap: ${wasmTrapTexts[failure.trap]}` };
    case 'LinkError':
      return { kind: 'ExecutionError', value: `Link Error: ${failure.msg}` };
    case 'LoadingError':
      return { kind: 'ExecutionError', value: `Loading Error: ${failure.msg}` };
    default:
      return unreachable(failure);
  }
}

type CompilationError = Extract<FunctionCallError, { kind: 'CompilationError' }>['value'];

function compilationFailureToError(failure: CompilationFailure): CompilationError {
  switch (failure.kind) {
    case 'CodeDoesNotExist':
      return { kind: 'CodeDoesNotExist', value: { accountId: failure.accountId } };
    case 'PrepareError':
      return { kind: 'PrepareError', value: failure.error };
    case 'WasmtimeCompileError':
      // Outcomes keep the name of a compiler that the reference no longer has.
      return { kind: 'WasmerCompileError', value: { msg: failure.msg } };
    default:
      return unreachable(failure);
  }
}

/** The Rust Debug form of a failure, as a failed view call shows it. */
export function formatFailureDebug(failure: FunctionCallFailure): string {
  switch (failure.kind) {
    case 'CompilationError':
      return `CompilationError(${formatCompilationFailureDebug(failure.error)})`;
    case 'MethodResolveError':
      return `MethodResolveError(${failure.error})`;
    case 'WasmTrap':
      return `WasmTrap(${failure.trap})`;
    case 'HostError':
      return `HostError(${formatHostErrorDebug(failure.error)})`;
    case 'LinkError':
    case 'LoadingError':
      return formatStructDebug(failure.kind, { msg: failure.msg });
    default:
      return unreachable(failure);
  }
}

function formatCompilationFailureDebug(failure: CompilationFailure): string {
  switch (failure.kind) {
    case 'CodeDoesNotExist':
      return formatStructDebug(failure.kind, { account_id: failure.accountId });
    case 'PrepareError':
      return `PrepareError(${failure.error})`;
    case 'WasmtimeCompileError':
      return formatStructDebug(failure.kind, { msg: failure.msg });
    default:
      return unreachable(failure);
  }
}
