// View calls over a store: finds the state after a block and calls the contract on it.

import { Caches } from '../../base/collections/caches.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import { resolveContract } from '../../runtime/contracts/contractCode.ts';
import { callView, type ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import { readAccount } from '../../state/accounts.ts';
import type { StoreReader } from '../../store/store.ts';
import type { ReusableContract } from '../../vm/reusedContracts.ts';
import { createContractRunner, type NodeContractRunner } from '../contractRunner.ts';
import { openStoredStates, type ViewedChain } from './storedStates.ts';
import { ViewStates } from './viewStates.ts';

interface CalledChain extends ViewedChain {
  /** Where prepared contracts are kept. */
  readonly folder?: string;
  /** Where to look for debug information of contracts that fail. */
  readonly debugInfo?: string | undefined;
}

const BLOCK_GONE = 'the block was reverted or pruned before the contract was called';

export class ViewCaller {
  readonly #states: ViewStates;
  readonly #contracts: NodeContractRunner;

  constructor(store: StoreReader, viewed: CalledChain, caches = new Caches()) {
    const { folder, debugInfo } = viewed;
    this.#states = new ViewStates(openStoredStates(store, viewed, caches));
    this.#contracts = createContractRunner({
      caches,
      debugInfo,
      ...(folder !== undefined && { folder }),
    });
  }

  /** The account must exist; the caller has checked that. */
  call(call: ViewCall): ViewCallResult {
    const state = this.#states.after(call);
    if (state === null) return { kind: 'unavailable', message: BLOCK_GONE };
    return callView(state, this.#contracts, call);
  }

  /** Null if the call needs more gas than that. */
  try(call: ViewCall, trialGas: bigint): ViewCallResult | null {
    return tryWithGas((limited) => this.call(limited), call, trialGas);
  }

  /** The contract in its reusable form; null if it has none. */
  prepare(call: ViewCall): ReusableContract | null {
    const view = this.#states.after(call);
    const account = view && readAccount(view.state, call.accountId);
    if (view === null || account === null) return null;
    const { chainId, protocol, state } = view;
    const owner = { chainId, accountId: call.accountId, contract: account.contract };
    const code = resolveContract(state, owner);
    return code && this.#contracts.prepareReusable(protocol, code);
  }
}

/**
 * Null if the call needs more gas than that. A contract cannot observe the limit in any other way,
 * so the result is the same as with all its gas.
 */
export function tryWithGas(
  run: (call: ViewCall) => ViewCallResult,
  call: ViewCall,
  trialGas: bigint,
): ViewCallResult | null {
  const isBounded = call.gasLimit !== null && call.gasLimit <= trialGas;
  if (isBounded) return run(call);
  const result = run({ ...call, gasLimit: trialGas });
  return result.kind === 'failed' && result.isOutOfGas ? null : result;
}
