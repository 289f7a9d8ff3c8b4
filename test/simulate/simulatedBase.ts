// A local chain with a contract, and the parts of requests to simulate on it.

import { PerigeeError } from '../../src/base/errors.ts';
import type { StatePatch } from '../../src/chain/patch/statePatch.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import type { SimulatedTransaction } from '../../src/simulate/simulation.ts';
import type {
  GivenBlock,
  GivenTransaction,
  SimulationRequest,
} from '../../src/simulate/simulationRequest.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action } from '../../src/types/action.ts';
import { BOB, createLocalChain } from '../chain/localChain.ts';
import { type HostCall, hostCalls, recordedContract } from '../support/recordedContracts.ts';

export const code = recordedContract('hostcall');
export const ZERO_AT = 0x40000;
export const SECOND = 1_000_000_000n;

export function runHost(gas: bigint, ...calls: readonly HostCall[]): Action {
  const value = { methodName: 'run', args: hostCalls(...calls), gas, deposit: 0n };
  return { kind: 'FunctionCall', value };
}

export function parts(
  signerId: AccountId,
  receiverId: AccountId,
  actions: readonly Action[],
  key: Partial<Extract<GivenTransaction, { kind: 'parts' }>['value']> = {},
): GivenTransaction {
  const value = { signerId, receiverId, actions, publicKey: null, nonce: null, ...key };
  return { kind: 'parts', value };
}

export function block(transactions: readonly GivenTransaction[], rest: Partial<GivenBlock> = {}) {
  return {
    transactions,
    overrides: [],
    blockHeight: null,
    blockTimestamp: null,
    randomValue: null,
    waitForReceipts: true,
    ...rest,
  };
}

/** Alice, Bob and Carol are on different shards; Bob has the contract. */
export async function createBase(shards = 3) {
  const local = createLocalChain({}, { shards });
  await local.controls.run({ kind: 'mine', blocks: 2 });
  const patches: StatePatch[] = [{ kind: 'SetCode', value: { accountId: BOB, code } }];
  await local.controls.run({ kind: 'patchState', patches });
  const { chain, store } = local;
  const base = { store, genesis: chain.genesis, contracts: createContractRunner() };
  const run = (blocks: readonly GivenBlock[], request: Partial<SimulationRequest> = {}) => {
    const { hash } = chain.head;
    return simulate(base, { blockHash: hash, blocks, level: null, suggestGas: false, ...request });
  };
  const runOne = (transaction: GivenTransaction, rest: Partial<GivenBlock> = {}) => {
    const { transactions, blocks } = run([block([transaction], rest)]);
    return { ...(transactions[0] as SimulatedTransaction), blocks };
  };
  return { ...local, base, run, runOne };
}

export const hasCode = (code: string) => (error: unknown) =>
  error instanceof PerigeeError && error.code === code;
