// Transactions, messages of NEP-413 and delegate actions of NEP-366 as the bytes that are signed.
// Actions are the JSON that the node shows, except that code is complete.

import type { Tagged } from '../chain/wire.ts';
import { openTagged } from '../format/actions.ts';
import { decodeBase58, encodeBase58 } from './base58.ts';
import {
  bytes,
  type Codec,
  convert,
  encode,
  fixed,
  InvalidBytes,
  list,
  nothing,
  option,
  string,
  struct,
  type TypeOf,
  u16,
  u64,
  u128,
  union,
} from './borsh.ts';

function base58(length: number): Codec<string> {
  return convert(fixed(length), encodeBase58, (text) => {
    const found = decodeBase58(`${text}`, length);
    if (found === null) throw new InvalidBytes(`${text} does not have ${length} bytes`);
    return found;
  });
}

const hash = base58(32);

/** `ed25519:…` and its like; the order of the types is that of their numbers. */
function keyText(lengths: Readonly<Record<string, number>>): Codec<string> {
  const variants = Object.entries(lengths).map(([type, length]) => [type, base58(length)]);
  return convert(
    union(Object.fromEntries(variants)),
    (variant) => {
      const { kind, fields } = openTagged(variant);
      return `${kind}:${fields.value}`;
    },
    (text) => {
      const [, type = 'ed25519', data] = /^(?:(.*?):)?(.*)$/s.exec(`${text}`) ?? [];
      return { [type]: data };
    },
  );
}

export const publicKey = keyText({ ed25519: 32, secp256k1: 64, 'ml-dsa-65': 1952 });
const signature = keyText({ ed25519: 64, secp256k1: 65, 'ml-dsa-65': 3309 });

const callPermission = struct({
  allowance: option(u128),
  receiver_id: string,
  method_names: list(string),
});
const gasKey = struct({ balance: u128, num_nonces: u16 });
const permission = union({
  FunctionCall: callPermission,
  FullAccess: nothing,
  GasKeyFunctionCall: convert(
    struct({ info: gasKey, call: callPermission }),
    ({ info, call }) => ({ ...info, ...call }),
    (shown) => ({ info: shown, call: shown }),
  ),
  GasKeyFullAccess: gasKey,
});

const contractId = union({ hash, account_id: string });
const stateData = convert(
  list(struct({ key: bytes, value: bytes })),
  (entries) => Object.fromEntries(entries.map(({ key, value }) => [key, value])),
  (data: Readonly<Record<string, string>>) =>
    Object.entries(data).map(([key, value]) => ({ key, value })),
);
const stateInit = convert(
  union({ V1: struct({ code: contractId, data: stateData }) }),
  (variant) => openTagged(variant).fields,
  (fields) => ({ V1: fields }),
);

const nonces = union({
  Nonce: struct({ nonce: u64 }),
  GasKeyNonce: struct({ nonce: u64, nonce_index: u16 }),
});

const self: { action?: Codec<Tagged> } = {};
/** Delegate actions contain actions, but not each other. */
const innerAction: Codec<Tagged> = {
  read: (reader) => refuseDelegate(self.action?.read(reader) ?? ''),
  write: (value, parts) => self.action?.write(refuseDelegate(value), parts),
};

function refuseDelegate(action: Tagged): Tagged {
  if (openTagged(action).kind.startsWith('Delegate')) {
    throw new InvalidBytes('a delegate action contains another one');
  }
  return action;
}

function delegateFields<N>(nonce: Codec<N>) {
  return struct({
    sender_id: string,
    receiver_id: string,
    actions: list(innerAction),
    nonce,
    max_block_height: u64,
    public_key: publicKey,
  });
}

const delegateAction = delegateFields(u64);
export type DelegateAction = TypeOf<typeof delegateAction>;

