// What execution does differently from version 84, under the reference's names. Everything is off
// at 84; the files of the versions switch features on.

import { freezeDeep } from '../freezeDeep.ts';

export const features = freezeDeep({
  gasKeys: false,
  /** Whether new transactions and receipts may have DelegateV2; `rejectDelegateV2` ends that. */
  delegateV2: false,
  rejectDelegateV2: false,
  postQuantumSignatures: false,
  accountCostIncrease: false,
  fixDelegateActionDepositWithFunctionCallError: false,
  fixDeleteAccountGlobalContractStorageUsage: false,
  fixDelegatedDeterministicStateInit: false,
  uniqueChunkTransactions: false,
  yieldWithId: false,
  clampOutgoingGasAdmission: false,
  dynamicResharding: false,
  stickyReshardingValidatorAssignment: false,
  enforcePerReceiptStorageProofLimit: false,
  rejectEmptyMethodName: false,
  enforceStorageProofLimitForAllActions: false,
  receiptPromiseInputSizeLimit: false,
  earlyKickout: false,
  rejectWithdrawFromGasKeyInDelegate: false,
  rejectUniversalAccountTransfers: false,
  universalAccounts: false,
  /** Whether the action UniversalStateInit can be decoded; validation may still refuse it. */
  universalStateInitDecodes: false,
  /** Whether receipts are checked against `maxStateInitEntries` and `maxUniversalStateInitKeys`. */
  stateInitCounts: false,
});

export type Features = typeof features;
