// Failures of function calls in their two forms: the error of an outcome, the Debug text of views.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FunctionCallError } from '../../src/types/actionErrors.ts';
import { HostError } from '../../src/vm/hostError.ts';
import {
  type FunctionCallFailure,
  failureToError,
  formatFailureDebug,
} from '../../src/vm/vmErrors.ts';

type Case = readonly [failure: FunctionCallFailure, json: string, debug: string];

function hostError(error: HostError): FunctionCallFailure {
  return { kind: 'HostError', error };
}

const CASES: readonly Case[] = [
  [
    hostError(HostError.of('GasLimitExceeded')),
    '{"ExecutionError":"Exceeded the maximum amount of gas allowed to burn per contract."}',
    'HostError(GasLimitExceeded)',
  ],
  [
    hostError(HostError.of('ProhibitedInView', { method_name: 'storage_write' })),
    '{"ExecutionError":"storage_write is not allowed in view calls"}',
    'HostError(ProhibitedInView { method_name: "storage_write" })',
  ],
  [
    hostError(HostError.of('GuestPanic', { panic_msg: 'a "b"\n' })),
    '{"ExecutionError":"Smart contract panicked: a \\"b\\"\\n"}',
    'HostError(GuestPanic { panic_msg: "a \\"b\\"\\n" })',
  ],
  [
    hostError(HostError.of('InvalidActionIndex', { receipt_index: 2, action_index: 7n })),
    '{"ExecutionError":"Action 7 in receipt 2 does not exist or has the wrong type of action."}',
    'HostError(InvalidActionIndex { receipt_index: 2, action_index: 7 })',
  ],
  [
    hostError(HostError.of('RecordedStorageExceeded', { limit: 4_000_000 })),
    '{"ExecutionError":"Size of the recorded trie storage proof has exceeded ' +
      'the allowed limit (4.0 MB)"}',
    'HostError(RecordedStorageExceeded { limit: 4.0 MB })',
  ],
  [
    { kind: 'WasmTrap', trap: 'Unreachable' },
    '{"ExecutionError":"WebAssembly trap: An `unreachable` opcode was executed."}',
    'WasmTrap(Unreachable)',
  ],
  [
    { kind: 'LinkError', msg: 'unknown or invalid import' },
    '{"ExecutionError":"Link Error: unknown or invalid import"}',
    'LinkError { msg: "unknown or invalid import" }',
  ],
  [
    { kind: 'LoadingError', msg: 'too large' },
    '{"ExecutionError":"Loading Error: too large"}',
    'LoadingError { msg: "too large" }',
  ],
  [
    { kind: 'MethodResolveError', error: 'MethodNotFound' },
    '{"MethodResolveError":"MethodNotFound"}',
    'MethodResolveError(MethodNotFound)',
  ],
  [
    { kind: 'CompilationError', error: { kind: 'CodeDoesNotExist', accountId: 'a.near' } },
    '{"CompilationError":{"CodeDoesNotExist":{"account_id":"a.near"}}}',
    'CompilationError(CodeDoesNotExist { account_id: "a.near" })',
  ],
  [
    { kind: 'CompilationError', error: { kind: 'PrepareError', error: 'Deserialization' } },
    '{"CompilationError":{"PrepareError":"Deserialization"}}',
    'CompilationError(PrepareError(Deserialization))',
  ],
  [
    { kind: 'CompilationError', error: { kind: 'WasmtimeCompileError', msg: 'm' } },
    '{"CompilationError":{"WasmerCompileError":{"msg":"m"}}}',
    'CompilationError(WasmtimeCompileError { msg: "m" })',
  ],
];

describe('failures of function calls', () => {
  for (const [failure, json, debug] of CASES) {
    it(debug, () => {
      assert.equal(FunctionCallError.json(failureToError(failure)), json);
      assert.equal(formatFailureDebug(failure), debug);
    });
  }
});