/** In the order of their numbers, under the names of the protocol. */
const actions = union({
  CreateAccount: nothing,
  DeployContract: struct({ code: bytes }),
  FunctionCall: struct({ method_name: string, args: bytes, gas: u64, deposit: u128 }),
  Transfer: struct({ deposit: u128 }),
  Stake: struct({ stake: u128, public_key: publicKey }),
  AddKey: struct({ public_key: publicKey, access_key: struct({ nonce: u64, permission }) }),
  DeleteKey: struct({ public_key: publicKey }),
  DeleteAccount: struct({ beneficiary_id: string }),
  Delegate: struct({ delegate_action: delegateAction, signature }),
  DeployGlobalContract: struct({
    code: bytes,
    deploy_mode: union({ CodeHash: nothing, AccountId: nothing }),
  }),
  UseGlobalContract: struct({ contract_identifier: contractId }),
  DeterministicStateInit: struct({ state_init: stateInit, deposit: u128 }),
  TransferToGasKey: struct({ public_key: publicKey, deposit: u128 }),
  WithdrawFromGasKey: struct({ public_key: publicKey, amount: u128 }),
  DelegateV2: struct({
    delegate_action: union({ V2: delegateFields(nonces) }),
    signature,
  }),
  UniversalStateInit: struct({ state_init: bytes, deposit: u128 }),
});

/** The node shows global contracts under two names each, and a state without its version. */
const action: Codec<Tagged> = convert(actions, toShown, fromShown);
self.action = action;

function toShown(raw: Tagged): Tagged {
  const { kind, fields } = openTagged(raw);
  if (kind === 'DeployGlobalContract') {
    const { code, deploy_mode } = fields;
    return { [deploy_mode === 'CodeHash' ? kind : `${kind}ByAccountId`]: { code } };
  }
  if (kind === 'UseGlobalContract') {
    const { hash: code_hash, account_id } = fields.contract_identifier as Record<string, string>;
    return code_hash === undefined
      ? { [`${kind}ByAccountId`]: { account_id } }
      : { [kind]: { code_hash } };
  }
  if (kind !== 'DeterministicStateInit') return raw;
  return { [kind]: { ...(fields.state_init as object), deposit: fields.deposit } };
}

function fromShown(shown: Tagged): Tagged {
  const { kind, fields } = openTagged(shown);
  const { code, code_hash, account_id, data, deposit } = fields;
  switch (kind) {
    case 'DeployGlobalContract':
      return { [kind]: { code, deploy_mode: 'CodeHash' } };
    case 'DeployGlobalContractByAccountId':
      return { DeployGlobalContract: { code, deploy_mode: 'AccountId' } };
    case 'UseGlobalContract':
      return { [kind]: { contract_identifier: { hash: code_hash } } };
    case 'UseGlobalContractByAccountId':
      return { UseGlobalContract: { contract_identifier: { account_id } } };
    case 'DeterministicStateInit':
      return { [kind]: { state_init: { code, data }, deposit } };
    default:
      return shown;
  }
}

/** Version 0, which has no tag. */
export const unsignedTransaction = struct({
  signer_id: string,
  public_key: publicKey,
  nonce: u64,
  receiver_id: string,
  block_hash: hash,
  actions: list(action),
});
export type UnsignedTransaction = TypeOf<typeof unsignedTransaction>;

export const signedTransaction = struct({ transaction: unsignedTransaction, signature });
export const signedDelegate = struct({ delegate_action: delegateAction, signature });

const message = struct({
  message: string,
  nonce: fixed(32),
  recipient: string,
  callbackUrl: option(string),
});
export type SignedMessage = TypeOf<typeof message>;

/** NEP-461: what is not a transaction begins with a number that no transaction begins with. */
const OFF_CHAIN_MESSAGE = 2n ** 31n;
const ON_CHAIN_MESSAGE = 2n ** 30n;
const NEP_MESSAGE = 413n;
const NEP_DELEGATE = 366n;

function tagged<T>(tag: bigint, codec: Codec<T>): Codec<T> {
  const prefix = Uint8Array.from([0n, 8n, 16n, 24n], (shift) => Number((tag >> shift) & 255n));
  return {
    read: (reader) => {
      reader.take(prefix.length);
      return codec.read(reader);
    },
    write: (value, parts) => {
      parts.push(prefix);
      codec.write(value, parts);
    },
  };
}

/** The bytes whose hash is signed. */
export function messageBytes(value: SignedMessage): Uint8Array<ArrayBuffer> {
  return encode(tagged(OFF_CHAIN_MESSAGE + NEP_MESSAGE, message), value);
}

export function delegateBytes(value: DelegateAction): Uint8Array<ArrayBuffer> {
  return encode(tagged(ON_CHAIN_MESSAGE + NEP_DELEGATE, delegateAction), value);
}
