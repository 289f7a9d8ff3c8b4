// View calls on a constructed state: what a contract sees, what it may not do, and how each kind of
// failure is reported. The error texts are those of a reference node.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  bytesToUtf8,
  concatBytes,
  readU64Le,
  u64Le,
  utf8ToBytes,
} from '../../../src/base/bytes/bytes.ts';
import { HASH_ZERO, sha256 } from '../../../src/base/crypto/hash.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import {
  callView,
  type ViewCallResult,
  type ViewState,
} from '../../../src/runtime/contracts/viewCall.ts';
import { writeAccount } from '../../../src/state/accounts.ts';
import { writeContractCode, writeGlobalCode } from '../../../src/state/contractCode.ts';
import { writeContractData } from '../../../src/state/contractData.ts';
import { TrieState } from '../../../src/state/trieState.ts';
import type { AccountContract } from '../../../src/types/account.ts';
import type { AccountId } from '../../../src/types/accountId.ts';
import { createMemoryState } from '../../support/memoryState.ts';
import { PROTOCOL } from '../../support/protocol.ts';
import {
  type HostCall,
  type HostFunctionName,
  hostCalls,
  recordedContract,
} from '../../support/recordedContracts.ts';

const HOST = 'host.near';
const COMPUTE = 'compute.near';
const EMPTY = 'empty.near';
const GLOBAL = 'global.near';
const REGISTER = 2n ** 64n - 1n;
const U128_PTR = 8;
const TGAS = 10n ** 12n;

const contracts = createContractRunner();
let view: ViewState;

before(() => {
  const hostcall = recordedContract('hostcall');
  const compute = recordedContract('compute');
  const accounts: [AccountId, AccountContract][] = [
    [HOST, { kind: 'Local', value: sha256(hostcall) }],
    [COMPUTE, { kind: 'Local', value: sha256(compute) }],
    [EMPTY, { kind: 'None' }],
    [GLOBAL, { kind: 'GlobalByAccount', value: EMPTY }],
  ];
  const state = createMemoryState((fresh) => {
    for (const [id, contract] of accounts) {
      const amounts = { amount: 1234n, locked: 56n, storageUsage: 789 } as const;
      writeAccount(fresh, id, { version: 'V2', ...amounts, contract });
    }
    writeContractCode(fresh, HOST, hostcall);
    writeContractCode(fresh, COMPUTE, compute);
    writeGlobalCode(fresh, { kind: 'AccountId', value: EMPTY }, compute);
    writeContractData(fresh, HOST, utf8ToBytes('key'), utf8ToBytes('stored'));
  });
  view = {
    protocol: PROTOCOL,
    chainId: 'localnet',
    state: new TrieState(state.trie, state.root),
    stateRoot: state.root,
    block: { height: 1940, timestamp: 17_000_000_000_000_000_123n, epochHeight: 32 },
    epoch: {
      validatorStake: (id) => (id === EMPTY ? 10n ** 30n : null),
      totalStake: () => 10n ** 31n,
    },
  };
});

function call(
  accountId: AccountId,
  methodName: string,
  args: Uint8Array = new Uint8Array(),
  gasLimit: bigint | null = null,
): ViewCallResult {
  return callView(view, contracts, { accountId, methodName, args, gasLimit });
}

function returned(result: ViewCallResult): Uint8Array {
  assert.equal(result.kind, 'returned', result.kind === 'failed' ? result.debug : '');
  return result.value;
}

const callHost = (...calls: HostCall[]) => call(HOST, 'run', hostCalls(...calls));

/** What a host function writes into a register. */
const registerOf = (name: HostFunctionName, ...args: (string | number)[]) =>
  returned(callHost([name, ...args, 0], ['value_return', REGISTER, 0]));

/** What a host function writes to memory as a u128. */
function u128Of(name: HostFunctionName, ...args: string[]): bigint {
  const bytes = returned(callHost([name, ...args, U128_PTR], ['value_return', 16, U128_PTR]));
  return readU64Le(bytes) | (readU64Le(bytes, 8) << 64n);
}

