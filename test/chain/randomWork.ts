// Random work for a chain in tests, the same for the same seed.

import { u64Le } from '../../src/base/bytes/bytes.ts';
import { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { formatHash, sha256 } from '../../src/base/crypto/hash.ts';
import { secretToPublic } from '../../src/base/crypto/keys.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action } from '../../src/types/action.ts';
import { storageContract } from '../support/storageContract.ts';
import {
  ALICE,
  BOB,
  CAROL,
  callAction,
  keyOf,
  type LocalChain,
  NEAR,
  ROOT,
  signTransaction,
  transfer,
} from './localChain.ts';

const ACCOUNTS = [ROOT, ALICE, BOB, CAROL];

/** Submits random, mostly valid work; returns the hashes of the blocks produced meanwhile. */
export async function doRandomWork(
  local: LocalChain,
  seed: number,
  count: number,
): Promise<string[]> {
  const random = new ChaChaRng(sha256(u64Le(seed)), 8);
  const pick = <T>(items: readonly T[]): T => items[random.below32(items.length)] as T;
  const hashes: string[] = [];
  for (let i = 0; i < count; i++) {
    const signer = pick(ACCOUNTS);
    const [receiver, actions] = chooseActions(pick, signer, `sub${seed}x${i}.${signer}`);
    local.producer.submit(signTransaction(local, signer, receiver, actions));
    if (random.below32(8) > 0) continue;
    await local.controls.run({ kind: 'mine', blocks: 1 + random.below32(2) });
    if (random.below32(40) === 0) {
      await local.controls.run({ kind: 'fastForward', deltaHeight: 1 + random.below32(30) });
    }
    hashes.push(formatHash(local.chain.head.hash));
  }
  return hashes;
}

function chooseActions(
  pick: <T>(items: readonly T[]) => T,
  signer: AccountId,
  newAccount: AccountId,
): [AccountId, Action[]] {
  const publicKey = secretToPublic(keyOf(newAccount));
  const accessKey = { nonce: 0n, permission: { kind: 'FullAccess' } } as const;
  return pick<[AccountId, Action[]]>([
    [pick(ACCOUNTS), [transfer(NEAR)]],
    [signer, [{ kind: 'DeployContract', value: { code: storageContract } }]],
    [pick(ACCOUNTS), [callAction(pick(['put', 'get', 'remove', 'missing']), newAccount)]],
    [signer, [{ kind: 'AddKey', value: { publicKey, accessKey } }]],
    [signer, [{ kind: 'DeleteKey', value: { publicKey } }]],
    [newAccount, [{ kind: 'CreateAccount', value: {} }, transfer(NEAR)]],
  ]);
}
