// The two contracts of the recorded chains. `compute` has methods of plain Wasm work on a number;
// `hostcall` runs the list of host calls that its input describes.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  base64ToBytes,
  concatBytes,
  u32Le,
  u64Le,
  utf8ToBytes,
} from '../../src/base/bytes/bytes.ts';
import { repositoryPath } from './repository.ts';

const CODE_HASHES = {
  hostcall: '6oz/2TmsD01S03511LBO7ixAGHAQfVFF70q6TGFTyCk=',
  compute: 'cVA8hWvGhCyYs/bmpPwkMXM8uTNq5v/0yrI5eJh/Szs=',
};

export function recordedContract(name: keyof typeof CODE_HASHES): Uint8Array {
  const lines = gunzipSync(readFileSync(repositoryPath('test/vm/data/tour.jsonl.gz')));
  const { codes } = JSON.parse(lines.toString('utf8', 0, lines.indexOf('\n')));
  return base64ToBytes(codes[CODE_HASHES[name]]);
}

/** The numbers of host functions in the input of `hostcall`. */
export const HOST_FUNCTIONS = {
  register_len: 1,
  current_account_id: 3,
  chain_id: 4,
  signer_account_id: 5,
  signer_account_pk: 6,
  predecessor_account_id: 7,
  block_index: 9,
  block_timestamp: 10,
  epoch_height: 11,
  storage_usage: 12,
  account_balance: 13,
  account_locked_balance: 14,
  attached_deposit: 15,
  prepaid_gas: 16,
  used_gas: 17,
  random_seed: 18,
  value_return: 27,
  panic_utf8: 29,
  log_utf8: 30,
  promise_create: 32,
  promise_then: 33,
  promise_and: 34,
  promise_batch_create: 35,
  promise_batch_then: 36,
  promise_set_refund_to: 37,
  promise_batch_action_state_init: 38,
  promise_batch_action_state_init_by_account_id: 39,
  set_state_init_data_entry: 40,
  current_contract_code: 41,
  refund_to_account_id: 42,
  promise_batch_action_create_account: 43,
  promise_batch_action_deploy_contract: 44,
  promise_batch_action_deploy_global_contract: 45,
  promise_batch_action_deploy_global_contract_by_account_id: 46,
  promise_batch_action_use_global_contract: 47,
  promise_batch_action_use_global_contract_by_account_id: 48,
  promise_batch_action_function_call: 49,
  promise_batch_action_function_call_weight: 50,
  promise_batch_action_transfer: 51,
  promise_batch_action_stake: 52,
  promise_batch_action_add_key_with_full_access: 53,
  promise_batch_action_add_key_with_function_call: 54,
  promise_batch_action_delete_key: 55,
  promise_batch_action_delete_account: 56,
  promise_batch_action_transfer_to_gas_key: 57,
  promise_batch_action_add_gas_key_with_full_access: 58,
  promise_batch_action_add_gas_key_with_function_call: 59,
  promise_yield_create: 60,
  promise_yield_create_with_id: 61,
  promise_yield_resume: 62,
  promise_yield_resume_with_yield_id: 63,
  promise_results_count: 64,
  promise_result: 65,
  promise_return: 66,
  storage_write: 67,
  storage_read: 68,
  storage_remove: 69,
  storage_has_key: 70,
  validator_stake: 74,
  validator_total_stake: 75,
} as const;

export type HostFunctionName = keyof typeof HOST_FUNCTIONS;
/** A text becomes two arguments: its length and its address. */
export type HostCall = readonly [HostFunctionName, ...(number | bigint | string)[]];

const LITERAL = 0;
const INPUT_ADDRESS = 2;
const ARGUMENT_BYTES = 9;

/** The input of `hostcall`'s methods `run` and `results`; texts follow the calls. */
export function hostCalls(...calls: readonly HostCall[]): Uint8Array {
  const argumentCount = (args: HostCall[1][]) =>
    args.reduce<number>((count, arg) => count + (typeof arg === 'string' ? 2 : 1), 0);
  const callBytes = calls.map(([, ...args]) => 2 + argumentCount(args) * ARGUMENT_BYTES);
  let end = callBytes.reduce((total, length) => total + length, 4);
  const texts: Uint8Array[] = [];
  const encodeArgument = (arg: number | bigint | string): Uint8Array => {
    if (typeof arg !== 'string') return concatBytes(Uint8Array.of(LITERAL), u64Le(arg));
    const text = utf8ToBytes(arg);
    const place = concatBytes(Uint8Array.of(INPUT_ADDRESS), u64Le(end));
    texts.push(text);
    end += text.length;
    return concatBytes(Uint8Array.of(LITERAL), u64Le(text.length), place);
  };
  const encoded = calls.map(([name, ...args]) =>
    concatBytes(
      Uint8Array.of(HOST_FUNCTIONS[name], argumentCount(args)),
      ...args.map(encodeArgument),
    ),
  );
  return concatBytes(u32Le(calls.length), ...encoded, ...texts);
}
