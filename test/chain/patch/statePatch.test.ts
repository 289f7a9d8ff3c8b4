// A patch as a transition of the state: after a chunk is committed, the shard that holds the
// account writes the patch as it is, or not at all.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { publicKeyToHandle } from '../../../src/base/crypto/keys.ts';
import {
  applyStatePatch,
  PatchFault,
  type StatePatch,
} from '../../../src/chain/patch/statePatch.ts';
import { readAccessKey } from '../../../src/state/accessKeys.ts';
import { readAccount, writeAccount } from '../../../src/state/accounts.ts';
import { readContractCode } from '../../../src/state/contractCode.ts';
import { readContractData } from '../../../src/state/contractData.ts';
import { accountTrieKey } from '../../../src/state/trieKey.ts';
import { type Account, createUninitialized } from '../../../src/types/account.ts';
import { createShardLayout } from '../../../src/types/shardLayout.ts';
import { publicKeyOf } from '../../runtime/testChain.ts';
import { MemoryState } from '../../support/memoryState.ts';
import { PROTOCOL } from '../../support/protocol.ts';

const config = PROTOCOL;
/** Accounts from `m` on are on shard 1. */
const shardLayout = createShardLayout(['m'], [0, 1]);

const code = Uint8Array.of(1, 2, 3);
const account: Account = {
  amount: 5n,
  locked: 0n,
  storageUsage: 1,
  contract: { kind: 'Local', value: sha256(code) },
  version: 'V1',
};
const accessKey = { nonce: 3n, permission: { kind: 'FullAccess' } } as const;
const publicKey = publicKeyToHandle(publicKeyOf('new'));
const RECORDS: readonly StatePatch[] = [
  { kind: 'Account', value: { accountId: 'new', account } },
  { kind: 'Contract', value: { accountId: 'new', code } },
  { kind: 'Data', value: { accountId: 'new', dataKey: code, value: code } },
  { kind: 'AccessKey', value: { accountId: 'new', publicKey, accessKey } },
];

describe('a patch', () => {
  it('is written as it is, on top of what was committed before', () => {
    const memory = new MemoryState();
    const state = memory.open();
    writeAccount(state, 'new', { ...account, amount: 1n });
    state.commit({ kind: 'UpdatedDelayedReceipts' });
    applyStatePatch(state, { protocol: config, shardLayout, shardId: 1 }, RECORDS);
    const { changes } = memory.apply(state);
    const after = memory.open();
    assert.deepEqual(readAccount(after, 'new'), account, 'no storage is counted');
    assert.deepEqual(readContractCode(after, 'new'), code);
    assert.deepEqual(readContractData(after, 'new', code), code);
    assert.deepEqual(readAccessKey(after, 'new', publicKey), accessKey);
    const ofAccount = changes.find(({ key }) => Buffer.compare(key, accountTrieKey('new')) === 0);
    assert.deepEqual(
      ofAccount?.changes.map(({ cause }) => cause.kind),
      ['UpdatedDelayedReceipts', 'Migration'],
    );
  });

  it('initializes a universal account with its first key, but not with a balance', () => {
    const memory = new MemoryState();
    const state = memory.open();
    const waiting = createUninitialized({ amount: 1n, storageUsage: 100, bootstrapNonce: 4n });
    writeAccount(state, 'new', waiting);
    const patch = (edit: StatePatch) => {
      applyStatePatch(state, { protocol: config, shardLayout, shardId: 1 }, [edit]);
      return readAccount(state, 'new');
    };
    const funded = patch({ kind: 'SetBalance', value: { accountId: 'new', amount: 9n } });
    assert.deepEqual(funded, { ...waiting, amount: 9n });
    const owned = patch({
      kind: 'SetAccessKey',
      value: { accountId: 'new', publicKey, accessKey },
    });
    assert.equal(owned?.bootstrapNonce, undefined);
    assert.equal(owned?.storageUsage, 182);
  });

  it('concerns the shard of its account only', () => {
    const state = new MemoryState().open();
    applyStatePatch(state, { protocol: config, shardLayout, shardId: 0 }, RECORDS);
    assert.deepEqual(state.finish().changes, []);
  });

  it('is refused as a whole if a part does not fit', () => {
    const [ofAccount, , data] = RECORDS as [StatePatch, StatePatch, StatePatch];
    const wrong: StatePatch = {
      kind: 'Contract',
      value: { accountId: 'new', code: code.slice(1) },
    };
    const state = new MemoryState().open();
    assert.throws(
      () =>
        applyStatePatch(state, { protocol: config, shardLayout, shardId: 1 }, [
          data,
          ofAccount,
          wrong,
        ]),
      (error) => error instanceof PatchFault && /does not have the hash/.test(error.message),
    );
  });
});
