// States created by controls: random records of every kind and random edits, which may contradict
// each other, then transactions of every kind on them. A control may refuse with a typed error; a
// block is always produced, whatever the state is. A failure names the seed of its round.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { U128_MAX } from '../../src/base/bytes/bigints.ts';
import { u64Le } from '../../src/base/bytes/bytes.ts';
import { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { HASH_ZERO, type Hash, sha256 } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../src/base/crypto/keys.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import type { ControlAction } from '../../src/chain/controls/controlActions.ts';
import type { StatePatch } from '../../src/chain/patch/statePatch.ts';
import type { AccessKey, AccessKeyPermission } from '../../src/types/accessKey.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action } from '../../src/types/action.ts';
import {
  ALICE,
  BOB,
  CAROL,
  createLocalChain,
  type LocalChain,
  NEAR,
  ROOT,
  TGAS,
} from '../chain/localChain.ts';
import { STORAGE_KEY, storageContract } from '../support/storageContract.ts';
import { countRounds } from '../support/testForm.ts';

const STEPS = 12;
const ROUNDS = { short: 25, long: 5_000 };
const IMPLICIT = 'ab'.repeat(32);
const ACCOUNTS: readonly AccountId[] = [ALICE, BOB, CAROL, ROOT, 'new.test.near', IMPLICIT, 'near'];

class RandomPatches {
  readonly #random: ChaChaRng;

  constructor(seed: number) {
    this.#random = new ChaChaRng(sha256(u64Le(seed)), 8);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.#random.below32(items.length)] as T;
  }

  account(): AccountId {
    return this.pick(ACCOUNTS);
  }

  amount(): bigint {
    return this.pick([0n, 1n, NEAR, 10_000n * NEAR, 1n << 120n, (1n << 120n) + 1n, U128_MAX]);
  }

  nonce(): bigint {
    return this.pick([0n, 1n, (1n << 64n) - 1n]);
  }

  hash(): Hash {
    return this.pick([HASH_ZERO, sha256(storageContract), sha256(u64Le(7))]);
  }

  bytes(): Uint8Array {
    return this.pick([new Uint8Array(0), new Uint8Array(5_000).fill(7), storageContract]);
  }

  publicKey() {
    return secretToPublic(keyFromSeed('ed25519', this.account()));
  }

  permission(): AccessKeyPermission {
    const call = { allowance: this.amount(), receiverId: this.account(), methodNames: [] };
    const info = { balance: this.amount(), numNonces: this.pick([0, 1, 3]) };
    return this.pick<AccessKeyPermission>([
      { kind: 'FullAccess' },
      { kind: 'FunctionCall', value: call },
      { kind: 'GasKeyFullAccess', value: info },
      { kind: 'GasKeyFunctionCall', value: [info, call] },
    ]);
  }

  accessKey(): AccessKey {
    return { nonce: this.nonce(), permission: this.permission() };
  }

  patch(): StatePatch {
    const accountId = this.account();
    const publicKey = publicKeyToHandle(this.publicKey());
    const dataKey = this.pick([STORAGE_KEY, new Uint8Array(0), new Uint8Array(3_000)]);
    const contract = this.pick([
      { kind: 'None' },
      { kind: 'Local', value: this.hash() },
      { kind: 'Global', value: this.hash() },
      { kind: 'GlobalByAccount', value: this.account() },
    ] as const);
    const account = {
      amount: this.amount(),
      locked: this.amount(),
      storageUsage: this.pick([0, 1, 182, 2 ** 50, Number.MAX_SAFE_INTEGER]),
      contract,
      version: contract.kind === 'None' || contract.kind === 'Local' ? 'V1' : 'V2',
    } as const;
    const code = this.bytes();
    return this.pick<StatePatch>([
      { kind: 'Account', value: { accountId, account } },
      { kind: 'Data', value: { accountId, dataKey, value: this.bytes() } },
      { kind: 'Contract', value: { accountId, code } },
      { kind: 'AccessKey', value: { accountId, publicKey, accessKey: this.accessKey() } },
      { kind: 'ReceivedData', value: { accountId, dataId: this.hash(), data: code } },
      {
        kind: 'GasKeyNonce',
        value: { accountId, publicKey, index: this.pick([0, 2]), nonce: this.nonce() },
      },
      { kind: 'SetBalance', value: { accountId, amount: this.amount() } },
      { kind: 'SetCode', value: { accountId, code: this.pick([null, storageContract, code]) } },
      { kind: 'SetData', value: { accountId, dataKey, value: this.pick([null, code]) } },
      {
        kind: 'SetAccessKey',
        value: { accountId, publicKey, accessKey: this.pick([null, this.accessKey()]) },
      },
      { kind: 'DeleteAccount', value: { accountId } },
    ]);
  }

  action(): Action {
    const publicKey = this.publicKey();
    const methodName = this.pick(['put', 'remove', 'remove', 'get', 'none']);
    const gas = this.pick([1n, 30n * TGAS]);
    return this.pick<Action>([
      { kind: 'Transfer', value: { deposit: this.amount() } },
      { kind: 'FunctionCall', value: { methodName, args: this.bytes(), gas, deposit: 0n } },
      { kind: 'DeployContract', value: { code: storageContract } },
      { kind: 'CreateAccount', value: {} },
      { kind: 'DeleteAccount', value: { beneficiaryId: this.account() } },
      { kind: 'AddKey', value: { publicKey, accessKey: this.accessKey() } },
      { kind: 'DeleteKey', value: { publicKey } },
      { kind: 'Stake', value: { stake: this.amount(), publicKey } },
      { kind: 'TransferToGasKey', value: { publicKey, deposit: this.amount() } },
      { kind: 'WithdrawFromGasKey', value: { publicKey, amount: this.amount() } },
      { kind: 'DeployGlobalContract', value: { code: storageContract, deployMode: 'AccountId' } },
      {
        kind: 'UseGlobalContract',
        value: { contractIdentifier: { kind: 'AccountId', value: this.account() } },
      },
    ]);
  }

  control(): ControlAction {
    const patches = Array.from({ length: this.pick([1, 1, 3]) }, () => this.patch());
    const actions = Array.from({ length: this.pick([1, 1, 2]) }, () => this.action());
    const impersonate: ControlAction = {
      kind: 'impersonate',
      signerId: this.account(),
      receiverId: this.account(),
      actions,
    };
    return this.pick<ControlAction>([
      { kind: 'patchState', patches },
      { kind: 'patchState', patches },
      impersonate,
      impersonate,
      impersonate,
      { kind: 'fastForward', deltaHeight: this.pick([1, 30, 10 ** 13]) },
      { kind: 'advanceClock', nanoseconds: this.pick([1n, 10n ** 15n, 1n << 63n]) },
      { kind: 'dumpState' },
    ]);
  }
}

/** The result of a control, or null if it was refused. */
async function run(local: LocalChain, action: ControlAction): Promise<unknown> {
  try {
    return await local.controls.run(action);
  } catch (error) {
    if (error instanceof PerigeeError && error.code !== 'chain_halted') return null;
    throw error;
  }
}

async function runRound(seed: number): Promise<void> {
  const random = new RandomPatches(seed);
  const local = createLocalChain({ epochLength: 20, transactionValidityPeriod: 200 });
  await run(local, { kind: 'mine', blocks: 2 });
  for (let step = 0; step < STEPS; step++) {
    await run(local, random.control());
    // Not a refusal: the chain produces blocks whatever was done to it.
    await local.controls.run({ kind: 'mine', blocks: 2 });
  }
  await local.controls.run({ kind: 'mine', blocks: 25 });
}

test('a block is produced on any state that controls create', async (context) => {
  for (const seed of countRounds(context, 'rounds of patches', ROUNDS)) {
    await assert.doesNotReject(() => runRound(seed), `seed ${seed}`);
  }
});
