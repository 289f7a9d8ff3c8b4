// A chain with every kind of activity: transactions with every kind of action that a client can
// send, receipts of every kind, successes and failures.

import { u64Le, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import {
  formatPublicKey,
  keyFromSeed,
  publicKeyToHandle,
  secretToPublic,
  sign,
} from '../../../src/base/crypto/keys.ts';
import { encode } from '../../../src/codec/codec.ts';
import type { AccountId } from '../../../src/types/accountId.ts';
import {
  type Action,
  delegateActionHash,
  type NonDelegateAction,
} from '../../../src/types/action.ts';
import {
  type DeterministicStateInit,
  deterministicAccountId,
} from '../../../src/types/globalContract.ts';
import { UniversalStateInit, universalAccountId } from '../../../src/types/universalStateInit.ts';
import { hostCalls, recordedContract } from '../../support/recordedContracts.ts';
import type { RpcClient } from '../../support/rpcClient.ts';
import { ALICE, BOB, CAROL } from '../../support/runningNode.ts';
import {
  callContract,
  deploy,
  NEAR,
  Sender,
  TGAS,
  type TransactionResult,
  transfer,
} from '../../support/sender.ts';

const HOST = `host.${ALICE}`;
const GONE = `gone.${BOB}`;
const fullSecret = keyFromSeed('ed25519', 'full');
const fullKey = secretToPublic(fullSecret);
const callKey = secretToPublic(keyFromSeed('ed25519', 'call'));
const gasKey = secretToPublic(keyFromSeed('ed25519', 'gas'));
const code = recordedContract('hostcall');
const codeHash = sha256(code);
const stateInit: DeterministicStateInit = {
  kind: 'V1',
  value: {
    code: { kind: 'CodeHash', value: codeHash },
    data: [[utf8ToBytes('key'), utf8ToBytes('value')]],
  },
};

const universalInit = encode(UniversalStateInit, {
  kind: 'V1',
  value: { code: null, data: [], accessKeys: [publicKeyToHandle(fullKey)] },
});

const createAccount: Action = { kind: 'CreateAccount', value: {} };
const addKey = (publicKey: typeof fullKey, permission: AddedPermission): Action => ({
  kind: 'AddKey',
  value: { publicKey, accessKey: { nonce: 0n, permission } },
});
type AddedPermission = Extract<Action, { kind: 'AddKey' }>['value']['accessKey']['permission'];

const FULL_ACCESS: AddedPermission = { kind: 'FullAccess' };
const CALL_ONLY: AddedPermission = {
  kind: 'FunctionCall',
  value: { allowance: NEAR, receiverId: HOST, methodNames: ['echo'] },
};
const GAS_KEY: AddedPermission = {
  kind: 'GasKeyFullAccess',
  value: { balance: 0n, numNonces: 2 },
};

/** Sixteen zero bytes in the contract's memory: an amount of zero. */
const ZERO_AT = 0x40000;
const CALL_GAS = 5n * TGAS;
/** Calls `echo`, and `collect` with its result: the result travels as a data receipt. */
const promises = hostCalls(
  ['promise_create', HOST, 'echo', 'something', ZERO_AT, CALL_GAS],
  ['promise_then', 0, HOST, 'collect', '', ZERO_AT, CALL_GAS],
  ['promise_return', 1],
);

type Step = readonly [signer: AccountId, receiver: AccountId, actions: readonly Action[]];

const STEPS: readonly Step[] = [
  [ALICE, HOST, [createAccount, transfer(50n * NEAR), addKey(fullKey, FULL_ACCESS), deploy(code)]],
  [ALICE, HOST, [callContract('run', promises)]],
  [ALICE, HOST, [callContract('no such method', u64Le(0))]],
  [ALICE, `nobody.${ALICE}`, [transfer(NEAR)]],
  [BOB, BOB, [addKey(callKey, CALL_ONLY), addKey(gasKey, GAS_KEY)]],
  [BOB, BOB, [{ kind: 'TransferToGasKey', value: { publicKey: gasKey, deposit: NEAR } }]],
  [BOB, BOB, [{ kind: 'WithdrawFromGasKey', value: { publicKey: gasKey, amount: NEAR } }]],
  [BOB, BOB, [{ kind: 'DeleteKey', value: { publicKey: callKey } }]],
  [BOB, GONE, [createAccount, { kind: 'DeleteAccount', value: { beneficiaryId: BOB } }]],
  [CAROL, CAROL, [{ kind: 'DeployGlobalContract', value: { code, deployMode: 'CodeHash' } }]],
  [CAROL, CAROL, [{ kind: 'DeployGlobalContract', value: { code, deployMode: 'AccountId' } }]],
  [
    CAROL,
    CAROL,
    [
      {
        kind: 'UseGlobalContract',
        value: { contractIdentifier: { kind: 'CodeHash', value: codeHash } },
      },
    ],
  ],
  [
    CAROL,
    CAROL,
    [
      {
        kind: 'UseGlobalContract',
        value: { contractIdentifier: { kind: 'AccountId', value: CAROL } },
      },
    ],
  ],
  [
    CAROL,
    deterministicAccountId(stateInit),
    [{ kind: 'DeterministicStateInit', value: { stateInit, deposit: NEAR } }],
  ],
  [
    CAROL,
    universalAccountId(universalInit),
    [{ kind: 'UniversalStateInit', value: { stateInit: universalInit, deposit: NEAR } }],
  ],
  [CAROL, CAROL, [{ kind: 'Stake', value: { stake: 9_000n * NEAR, publicKey: fullKey } }]],
];

/** Accounts that the steps change and leave alive. */
export const CHANGED_ACCOUNTS = [ALICE, BOB, CAROL, HOST];

/** A transfer of the host, which Alice pays for. */
async function delegateStep(rpc: RpcClient): Promise<Step> {
  const key = await rpc.call<{ nonce: number }>('query', {
    request_type: 'view_access_key',
    account_id: HOST,
    public_key: formatPublicKey(fullKey),
    finality: 'optimistic',
  });
  const delegateAction = {
    senderId: HOST,
    receiverId: BOB,
    actions: [transfer(1n) as NonDelegateAction],
    nonce: BigInt(key.nonce) + 1n,
    maxBlockHeight: 1_000_000n,
    publicKey: fullKey,
  };
  const signature = sign(fullSecret, delegateActionHash(delegateAction));
  return [ALICE, HOST, [{ kind: 'Delegate', value: { delegateAction, signature } }]];
}

/** Runs the steps one after the other; returns their final results. */
export async function performSteps(rpc: RpcClient): Promise<TransactionResult[]> {
  const senders = new Map([ALICE, BOB, CAROL].map((id) => [id, new Sender(rpc, id)]));
  const results: TransactionResult[] = [];
  const perform = async ([signer, receiver, actions]: Step) => {
    const sender = senders.get(signer) as Sender;
    results.push(await sender.send(receiver, actions));
  };
  for (const step of STEPS) await perform(step);
  await perform(await delegateStep(rpc));
  return results;
}