/** What a host function returns. */
const numberOf = (name: HostFunctionName, ...args: (string | number)[]) =>
  readU64Le(returned(call(HOST, 'results', hostCalls([name, ...args]))));

describe('a view call', () => {
  it('returns the value and the logs', () => {
    const logged = callHost(['log_utf8', 'one'], ['log_utf8', 'two'], ['value_return', 'result']);
    assert.deepEqual(logged, {
      kind: 'returned',
      value: utf8ToBytes('result'),
      logs: ['one', 'two'],
    });
    assert.deepEqual(call(HOST, 'echo', utf8ToBytes('view')), {
      kind: 'returned',
      value: utf8ToBytes('view'),
      logs: [],
    });
    assert.equal(returned(call(HOST, 'nothing')).length, 0);
    assert.deepEqual(returned(call(COMPUTE, 'fib', u64Le(10))), u64Le(55));
  });

  it('runs global contracts', () => {
    assert.deepEqual(returned(call(GLOBAL, 'fib', u64Le(10))), u64Le(55));
  });

  it('shows the block, the account and the stored data', () => {
    assert.equal(numberOf('block_index'), 1940n);
    assert.equal(numberOf('block_timestamp'), 17_000_000_000_000_000_123n);
    assert.equal(numberOf('epoch_height'), 32n);
    assert.equal(numberOf('storage_usage'), 789n);
    assert.equal(u128Of('account_balance'), 1234n);
    assert.equal(u128Of('account_locked_balance'), 56n);
    assert.equal(u128Of('attached_deposit'), 0n);
    assert.equal(u128Of('validator_stake', EMPTY), 10n ** 30n);
    assert.equal(u128Of('validator_stake', HOST), 0n);
    assert.equal(u128Of('validator_total_stake'), 10n ** 31n);
    assert.equal(bytesToUtf8(registerOf('current_account_id')), HOST);
    assert.equal(bytesToUtf8(registerOf('chain_id')), 'localnet');
    assert.equal(bytesToUtf8(registerOf('storage_read', 'key')), 'stored');
    assert.equal(numberOf('storage_has_key', 'key'), 1n);
    assert.equal(numberOf('storage_has_key', 'other'), 0n);
    assert.deepEqual(registerOf('random_seed'), sha256(concatBytes(HASH_ZERO, view.stateRoot)));
  });
});

/** Functions that views may not call; the second name is the one in the error, if it differs. */
const PROHIBITED: readonly (readonly [HostFunctionName, string?])[] = [
  ['signer_account_id'],
  ['signer_account_pk'],
  ['predecessor_account_id'],
  ['refund_to_account_id'],
  ['prepaid_gas'],
  ['used_gas'],
  ['promise_create', 'promise_batch_create'],
  ['promise_then', 'promise_batch_then'],
  ['promise_and'],
  ['promise_batch_create'],
  ['promise_batch_then'],
  ['promise_set_refund_to'],
  ['promise_batch_action_state_init'],
  ['promise_batch_action_state_init_by_account_id'],
  ['set_state_init_data_entry'],
  ['promise_batch_action_create_account'],
  ['promise_batch_action_deploy_contract'],
  ['promise_batch_action_deploy_global_contract'],
  ['promise_batch_action_deploy_global_contract_by_account_id'],
  ['promise_batch_action_use_global_contract'],
  ['promise_batch_action_use_global_contract_by_account_id'],
  ['promise_batch_action_function_call'],
  ['promise_batch_action_function_call_weight', 'promise_batch_action_function_call'],
  ['promise_batch_action_transfer'],
  ['promise_batch_action_stake'],
  ['promise_batch_action_add_key_with_full_access'],
  ['promise_batch_action_add_key_with_function_call'],
  ['promise_batch_action_delete_key'],
  ['promise_batch_action_delete_account'],
  ['promise_batch_action_transfer_to_gas_key'],
  ['promise_batch_action_add_gas_key_with_full_access'],
  ['promise_batch_action_add_gas_key_with_function_call'],
  ['promise_yield_create'],
  ['promise_yield_create_with_id'],
  ['promise_yield_resume'],
  ['promise_yield_resume_with_yield_id'],
  ['promise_results_count'],
  ['promise_result'],
  ['promise_return'],
  ['storage_write'],
  ['storage_remove'],
];

