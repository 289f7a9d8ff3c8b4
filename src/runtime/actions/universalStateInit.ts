// UniversalStateInit: gives a universal account the code, data and keys that its id is the hash of.
// It creates the account if no transfer has done so, and it changes nothing and returns its deposit
// if the account is initialized. The actor stays the predecessor.

import { maxBigint } from '../../base/bytes/bigints.ts';
import { writeAccessKey } from '../../state/accessKeys.ts';
import { accessKeyStorageUsage } from '../../state/storageUsage.ts';
import type { AccessKey } from '../../types/accessKey.ts';
import { type Account, initialize, isInitialized } from '../../types/account.ts';
import type { ActionOf } from '../../types/action.ts';
import { decodeStateInit, type UniversalStateInit } from '../../types/universalStateInit.ts';
import { type ActionContext, type ActionResult, fail } from '../results/actionResult.ts';
import { createUninitializedAccount, initialNonce } from './newAccount.ts';
import { refundDeposit, settleStateInit, writeInitialData } from './settleStateInit.ts';
import { findGlobalContractFault, useGlobalContract } from './useGlobalContract.ts';

export function applyUniversalStateInit(
  context: ActionContext,
  { deposit, stateInit: raw }: ActionOf<'UniversalStateInit'>,
): ActionResult {
  const account = context.account ?? createUninitializedAccount(context.chunk, 0n);
  if (isInitialized(account)) return refundDeposit(context, account, deposit);
  const stateInit = decodeStateInit(raw);
  // Validation has refused such bytes.
  if (stateInit === null) return fail(context, { kind: 'MalformedUniversalStateInit' });
  const { code } = stateInit.value;
  const fault = code === null ? null : findGlobalContractFault(context.state, code);
  if (fault !== null) return fail(context, fault);
  return settleStateInit(context, install(context, account, stateInit), deposit);
}

function install(
  context: ActionContext,
  account: Account,
  { value: { code, data, accessKeys } }: UniversalStateInit,
): Account {
  const { accountId, chunk, state } = context;
  const bare = initialize(account);
  const withCode = code === null ? bare : useGlobalContract(state, accountId, bare, code);
  const withData = writeInitialData(context, withCode, data);
  // Neither an earlier account of this id nor the transaction that starts this one can be repeated.
  const nonce = maxBigint(initialNonce(chunk.block.height), account.bootstrapNonce ?? 0n);
  const accessKey: AccessKey = { nonce, permission: { kind: 'FullAccess' } };
  let { storageUsage } = withData;
  for (const handle of accessKeys) {
    writeAccessKey(state, accountId, handle, accessKey);
    storageUsage += accessKeyStorageUsage(chunk.protocol.storage, handle, accessKey);
  }
  return { ...withData, storageUsage };
}
