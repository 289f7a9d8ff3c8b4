// The sixteen kinds of actions. Their bytes are in this file, together with the raw JSON that
// delegate actions carry; the JSON that RPC answers show is in `actionView.ts`.

import { concatBytes, u32Le } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import type { Signature } from '../base/crypto/keys.ts';
import { BorshError } from '../codec/borsh.ts';
import { type Codec, encode, recursive, type TypeOf } from '../codec/codec.ts';
import { bytes, string, u16, u64, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { type UnionOf, union } from '../codec/union.ts';
import { AccessKey } from './accessKey.ts';
import { accountId } from './accountId.ts';
import {
  DeterministicStateInit,
  GlobalContractDeployMode,
  GlobalContractIdentifier,
} from './globalContract.ts';
import { balance, gas, nonce, publicKey, signature } from './primitives.ts';

/** A nonce of an ordinary key, or of one of the parallel nonces of a gas key. */
export const TransactionNonce = union('TransactionNonce', {
  Nonce: struct({ nonce }),
  GasKeyNonce: struct({ nonce, nonceIndex: u16 }),
});
export type TransactionNonce = TypeOf<typeof TransactionNonce>;

export const FunctionCallAction = struct({
  methodName: string,
  args: bytes,
  gas,
  deposit: balance,
});
export type FunctionCallAction = TypeOf<typeof FunctionCallAction>;

/** Every action but the two that wrap others, in the order of their numbers. */
const plainActions = {
  CreateAccount: struct({}),
  DeployContract: struct({ code: bytes }),
  FunctionCall: FunctionCallAction,
  Transfer: struct({ deposit: balance }),
  Stake: struct({ stake: balance, publicKey }),
  AddKey: struct({ publicKey, accessKey: AccessKey }),
  DeleteKey: struct({ publicKey }),
  DeleteAccount: struct({ beneficiaryId: accountId }),
} as const;

const newerActions = {
  DeployGlobalContract: struct({ code: bytes, deployMode: GlobalContractDeployMode }),
  UseGlobalContract: struct({ contractIdentifier: GlobalContractIdentifier }),
  DeterministicStateInit: struct({ stateInit: DeterministicStateInit, deposit: balance }),
  TransferToGasKey: struct({ publicKey, deposit: balance }),
  WithdrawFromGasKey: struct({ publicKey, amount: balance }),
  /** The bytes as the sender wrote them, because the receiver's id is their hash. */
  UniversalStateInit: struct({ stateInit: bytes, deposit: balance }),
} as const;

/** What a delegate action may contain: no other delegate action. */
export type NonDelegateAction = UnionOf<typeof plainActions & typeof newerActions>;

export interface DelegateAction {
  readonly senderId: string;
  readonly receiverId: string;
  readonly actions: readonly NonDelegateAction[];
  readonly nonce: bigint;
  readonly maxBlockHeight: bigint;
  readonly publicKey: TypeOf<typeof publicKey>;
}

export interface DelegateActionV2 extends Omit<DelegateAction, 'nonce'> {
  readonly nonce: TransactionNonce;
}

interface SignedDelegateAction {
  readonly delegateAction: DelegateAction;
  readonly signature: Signature;
}

interface SignedDelegateActionV2 {
  readonly delegateAction: { readonly kind: 'V2'; readonly value: DelegateActionV2 };
  readonly signature: Signature;
}

export type Action =
  | NonDelegateAction
  | { readonly kind: 'Delegate'; readonly value: SignedDelegateAction }
  | { readonly kind: 'DelegateV2'; readonly value: SignedDelegateActionV2 };

export type ActionKind = Action['kind'];
export type ActionOf<K extends ActionKind> = Extract<Action, { kind: K }>['value'];

/** Inner actions are decoded as any action is, and refused when they delegate again. */
const nonDelegateAction: Codec<NonDelegateAction> = recursive(() => ({
  ...(Action as Codec<NonDelegateAction>),
  read: (reader) => {
    const action = Action.read(reader);
    if (action.kind === 'Delegate' || action.kind === 'DelegateV2') {
      throw new BorshError("DelegateAction mustn't contain a nested one");
    }
    return action;
  },
}));

export const DelegateAction: Codec<DelegateAction> = struct({
  senderId: accountId,
  receiverId: accountId,
  actions: vec(nonDelegateAction),
  nonce,
  maxBlockHeight: u64,
  publicKey,
});

/** The versioned payload of the newer delegate action; its signature covers the version byte. */
export const VersionedDelegateAction: Codec<SignedDelegateActionV2['delegateAction']> = union(
  'VersionedDelegateActionPayload',
  {
    V2: struct({
      senderId: accountId,
      receiverId: accountId,
      actions: vec(nonDelegateAction),
      nonce: TransactionNonce,
      maxBlockHeight: u64,
      publicKey,
    }),
  },
);

export const Action: Codec<Action> = union('Action', {
  ...plainActions,
  Delegate: struct({ delegateAction: DelegateAction, signature }),
  DeployGlobalContract: newerActions.DeployGlobalContract,
  UseGlobalContract: newerActions.UseGlobalContract,
  DeterministicStateInit: newerActions.DeterministicStateInit,
  TransferToGasKey: newerActions.TransferToGasKey,
  WithdrawFromGasKey: newerActions.WithdrawFromGasKey,
  DelegateV2: struct({ delegateAction: VersionedDelegateAction, signature }),
  UniversalStateInit: newerActions.UniversalStateInit,
});

/**
 * NEP-461: signed messages that are not transactions begin with a number no transaction begins
 * with.
 */
const ON_CHAIN_MESSAGE = 2 ** 30;
const NEP_DELEGATE = 366;
const NEP_DELEGATE_V2 = 611;

export function delegateActionHash(action: DelegateAction): Hash {
  const prefix = u32Le(ON_CHAIN_MESSAGE + NEP_DELEGATE);
  return sha256(concatBytes(prefix, encode(DelegateAction, action)));
}

export function delegateActionV2Hash(action: SignedDelegateActionV2['delegateAction']): Hash {
  const prefix = u32Le(ON_CHAIN_MESSAGE + NEP_DELEGATE_V2);
  return sha256(concatBytes(prefix, encode(VersionedDelegateAction, action)));
}