const executionError = (value: string) => ({ kind: 'ExecutionError', value }) as const;
const GAS_LIMIT_TEXT = 'Exceeded the maximum amount of gas allowed to burn per contract.';

/** A call, its failure as `query` shows it, and in a structured response. */
const FAILURES: readonly (readonly [string, () => ViewCallResult, string, unknown])[] = [
  [
    'missing method',
    () => call(HOST, 'absent'),
    'MethodResolveError(MethodNotFound)',
    { kind: 'MethodResolveError', value: 'MethodNotFound' },
  ],
  [
    'empty method',
    () => call(HOST, ''),
    'MethodResolveError(MethodEmptyName)',
    { kind: 'MethodResolveError', value: 'MethodEmptyName' },
  ],
  [
    'wrong signature',
    () => call(COMPUTE, 'wrong'),
    'MethodResolveError(MethodInvalidSignature)',
    { kind: 'MethodResolveError', value: 'MethodInvalidSignature' },
  ],
  [
    'no contract',
    () => call(EMPTY, 'x'),
    'CompilationError(CodeDoesNotExist { account_id: "empty.near" })',
    {
      kind: 'CompilationError',
      value: { kind: 'CodeDoesNotExist', value: { accountId: EMPTY } },
    },
  ],
  [
    'trap',
    () => call(COMPUTE, 'trap_unreachable'),
    'WasmTrap(Unreachable)',
    executionError('WebAssembly trap: An `unreachable` opcode was executed.'),
  ],
  [
    'panic',
    () => callHost(['log_utf8', 'lost'], ['panic_utf8', 'say "boom"\n']),
    'HostError(GuestPanic { panic_msg: "say \\"boom\\"\\n" })',
    executionError('Smart contract panicked: say "boom"\n'),
  ],
  [
    'endless loop',
    () => call(COMPUTE, 'spin', u64Le(0), 5n * TGAS),
    'HostError(GasLimitExceeded)',
    executionError(GAS_LIMIT_TEXT),
  ],
  [
    'endless loop up to the limit of the protocol',
    () => call(COMPUTE, 'spin', u64Le(0)),
    'HostError(GasLimitExceeded)',
    executionError(GAS_LIMIT_TEXT),
  ],
  [
    'endless recursion',
    () => call(COMPUTE, 'recurse', u64Le(2n ** 40n)),
    'HostError(MemoryAccessViolation)',
    executionError('Accessed memory outside the bounds.'),
  ],
  ...PROHIBITED.map(
    ([name, shown = name]) =>
      [
        name,
        () => callHost([name, ...new Array(9).fill(0)]),
        `HostError(ProhibitedInView { method_name: "${shown}" })`,
        executionError(`${shown} is not allowed in view calls`),
      ] as const,
  ),
];

describe('a view call that fails', () => {
  for (const [name, run, debug, error] of FAILURES) {
    it(name, () => {
      const result = run();
      assert.equal(result.kind, 'failed');
      assert.deepEqual({ debug: result.debug, error: result.error }, { debug, error });
    });
  }

  it('reports which functions were active', () => {
    const stackOf = (result: ViewCallResult) =>
      result.kind === 'failed' && result.stack.map((frame) => frame.function);
    assert.deepEqual(stackOf(call(HOST, 'absent')), []);
    assert.deepEqual(stackOf(call(COMPUTE, 'trap_unreachable')), ['trap_unreachable']);
  });

  it('accepts any limit that a node can be configured with', () => {
    assert.deepEqual(
      returned(call(HOST, 'echo', utf8ToBytes('x'), 2n ** 64n - 1n)),
      utf8ToBytes('x'),
    );
  });
});
