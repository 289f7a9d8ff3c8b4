// A local chain of several shards and short epochs with much activity: receipts of every kind
// between the shards, code deployed on the same and on other shards, accounts created and deleted,
// failures.

import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic, sign } from '../../src/base/crypto/keys.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import { type Action, delegateActionHash } from '../../src/types/action.ts';
import {
  ALICE,
  BOB,
  CAROL,
  createLocalChain,
  keyOf,
  type LocalChain,
  NEAR,
  signTransaction,
  TGAS,
  transfer,
} from '../chain/localChain.ts';
import { hostCalls, recordedContract } from '../support/recordedContracts.ts';

export const HOST = `host.${ALICE}`;
export const GONE = `gone.${BOB}`;
export const EPOCH_LENGTH = 15;
const code = recordedContract('hostcall');
const key = secretToPublic(keyFromSeed('ed25519', 'another'));
const gasKey = secretToPublic(keyFromSeed('ed25519', 'gas'));

const createAccount: Action = { kind: 'CreateAccount', value: {} };
const deploy: Action = { kind: 'DeployContract', value: { code } };
const addKey = (publicKey: typeof key, permission: Permission): Action => ({
  kind: 'AddKey',
  value: { publicKey, accessKey: { nonce: 0n, permission } },
});
type Permission = Extract<Action, { kind: 'AddKey' }>['value']['accessKey']['permission'];

function call(methodName: string, args: Uint8Array): Action {
  return { kind: 'FunctionCall', value: { methodName, args, gas: 100n * TGAS, deposit: 0n } };
}

/** Sixteen zero bytes in the contract's memory: an amount of zero. */
const ZERO_AT = 0x40000;
const CALL_GAS = 5n * TGAS;
/**
 * The result of `echo` travels to `collect` as a data receipt. The yielded receipt is processed in
 * the chunk that creates it, so only its id is bound.
 */
const promises = hostCalls(
  ['promise_create', HOST, 'echo', 'something', ZERO_AT, CALL_GAS],
  ['promise_then', 0, BOB, 'collect', '', ZERO_AT, CALL_GAS],
  ['promise_yield_create', 'collect', '', CALL_GAS, 0, 0],
  ['promise_return', 1],
);
const storing = hostCalls(
  ['storage_write', 'key', 'value', 0],
  ['storage_write', 'kez', 'other', 0],
  ['log_utf8', 'stored'],
);
const removing = hostCalls(['storage_remove', 'kez', 0]);

/** Bob pays for what Carol has signed. */
function delegate({ chain }: LocalChain): Action {
  const { height } = chain.head.block.header.lite;
  const delegateAction = {
    senderId: CAROL,
    receiverId: ALICE,
    actions: [transfer(3n * NEAR) as never],
    nonce: 1_000n + BigInt(height),
    maxBlockHeight: BigInt(height + 100),
    publicKey: secretToPublic(keyOf(CAROL)),
  };
  const signature = sign(keyOf(CAROL), delegateActionHash(delegateAction));
  return { kind: 'Delegate', value: { delegateAction, signature } };
}

type Step = readonly [AccountId, AccountId, (local: LocalChain) => readonly Action[]];

const STEPS: readonly Step[] = [
  [ALICE, BOB, () => [transfer(NEAR)]],
  [ALICE, HOST, () => [createAccount, transfer(50n * NEAR), deploy]],
  [BOB, BOB, () => [deploy]],
  [ALICE, HOST, () => [call('run', storing)]],
  [CAROL, BOB, () => [call('run', promises)]],
  [ALICE, HOST, () => [call('no such method', new Uint8Array())]],
  [ALICE, `nobody.${ALICE}`, () => [transfer(NEAR)]],
  [BOB, CAROL, (local) => [delegate(local)]],
  [BOB, BOB, () => [addKey(key, { kind: 'FullAccess' })]],
  [
    CAROL,
    CAROL,
    () => [addKey(gasKey, { kind: 'GasKeyFullAccess', value: { balance: 0n, numNonces: 2 } })],
  ],
  [ALICE, HOST, () => [call('run', removing)]],
  [BOB, GONE, () => [createAccount, transfer(NEAR)]],
  [BOB, GONE, () => [{ kind: 'DeleteAccount', value: { beneficiaryId: BOB } }]],
  [BOB, BOB, () => [{ kind: 'DeleteKey', value: { publicKey: key } }]],
  [CAROL, CAROL, () => [{ kind: 'DeployGlobalContract', value: { code, deployMode: 'CodeHash' } }]],
  [CAROL, CAROL, () => [useGlobal]],
  [BOB, BOB, () => [{ kind: 'Stake', value: { stake: 9_000n * NEAR, publicKey: key } }]],
];

const useGlobal: Action = {
  kind: 'UseGlobalContract',
  value: { contractIdentifier: { kind: 'CodeHash', value: sha256(code) } },
};

export function createBusyChain(): LocalChain {
  const local = createLocalChain({ epochLength: EPOCH_LENGTH }, { shards: 3 });
  const { producer } = local;
  for (const [signer, receiver, actions] of STEPS) {
    producer.submit(signTransaction(local, signer, receiver, actions(local)));
    do producer.produceBlock();
    while (producer.hasWork());
  }
  // An empty block, so that the previous one is confirmed.
  for (let i = 0; i < 3; i++) producer.produceBlock();
  return local;
}

export const KEY_PREFIX = utf8ToBytes('ke');
