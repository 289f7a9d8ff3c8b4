// The small contract that is called by the benchmark.

import { bytesToBase64, concatBytes, u64Le } from '../base/bytes/bytes.ts';
import * as op from '../base/wasm/wasmOpcodes.ts';
import {
  BUFFER,
  call,
  countUp,
  encodeContract,
  get,
  loadU64,
  returnRegister,
  returnU64,
  set,
} from '../contracts/contractCode.ts';

const [COUNT, CURRENT, NEXT] = [0, 1, 2];

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
  },
  'k',
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
