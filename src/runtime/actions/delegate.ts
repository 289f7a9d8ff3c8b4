// Delegate and DelegateV2: actions signed by the receiver of this receipt become a new receipt,
// paid for by the sender of this one.

import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { publicKeyToHandle, type Signature, verify } from '../../base/crypto/keys.ts';
import { ACCESS_KEY_NONCE_RANGE_MULTIPLIER } from '../../params/constants.ts';
import {
  type GasKeyNonceId,
  readAccessKey,
  readGasKeyNonce,
  writeAccessKey,
  writeGasKeyNonce,
} from '../../state/accessKeys.ts';
import { type AccessKey, functionCallPermission, gasKeyInfo } from '../../types/accessKey.ts';
import {
  type Action,
  type ActionOf,
  type DelegateActionV2,
  delegateActionHash,
  delegateActionV2Hash,
} from '../../types/action.ts';
import type { ActionErrorKind } from '../../types/actionErrors.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { InvalidAccessKeyError } from '../../types/transactionErrors.ts';
import { prepaidExecFees, prepaidSendFees, receiptExecFee, totalPrepaidGas } from '../fees/fees.ts';
import { type ActionContext, type ActionResult, fail, succeed } from '../results/actionResult.ts';
import { findCallPermissionFault } from '../validation/callPermission.ts';

/** Both versions of the action in one shape. */
interface Delegation {
  readonly action: DelegateActionV2;
  readonly signedHash: Hash;
  readonly signature: Signature;
}

export function applyDelegate(context: ActionContext, signed: ActionOf<'Delegate'>): ActionResult {
  const { delegateAction, signature } = signed;
  const nonce = { kind: 'Nonce', value: { nonce: delegateAction.nonce } } as const;
  return applyDelegation(context, {
    action: { ...delegateAction, nonce },
    signedHash: delegateActionHash(delegateAction),
    signature,
  });
}

export function applyDelegateV2(
  context: ActionContext,
  signed: ActionOf<'DelegateV2'>,
): ActionResult {
  return applyDelegation(context, {
    action: signed.delegateAction.value,
    signedHash: delegateActionV2Hash(signed.delegateAction),
    signature: signed.signature,
  });
}

/** The compute of verifying the signature counts whether or not the action succeeds. */
function applyDelegation(context: ActionContext, delegation: Delegation): ActionResult {
  const { signatureVerification, vm } = context.chunk.protocol;
  const result = forwardActions(context, delegation);
  if (!vm.fixMlDsaCostCharging) return result;
  const { compute } = signatureVerification[delegation.action.publicKey.type];
  return { ...result, compute: result.compute + compute };
}

function forwardActions(context: ActionContext, delegation: Delegation): ActionResult {
  const { accountId, chunk, envelope, state } = context;
  const { action } = delegation;
  const fault = findSignatureFault(context, delegation);
  if (fault !== null) return fail(context, fault);
  const handle = publicKeyToHandle(action.publicKey);
  const key = readAccessKey(state, accountId, handle);
  if (key === null) {
    const value = { accountId, publicKey: action.publicKey };
    return fail(context, keyError({ kind: 'AccessKeyNotFound', value }));
  }
  const keyFault =
    findKeyKindFault(action, key) ??
    findNonceFault(context, action, key) ??
    findCallFault(context, action, key);
  if (keyFault !== null) return fail(context, keyFault);
  advanceNonce(context, action, key);
  // Sending was paid for by the relayer, on another shard; it is burnt where the receipt is sent.
  const send = prepaidSendFees(chunk.protocol, envelope.actions);
  return succeed(context, {
    gasBurnt: send.gas,
    gasUsed: send.gas + reservedGas(context, action),
    compute: send.compute,
    newReceipts: [createDelegatedReceipt(context, action)],
  });
}

/** The gas that the new receipt carries. */
function reservedGas({ chunk }: ActionContext, action: DelegateActionV2): bigint {
  const { actions, receiverId } = action;
  const execution = prepaidExecFees(chunk.protocol, actions, receiverId);
  return receiptExecFee(chunk.protocol).gas + execution.gas + totalPrepaidGas(actions);
}

/** Its unused gas goes back to the relayer, who signed and paid for the outer receipt. */
function createDelegatedReceipt(context: ActionContext, action: DelegateActionV2): Receipt {
  const { signerId, signerPublicKey, gasPrice } = context.envelope;
  return {
    predecessorId: context.accountId,
    receiverId: action.receiverId,
    receiptId: HASH_ZERO,
    body: {
      kind: 'Action',
      value: {
        signerId,
        refundTo: null,
        signerPublicKey,
        gasPrice,
        outputDataReceivers: [],
        inputDataIds: [],
        actions: action.actions,
      },
    },
  };
}

