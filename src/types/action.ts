// The sixteen kinds of actions. Their bytes are in this file, together with the raw JSON that
// delegate actions carry; the JSON that RPC answers show is in `actionView.ts`.

import { concatBytes, u32Le } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import type { Signature } from '../base/crypto/keys.ts';
import { BorshError } from '../codec/borsh.ts';
import { type Codec, described, encode, named, recursive, type TypeOf } from '../codec/codec.ts';
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

export const functionCallFields = {
  methodName: string,
  args: described(bytes, 'The arguments of the call, base64-encoded.'),
  gas: described(gas, 'The gas attached to the call.'),
  deposit: described(balance, 'The tokens attached to the call.'),
} as const;

const code = described(bytes, 'The Wasm code, base64-encoded.');
const deposit = described(balance, 'The tokens that the receiver gets.');

/** Fields that are shown as they are encoded. */
export const transferFields = { deposit } as const;
export const stakeFields = {
  stake: described(balance, 'The whole stake, not a change of it; 0 to unstake.'),
  publicKey: described(publicKey, 'The key of the validator node.'),
} as const;
export const deleteAccountFields = {
  beneficiaryId: described(accountId, 'The account that gets the remaining balance.'),
} as const;
export const toGasKeyFields = {
  publicKey,
  deposit: described(balance, 'The tokens that the gas key gets.'),
} as const;
export const fromGasKeyFields = {
  publicKey,
  amount: described(balance, 'The tokens that the gas key returns to its account.'),
} as const;
/** The bytes as the sender wrote them, because the receiver's id is their hash. */
export const universalStateInitFields = {
  stateInit: named('RawStateInit', described(bytes, 'An initial state in Borsh, base64-encoded.')),
  deposit,
} as const;

/** Every action but the two that wrap others, in the order of their numbers. */
const plainActions = {
  CreateAccount: struct('CreateAccountAction', {}),
  DeployContract: struct('DeployContractAction', { code }),
  FunctionCall: struct('FunctionCallAction', functionCallFields),
  Transfer: struct('TransferAction', transferFields),
  Stake: struct('StakeAction', stakeFields),
  AddKey: struct('AddKeyAction', { publicKey, accessKey: AccessKey }),
  DeleteKey: struct('DeleteKeyAction', { publicKey }),
  DeleteAccount: struct('DeleteAccountAction', deleteAccountFields),
} as const;

const newerActions = {
  DeployGlobalContract: struct('DeployGlobalContractAction', {
    code,
    deployMode: GlobalContractDeployMode,
  }),
  UseGlobalContract: struct('UseGlobalContractAction', {
    contractIdentifier: GlobalContractIdentifier,
  }),
  DeterministicStateInit: struct('DeterministicStateInitAction', {
    stateInit: DeterministicStateInit,
    deposit,
  }),
  TransferToGasKey: struct('TransferToGasKeyAction', toGasKeyFields),
  WithdrawFromGasKey: struct('WithdrawFromGasKeyAction', fromGasKeyFields),
  UniversalStateInit: struct('UniversalStateInitAction', universalStateInitFields),
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

export interface SignedDelegateAction {
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

/**
 * Inner actions are decoded as any action is. One that delegates again is refused by its number,
 * whatever follows it.
 */
const nonDelegateAction: Codec<NonDelegateAction> = recursive(() => {
  const inner = { ...plainActions, ...newerActions };
  const mayNest = Object.keys(actions).map((kind) => kind in inner);
  return {
    ...(Action as Codec<NonDelegateAction>),
    schema: union('NonDelegateAction', inner).schema,
    read: (reader) => {
      // The union refuses a number that no action has.
      if (mayNest[reader.peek(0)] === false) {
        throw new BorshError("DelegateAction mustn't contain a nested one");
      }
      return Action.read(reader) as NonDelegateAction;
    },
  };
});

const delegateFields = {
  senderId: described(accountId, 'The account that signed the delegate action.'),
  receiverId: described(accountId, 'The receiver of the actions.'),
  actions: described(
    vec(nonDelegateAction),
    'The actions to execute; a delegate action is not allowed among them.',
  ),
  nonce: described(nonce, "Greater than the nonce of the sender's access key."),
  maxBlockHeight: described(u64, 'The greatest block height at which the action is valid.'),
  publicKey: described(publicKey, 'The key of the sender that signed the delegate action.'),
} as const;

export const DelegateAction: Codec<DelegateAction> = struct('DelegateAction', delegateFields);

/** The versioned payload of the newer delegate action; its signature covers the version byte. */
const VersionedDelegateAction: Codec<SignedDelegateActionV2['delegateAction']> = union(
  'VersionedDelegateActionPayload',
  {
    V2: struct('DelegateActionV2', { ...delegateFields, nonce: TransactionNonce }),
  },
);

export const SignedDelegateAction = struct('SignedDelegateAction', {
  delegateAction: DelegateAction,
  signature,
});
export const VersionedSignedDelegateAction = struct('VersionedSignedDelegateAction', {
  delegateAction: VersionedDelegateAction,
  signature,
});

/** In the order of their numbers. */
const actions = {
  ...plainActions,
  Delegate: SignedDelegateAction,
  DeployGlobalContract: newerActions.DeployGlobalContract,
  UseGlobalContract: newerActions.UseGlobalContract,
  DeterministicStateInit: newerActions.DeterministicStateInit,
  TransferToGasKey: newerActions.TransferToGasKey,
  WithdrawFromGasKey: newerActions.WithdrawFromGasKey,
  DelegateV2: VersionedSignedDelegateAction,
  UniversalStateInit: newerActions.UniversalStateInit,
} as const;

export const Action: Codec<Action> = union('Action', actions);

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
