// The errors of host functions with the reference's texts. Names and fields are the reference's, in
// its order, so that one function prints the Debug form of them all.

import { type DebugFields, formatStructDebug } from '../base/json/rustText.ts';

type Limit = { readonly limit: number };
type LengthLimit = { readonly length: number | bigint; readonly limit: number };
type MethodName = { readonly method_name: string };
type Msg = { readonly msg: string };

/** The text of each host error from its fields. */
const hostErrorTexts = {
  BadUTF16: () => 'String encoding is bad UTF-16 sequence.',
  BadUTF8: () => 'String encoding is bad UTF-8 sequence.',
  GasExceeded: () => 'Exceeded the prepaid gas.',
  GasLimitExceeded: () => 'Exceeded the maximum amount of gas allowed to burn per contract.',
  BalanceExceeded: () => 'Exceeded the account balance.',
  EmptyMethodName: () => 'Tried to call an empty method name.',
  GuestPanic: (f: { readonly panic_msg: string }) => `Smart contract panicked: ${f.panic_msg}`,
  IntegerOverflow: () => 'Integer overflow.',
  InvalidPromiseIndex: (f: { readonly promise_idx: bigint }) =>
    `${f.promise_idx} does not correspond to existing promises`,
  CannotAppendActionToJointPromise: () => 'Actions can only be appended to non-joint promise.',
  CannotReturnJointPromise: () => 'Returning joint promise is currently prohibited.',
  CannotSetRefundToOnJointPromise: () => 'Setting refund_to on a joint promise is prohibited.',
  InvalidPromiseResultIndex: (f: { readonly result_idx: bigint }) =>
    `Accessed invalid promise result index: ${f.result_idx}`,
  InvalidRegisterId: (f: { readonly register_id: bigint }) =>
    `Accessed invalid register id: ${f.register_id}`,
  MemoryAccessViolation: () => 'Accessed memory outside the bounds.',
  InvalidActionIndex: (f: { readonly receipt_index: number; readonly action_index: bigint }) =>
    `Action ${f.action_index} in receipt ${f.receipt_index} does not exist ` +
    'or has the wrong type of action.',
  InvalidAccountId: () => 'VM Logic returned an invalid account id',
  InvalidMethodName: () => 'VM Logic returned an invalid method name',
  InvalidPublicKey: () => 'VM Logic provided an invalid public key',
  ProhibitedInView: (f: MethodName) => `${f.method_name} is not allowed in view calls`,
  NumberOfLogsExceeded: (f: Limit) => `The number of logs will exceed the limit ${f.limit}`,
  KeyLengthExceeded: (f: LengthLimit) =>
    `The length of a storage key ${f.length} exceeds the limit ${f.limit}`,
  ValueLengthExceeded: (f: LengthLimit) =>
    `The length of a storage value ${f.length} exceeds the limit ${f.limit}`,
  TotalLogLengthExceeded: (f: LengthLimit) =>
    `The length of a log message ${f.length} exceeds the limit ${f.limit}`,
  NumberPromisesExceeded: (f: { readonly number_of_promises: number } & Limit) =>
    `The number of promises within a FunctionCall ${f.number_of_promises} ` +
    `exceeds the limit ${f.limit}`,
  NumberInputDataDependenciesExceeded: (
    f: { readonly number_of_input_data_dependencies: number } & Limit,
  ) =>
    `The number of input data dependencies ${f.number_of_input_data_dependencies} ` +
    `exceeds the limit ${f.limit}`,
  ReturnedValueLengthExceeded: (f: LengthLimit) =>
    `The length of a returned value ${f.length} exceeds the limit ${f.limit}`,
  ContractSizeExceeded: (f: { readonly size: number } & Limit) =>
    `The size of a contract code in DeployContract action ${f.size} exceeds the limit ${f.limit}`,
  Deprecated: (f: MethodName) => `Attempted to call deprecated host function ${f.method_name}`,
  ECRecoverError: (f: Msg) => `ECDSA recover error: ${f.msg}`,
  AltBn128InvalidInput: (f: Msg) => `AltBn128 invalid input: ${f.msg}`,
  Ed25519VerifyInvalidInput: (f: Msg) => `ED25519 signature verification error: ${f.msg}`,
  P256VerifyInvalidInput: (f: Msg) => `P256 signature verification error: ${f.msg}`,
  MlDsaVerifyInvalidInput: (f: Msg) => `ML-DSA-65 signature verification error: ${f.msg}`,
  BLS12381InvalidInput: (f: Msg) => `BLS12-381 invalid input: ${f.msg}`,
  YieldPayloadLength: (f: LengthLimit) =>
    `Yield resume payload is ${f.length} bytes which exceeds the ${f.limit} byte limit`,
  DataIdMalformed: () => 'yield resumption token is malformed',
  YieldIdMalformed: () => 'yield id is malformed',
  RecordedStorageExceeded: (f: Limit) =>
    'Size of the recorded trie storage proof has exceeded the allowed limit ' +
    `(${formatMegabytes(f.limit)})`,
  ContractCodeHashMalformed: () => 'contract code hash is malformed',
  DataEntryAlreadyExists: () => 'Data entry for given key already exists',
};

type HostErrorTexts = typeof hostErrorTexts;
type HostErrorName = keyof HostErrorTexts;
/** The fields of a host error, as the only argument of its constructor, or no argument. */
type HostErrorFields<N extends HostErrorName> = Parameters<HostErrorTexts[N]>;

/** Thrown by host functions; ends the call with an outcome. */
export class HostError extends Error {
  readonly errorName: HostErrorName;
  readonly fields: DebugFields;

  private constructor(errorName: HostErrorName, fields: DebugFields, text: string) {
    super(text);
    this.errorName = errorName;
    this.fields = fields;
  }

  static of<N extends HostErrorName>(name: N, ...fields: HostErrorFields<N>): HostError {
    const format = hostErrorTexts[name] as (...fields: HostErrorFields<N>) => string;
    return new HostError(name, fields[0] ?? {}, format(...fields));
  }
}

export function formatHostErrorDebug({ errorName, fields }: HostError): string {
  if (errorName === 'RecordedStorageExceeded') {
    return `${errorName} { limit: ${formatMegabytes(Number(fields.limit))} }`;
  }
  return formatStructDebug(errorName, fields);
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
