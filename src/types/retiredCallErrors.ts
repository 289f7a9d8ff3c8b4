// Errors of contract calls that earlier nodes reported by their kind. They are text now: this node
// neither writes nor reads these kinds, and declares them for clients that know them.

import { string, u64 } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { union, unit, words } from '../codec/union.ts';

const message = struct({ msg: string });
const method = struct({ methodName: string });
const iterator = struct({ iteratorIndex: u64 });
const limit = { limit: u64 };
const length = struct({ length: u64, ...limit });

const HostError = union('HostError', {
  BadUTF16: unit,
  BadUTF8: unit,
  GasExceeded: unit,
  GasLimitExceeded: unit,
  BalanceExceeded: unit,
  EmptyMethodName: unit,
  GuestPanic: struct({ panicMsg: string }),
  IntegerOverflow: unit,
  InvalidPromiseIndex: struct({ promiseIdx: u64 }),
  CannotAppendActionToJointPromise: unit,
  CannotReturnJointPromise: unit,
  InvalidPromiseResultIndex: struct({ resultIdx: u64 }),
  InvalidRegisterId: struct({ registerId: u64 }),
  IteratorWasInvalidated: iterator,
  MemoryAccessViolation: unit,
  InvalidReceiptIndex: struct({ receiptIndex: u64 }),
  InvalidIteratorIndex: iterator,
  InvalidAccountId: unit,
  InvalidMethodName: unit,
  InvalidPublicKey: unit,
  ProhibitedInView: method,
  NumberOfLogsExceeded: struct(limit),
  KeyLengthExceeded: length,
  ValueLengthExceeded: length,
  TotalLogLengthExceeded: length,
  NumberPromisesExceeded: struct({ numberOfPromises: u64, ...limit }),
  NumberInputDataDependenciesExceeded: struct({ numberOfInputDataDependencies: u64, ...limit }),
  ReturnedValueLengthExceeded: length,
  ContractSizeExceeded: struct({ size: u64, ...limit }),
  Deprecated: method,
  ECRecoverError: message,
  AltBn128InvalidInput: message,
  Ed25519VerifyInvalidInput: message,
  P256VerifyInvalidInput: message,
  MlDsaVerifyInvalidInput: message,
});

const WasmTrap = words('WasmTrap', [
  'Unreachable',
  'IncorrectCallIndirectSignature',
  'MemoryOutOfBounds',
  'CallIndirectOOB',
  'IllegalArithmetic',
  'MisalignedAtomicAccess',
  'IndirectCallToNull',
  'StackOverflow',
  'GenericTrap',
]);

export const retiredCallErrors = {
  LinkError: message,
  WasmTrap,
  WasmUnknownError: unit,
  HostError,
  _EVMError: unit,
} as const;
