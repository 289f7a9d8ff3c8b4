// The environment of a contract during a view: its stored data and the validators. Host functions
// that change anything are rejected before they get here.

import { fail } from '../../base/assert.ts';
import { findDataForRead } from '../../state/contractData.ts';
import type { StateView } from '../../state/stateView.ts';
import type { AccountId } from '../../types/accountId.ts';
import { summarizeStateInit } from '../../types/universalStateInit.ts';
import type { External, StoredValue } from '../../vm/external.ts';
import type { EpochView } from '../chunkContext.ts';

export class ViewExternal implements External {
  readonly #state: StateView;
  readonly #accountId: AccountId;
  readonly #epoch: Pick<EpochView, 'validatorStake' | 'totalStake'>;

  constructor(
    state: StateView,
    accountId: AccountId,
    epoch: Pick<EpochView, 'validatorStake' | 'totalStake'>,
  ) {
    this.#state = state;
    this.#accountId = accountId;
    this.#epoch = epoch;
  }

  findForRead(key: Uint8Array): StoredValue | null {
    return findDataForRead(this.#state, this.#accountId, key);
  }

  /** A view has no state proof, and no limit for one. */
  recordedStorageSize(): number {
    return 0;
  }

  validatorStake(accountId: AccountId): bigint {
    return this.#epoch.validatorStake(accountId) ?? 0n;
  }

  validatorTotalStake(): bigint {
    return this.#epoch.totalStake();
  }

  readonly summarizeStateInit = summarizeStateInit;

  readonly findForUpdate = refuseChange;
  readonly writeStorage = refuseChange;
  readonly removeStorage = refuseChange;
  readonly createActionReceipt = refuseChange;
  readonly createYieldReceipt = refuseChange;
  readonly createYieldReceiptWithId = refuseChange;
  readonly resumeYield = refuseChange;
  readonly resumeYieldWithId = refuseChange;
  readonly receiptReceiver = refuseChange;
  readonly setRefundTo = refuseChange;
  readonly appendAction = refuseChange;
  readonly addStateInitEntry = refuseChange;
  readonly decodeMethodName = refuseChange;
}

function refuseChange(): never {
  fail('the VM prohibits changes in views');
}