function findSignatureFault(
  context: ActionContext,
  delegation: Delegation,
): ActionErrorKind | null {
  const { accountId, chunk } = context;
  const { action, signature, signedHash } = delegation;
  if (!verify(action.publicKey, signedHash, signature)) {
    return { kind: 'DelegateActionInvalidSignature' };
  }
  if (BigInt(chunk.block.height) > action.maxBlockHeight) return { kind: 'DelegateActionExpired' };
  if (action.senderId === accountId) return null;
  const value = { senderId: action.senderId, receiverId: accountId };
  return { kind: 'DelegateActionSenderDoesNotMatchTxReceiver', value };
}

function keyError(value: InvalidAccessKeyError): ActionErrorKind {
  return { kind: 'DelegateActionAccessKeyError', value };
}

/** An ordinary key has one nonce; a gas key has several, and each delegation names one of them. */
function findKeyKindFault({ nonce }: DelegateActionV2, key: AccessKey): ActionErrorKind | null {
  const info = gasKeyInfo(key.permission);
  if (nonce.kind === 'Nonce') {
    return info === null ? null : keyError({ kind: 'DelegateActionRequiresNonGasKey' });
  }
  if (info === null) return keyError({ kind: 'DelegateActionRequiresGasKey' });
  const { nonceIndex } = nonce.value;
  if (nonceIndex < info.numNonces) return null;
  return invalidNonceIndex(nonceIndex, info.numNonces);
}

function invalidNonceIndex(nonceIndex: number, numNonces: number): ActionErrorKind {
  return { kind: 'DelegateActionInvalidNonceIndex', value: { nonceIndex, numNonces } };
}

function findNonceFault(
  context: ActionContext,
  action: DelegateActionV2,
  key: AccessKey,
): ActionErrorKind | null {
  const delegateNonce = action.nonce.value.nonce;
  const akNonce = currentNonce(context, action, key);
  if (typeof akNonce !== 'bigint') return akNonce;
  if (delegateNonce <= akNonce) {
    return { kind: 'DelegateActionInvalidNonce', value: { delegateNonce, akNonce } };
  }
  const upperBound = BigInt(context.chunk.block.height) * ACCESS_KEY_NONCE_RANGE_MULTIPLIER;
  if (delegateNonce < upperBound) return null;
  return { kind: 'DelegateActionNonceTooLarge', value: { delegateNonce, upperBound } };
}

function currentNonce(
  context: ActionContext,
  action: DelegateActionV2,
  key: AccessKey,
): bigint | ActionErrorKind {
  if (action.nonce.kind === 'Nonce') return key.nonce;
  const { nonceIndex } = action.nonce.value;
  const nonce = readGasKeyNonce(context.state, nonceRow(action, nonceIndex));
  // A gas key without its nonce rows is possible; a transaction is refused in the same way.
  const numNonces = gasKeyInfo(key.permission)?.numNonces ?? 0;
  return nonce ?? invalidNonceIndex(nonceIndex, numNonces);
}

function nonceRow({ senderId, publicKey }: DelegateActionV2, index: number): GasKeyNonceId {
  return { accountId: senderId, publicKey: publicKeyToHandle(publicKey), index };
}

/** What a key for function calls may do; unlike in a transaction, its allowance plays no part. */
function findCallFault(
  { chunk }: ActionContext,
  { actions, receiverId }: DelegateActionV2,
  key: AccessKey,
): ActionErrorKind | null {
  const permission = functionCallPermission(key.permission);
  if (permission === null) return null;
  const fault = findCallPermissionFault(permission, receiverId, actions);
  if (fault === null) return null;
  const { fixDelegateActionDepositWithFunctionCallError } = chunk.protocol.features;
  if (fault.kind !== 'DepositWithFunctionCall' || fixDelegateActionDepositWithFunctionCallError) {
    return keyError(fault);
  }
  // Version 84 goes on after a deposit and reports what it finds last.
  const later = findCallPermissionFault(permission, receiverId, actions.map(withoutDeposit));
  return keyError(later ?? fault);
}

function withoutDeposit(action: Action): Action {
  if (action.kind !== 'FunctionCall') return action;
  return { kind: 'FunctionCall', value: { ...action.value, deposit: 0n } };
}

function advanceNonce(context: ActionContext, action: DelegateActionV2, key: AccessKey): void {
  const { state } = context;
  const { nonce, publicKey, senderId } = action;
  if (nonce.kind === 'GasKeyNonce') {
    writeGasKeyNonce(state, nonceRow(action, nonce.value.nonceIndex), nonce.value.nonce);
    return;
  }
  const advanced = { ...key, nonce: nonce.value.nonce };
  writeAccessKey(state, senderId, publicKeyToHandle(publicKey), advanced);
}
