// A view call of a contract on a state with changes, after any block whose state is kept.

import type { Chain } from '../chain/chain.ts';
import type { ShardHead } from '../chain/stored/head.ts';
import { returnedValue, runView, type ViewState } from '../runtime/contracts/viewCall.ts';
import { readAccount } from '../state/accounts.ts';
import { TrieState } from '../state/trieState.ts';
import { describeActionError } from '../trace/collect/describeFailure.ts';
import { shardIndexOfAccount } from '../types/shardLayout.ts';
import { failureToError } from '../vm/vmErrors.ts';
import type { SimulatedCall } from './simulatedCall.ts';
import { beginAfter, openSimulatedChain, type SimulationBase } from './simulatedChain.ts';
import type { SimulatedCallRequest } from './simulationRequest.ts';

/** Null if there is no such account. Throws what `simulate` throws. */
export function simulateCall(
  base: SimulationBase,
  request: SimulatedCallRequest,
): SimulatedCall | null {
  const { blockHash, overrides, accountId, methodName, args, gasLimit } = request;
  const { chain } = openSimulatedChain(base, beginAfter(base, blockHash), overrides);
  const view = createView(chain, request);
  if (readAccount(view.state, accountId) === null) return null;
  const method = { accountId, methodName, args, gasLimit };
  const { outcome, explanation, describeStack } = runView(view, base.contracts, method);
  const { aborted, logs, burntGas } = outcome;
  const ran = {
    logs,
    gasBurnt: burntGas,
    blockHash,
    blockHeight: chain.head.block.header.lite.height,
  };
  if (aborted === null) {
    return { ...ran, status: 'success', result: returnedValue(outcome), failure: null };
  }
  const error = { kind: 'FunctionCallError', value: failureToError(aborted) } as const;
  const failure = describeActionError(error, {
    explanation: explanation(),
    stack: describeStack(),
  });
  return { ...ran, status: 'failure', result: null, failure };
}

/** What a contract sees is the block itself, as in any view call, unless the request says more. */
function createView(
  chain: Chain,
  { accountId, blockHeight, blockTimestamp }: SimulatedCallRequest,
): ViewState {
  const { head, epochs, genesis, trie } = chain;
  const { height: ownHeight, timestamp, epochId } = head.block.header.lite;
  const epoch = epochs.epoch(epochId);
  const shard = head.shards[shardIndexOfAccount(chain.layoutAfterHead(), accountId)] as ShardHead;
  const { stateRoot } = shard.extra;
  return {
    protocol: epoch.protocol,
    chainId: genesis.chainId,
    state: new TrieState(trie, stateRoot),
    stateRoot,
    block: {
      height: blockHeight ?? ownHeight,
      timestamp: blockTimestamp ?? timestamp,
      epochHeight: epoch.info.epochHeight,
    },
    epoch: {
      validatorStake: (account) => epoch.validatorStake(account),
      totalStake: () => epoch.totalStake,
    },
  };
}
