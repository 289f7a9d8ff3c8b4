// The small contract that is called by the benchmark.

import { bytesToBase64, concatBytes, u64Le } from '../base/bytes/bytes.ts';
import * as op from '../base/wasm/wasmOpcodes.ts';
import {
  add,
  BUFFER,
  type Code,
  call,
  countUp,
  encodeContract,
  get,
  loadU64,
  RESULT,
  returnRegister,
  returnU64,
  set,
  storeU64,
  when,
} from '../contracts/contractCode.ts';

const [COUNT, CURRENT, NEXT] = [0, 1, 2];
const KEY = 'k';
const EVENT = 'EVENT_JSON:{"standard":"nep141","event":"ft_transfer"}';
/** Where the name of the sender of tokens is; that of the receiver is in the buffer. */
const SENDER = BUFFER + 64;
const [RECEIVER_REGISTER, SENDER_REGISTER, BALANCE_REGISTER] = [0, 1, 2];

/** Changes the balance, stored under the name of an account, by an amount. */
function changeBalance(register: number, name: number, amount: number): Code {
  const length = call('register_len', register);
  const isKnown = [...call('storage_read', length, name, BALANCE_REGISTER), op.I64_CONST, 1];
  return [
    ...set(CURRENT, 0),
    ...when(
      [...isKnown, op.I64_EQ],
      [...call('read_register', BALANCE_REGISTER, RESULT), ...set(CURRENT, loadU64(RESULT))],
    ),
    ...storeU64(RESULT, add(get(CURRENT), amount)),
    ...[...call('storage_write', length, name, 8, RESULT, BALANCE_REGISTER), op.DROP],
  ];
}

export const BENCH_CONTRACT = encodeContract(
  {
    /** Returns its input. */
    echo: [...call('input', 0), ...returnRegister(0)],
    /** Stores its input under a key of one byte. */
    set: [
      ...[...call('input', 0), ...call('read_register', 0, BUFFER)],
      ...[...call('storage_write', 1, 0, call('register_len', 0), BUFFER, 1), op.DROP],
    ],
    /** The Fibonacci number of the first eight bytes of its input; more may follow. */
    fib: [
      ...[...call('input', 0), ...call('read_register', 0, BUFFER)],
      ...set(NEXT, 1),
      ...countUp(COUNT, loadU64(BUFFER), [
        ...[...get(NEXT), ...get(CURRENT), ...get(NEXT), op.I64_ADD],
        ...[op.LOCAL_SET, NEXT, op.LOCAL_SET, CURRENT],
      ]),
      ...returnU64(get(CURRENT)),
    ],
    /** A token transfer from the caller to the account that the input names; debts are allowed. */
    ft_transfer: [
      ...[...call('input', RECEIVER_REGISTER), ...call('read_register', RECEIVER_REGISTER, BUFFER)],
      ...call('predecessor_account_id', SENDER_REGISTER),
      ...call('read_register', SENDER_REGISTER, SENDER),
      ...changeBalance(SENDER_REGISTER, SENDER, -1),
      ...changeBalance(RECEIVER_REGISTER, BUFFER, 1),
      ...call('log_utf8', EVENT.length, KEY.length),
    ],
  },
  KEY + EVENT,
);

const FIB_ARGUMENT = 3;

/** A view call that no other has the arguments of, so that no cache has its result. */
export function distinctViewCall(contractId: string, nonce: number): object {
  return {
    request_type: 'call_function',
    account_id: contractId,
    method_name: 'fib',
    args_base64: bytesToBase64(concatBytes(u64Le(FIB_ARGUMENT), u64Le(nonce))),
    finality: 'final',
  };
}
