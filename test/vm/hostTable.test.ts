// The functions that contracts can import: every name of the reference's list with its signature,
// and no other, in each version.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nightlyVersions, protocolAt, stableVersions } from '../../src/params/protocol.ts';
import { allHostFunctions, hostTableAt, whichVersionHas } from '../../src/vm/host/hostTable.ts';

/** Signature → names; J is i64, I is i32. */
const SIGNATURES: Readonly<Record<string, string>> = {
  'JJ>': `read_register value_return panic_utf8 log_utf8 log_utf16 promise_batch_action_transfer`,
  'J>J': 'register_len current_contract_code',
  'JJJ>': `write_register validator_stake sha256 keccak256 keccak512 sha3_256 sha3_384
    sha3_512 ripemd160 alt_bn128_g1_multiexp
    alt_bn128_g1_sum promise_set_refund_to promise_batch_action_deploy_contract
    promise_batch_action_deploy_global_contract
    promise_batch_action_deploy_global_contract_by_account_id
    promise_batch_action_use_global_contract
    promise_batch_action_use_global_contract_by_account_id promise_batch_action_delete_key
    promise_batch_action_delete_account`,
  'J>': `current_account_id signer_account_id signer_account_pk predecessor_account_id
    refund_to_account_id input chain_id random_seed account_balance account_locked_balance
    attached_deposit validator_total_stake promise_batch_action_create_account promise_return`,
  '>J': `block_index block_timestamp epoch_height storage_usage prepaid_gas used_gas
    promise_results_count`,
  'JJJJJJJ>J': 'ecrecover promise_yield_create',
  'JJJJJJ>J': 'ed25519_verify p256_verify ml_dsa_verify',
  'JJ>J': `alt_bn128_pairing_check bls12381_pairing_check promise_and promise_batch_create
    promise_result storage_has_key storage_iter_prefix`,
  'JJJ>J': `bls12381_p1_sum bls12381_p2_sum bls12381_g1_multiexp bls12381_g2_multiexp
    bls12381_map_fp_to_g1 bls12381_map_fp2_to_g2 bls12381_p1_decompress bls12381_p2_decompress
    universal_state_init_to_account_id
    promise_batch_then storage_read storage_remove storage_iter_next`,
  '>': 'panic',
  'IIII>': 'abort',
  'I>': 'gas',
  'JJJJJJJJ>J': 'promise_create',
  'JJJJJJJJJ>J': 'promise_then promise_yield_create_with_id',
  'JJJJ>J': `promise_batch_action_state_init promise_batch_action_state_init_by_account_id
    storage_iter_range`,
  'JJJJJJ>': 'set_state_init_data_entry',
  'JJJJJJJ>': 'promise_batch_action_function_call',
  'JJJJJJJJ>': 'promise_batch_action_function_call_weight',
  'JJJJ>': `promise_batch_action_stake promise_batch_action_add_key_with_full_access
    promise_batch_action_transfer_to_gas_key promise_batch_action_add_gas_key_with_full_access
    promise_batch_action_universal_state_init`,
  'JJJJJJJJJ>': `promise_batch_action_add_key_with_function_call
    promise_batch_action_add_gas_key_with_function_call`,
  'JJJJ>I': 'promise_yield_resume promise_yield_resume_with_yield_id',
  'JJJJJ>J': 'storage_write',
};

/** What older versions do not have, by the first version that has it. */
const ADDED: Readonly<Record<number, string>> = {
  85: `chain_id p256_verify promise_batch_action_transfer_to_gas_key
    promise_batch_action_add_gas_key_with_full_access
    promise_batch_action_add_gas_key_with_function_call promise_yield_create_with_id
    promise_yield_resume_with_yield_id`,
  87: 'ml_dsa_verify sha3_256 sha3_384 sha3_512',
  88: 'universal_state_init_to_account_id promise_batch_action_universal_state_init',
};

/** The snapshot has no universal accounts, and no SHA-3 functions before its nightly versions. */
const ADDED_TO_SNAPSHOT = {
  85: ADDED[85] as string,
  87: 'ml_dsa_verify',
  156: 'sha3_256 sha3_384 sha3_512',
  [Number.POSITIVE_INFINITY]: ADDED[88] as string,
};

const letters: Readonly<Record<string, string>> = { i32: 'I', i64: 'J' };
const shorten = (types: readonly string[]) => types.map((type) => letters[type]).join('');
const words = (text: string) => text.split(/\s+/);

it('has exactly the imports of the reference', () => {
  const expected = Object.entries(SIGNATURES).flatMap(([signature, names]) =>
    words(names).map((name) => `${name} ${signature}`),
  );
  const found = [...allHostFunctions].map(
    ([name, { type }]) => `${name} ${shorten(type.params)}>${shorten(type.results)}`,
  );
  assert.deepEqual(found.sort(), expected.sort());
});

it('has the imports of each version', () => {
  for (const [dialect, added] of [
    ['release', ADDED],
    ['cd297313f2', ADDED_TO_SNAPSHOT],
  ] as const) {
    for (const version of [...stableVersions(dialect), ...nightlyVersions(dialect)]) {
      const later = Object.entries(added).filter(([first]) => version < Number(first));
      const missing = new Set(later.flatMap(([, names]) => words(names)));
      const expected = [...allHostFunctions.keys()].filter((name) => !missing.has(name));
      const table = hostTableAt(protocolAt(version, dialect));
      assert.deepEqual([...table.keys()], expected, `${dialect} ${version}`);
    }
  }
});

it('finds the first version that has a function', () => {
  assert.equal(whichVersionHas('sha3_384', 'release'), 87);
  assert.equal(whichVersionHas('sha3_384', 'cd297313f2'), 156);
  assert.equal(whichVersionHas('sha256', 'release'), 84);
  assert.equal(whichVersionHas('sha1', 'release'), null);
});
