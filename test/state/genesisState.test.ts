// The state that a genesis file starts with: the roots of six recorded chains, and records that the
// recordings lack, compared with rows read back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, sha256 } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../src/base/crypto/keys.ts';
import { parseExactJson } from '../../src/base/json/exactJson.ts';
import { readAccessKey, readGasKeyNonce } from '../../src/state/accessKeys.ts';
import { readAccount } from '../../src/state/accounts.ts';
import { readContractCode } from '../../src/state/contractCode.ts';
import { readContractData } from '../../src/state/contractData.ts';
import { createGenesisState } from '../../src/state/genesisState.ts';
import { readReceivedData } from '../../src/state/postponedReceipts.ts';
import { RecordedTrie } from '../../src/state/recordedTrie.ts';
import { NodeTrie } from '../../src/trie/trie.ts';
import { type Account, createUninitialized } from '../../src/types/account.ts';
import { Genesis, type StateRecord } from '../../src/types/genesis.ts';
import { universalAccountId } from '../../src/types/universalStateInit.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { readText } from '../support/repository.ts';

const EMPTY = formatHash(HASH_ZERO);

const recorded: Record<string, readonly (readonly [shardId: number, root: string])[]> = {
  crowd: [
    [3, EMPTY],
    [1, EMPTY],
    [0, EMPTY],
    [2, '5kcoZLhm5iZDoBiTUrt4RE8tYRA8PisR8xT8vqJxHKwZ'],
  ],
  edges: [[0, 'G88kDgyJ43KGHZUD5AuRfGuE4Gye9tGi8UeCQkL2ucDF']],
  extras: [
    [2, EMPTY],
    [1, '8YijkEqArew3cMs7MoeZbbnqPEP8LbCUN85qVb668V6i'],
    [0, '8yE116ajmk9Zq3EZXPPoUNetD54fDKx1KiFCZ2v1Gccy'],
  ],
  flood: [
    [3, EMPTY],
    [1, '8YijkEqArew3cMs7MoeZbbnqPEP8LbCUN85qVb668V6i'],
    [0, '6gfiyYEJSqFyq7AAMLwoGxbxnNxJhea2Vyd1ZCBEutWV'],
    [2, EMPTY],
  ],
  stakes: [
    [1, '2xBybPaT39zzbzUZGPx3JKunaEppKM821MiqAyG88xJX'],
    [0, '4ezRCpAdj91FQM6EQqA5nFMNGkmvoZUiCCS6zGBVyUu6'],
  ],
  tour: [[0, '5kcoZLhm5iZDoBiTUrt4RE8tYRA8PisR8xT8vqJxHKwZ']],
};

function readGenesis(name: string): Genesis {
  return Genesis.parse(parseExactJson(readText(`test/recordings/data/${name}/genesis.json`)));
}

for (const [name, roots] of Object.entries(recorded)) {
  test(`the genesis of ${name} has the recorded state roots`, () => {
    const shards = createGenesisState(readGenesis(name), PROTOCOL.storage);
    assert.deepEqual(
      shards.map(({ shardId, root }) => [shardId, formatHash(root)]),
      roots,
    );
  });
}

const account: Account = {
  amount: 5n,
  locked: 0n,
  storageUsage: 9,
  contract: { kind: 'None' },
  version: 'V1',
};
const UNIVERSAL = universalAccountId(new Uint8Array(10));
const waiting = createUninitialized({ amount: 5n, storageUsage: 9, bootstrapNonce: 7n });
const handle = publicKeyToHandle(secretToPublic(keyFromSeed('secp256k1', 'alice')));
const code = utf8ToBytes('code');

/** The genesis of one shard with these records and no validator. */
function withRecords(records: readonly StateRecord[]): Genesis {
  const { config } = readGenesis('tour');
  return { config: { ...config, validators: [] }, records };
}

function readShard(shard: ReturnType<typeof createGenesisState>[number] | undefined): RecordedTrie {
  assert(shard !== undefined);
  const nodes = { read: (hash: Uint8Array) => shard.nodes.get(bytesKey(hash)) as Uint8Array };
  return new RecordedTrie(new NodeTrie(nodes), shard.root);
}

test('records of every kind are written, and storage usage is their sum', () => {
  const accountId = 'alice.near';
  const dataId = sha256(utf8ToBytes('data'));
  const withCode: Account = { ...account, contract: { kind: 'Local', value: sha256(code) } };
  const permission = { kind: 'GasKeyFullAccess', value: { balance: 7n, numNonces: 1 } } as const;
  const accessKey = { nonce: 0n, permission };
  const genesis = withRecords([
    { kind: 'Account', value: { accountId, account: withCode } },
    { kind: 'Data', value: { accountId, dataKey: utf8ToBytes('k'), value: utf8ToBytes('vv') } },
    { kind: 'Contract', value: { accountId, code } },
    { kind: 'AccessKey', value: { accountId, publicKey: handle, accessKey } },
    { kind: 'GasKeyNonce', value: { accountId, publicKey: handle, index: 0, nonce: 12n } },
    { kind: 'ReceivedData', value: { accountId, dataId, data: null } },
    { kind: 'Account', value: { accountId: 'system', account } },
  ]);
  const [shard] = createGenesisState(genesis, PROTOCOL.storage);
  const state = readShard(shard);
  // Account 100, data 40 + 3, code 4, key 40 + 65 + 27, nonce 40 + 65 + 2 + 8.
  const storageUsage = 100 + 43 + 4 + 132 + 115;
  assert.deepEqual(readAccount(state, accountId), { ...withCode, storageUsage });
  assert.deepEqual(readContractData(state, accountId, utf8ToBytes('k')), utf8ToBytes('vv'));
  assert.deepEqual(readContractCode(state, accountId), code);
  assert.deepEqual(readAccessKey(state, accountId, handle), accessKey);
  assert.equal(readGasKeyNonce(state, { accountId, publicKey: handle, index: 0 }), 12n);
  assert.deepEqual(readReceivedData(state, accountId, dataId), { data: null });
  assert.equal(readAccount(state, 'system'), null);
});

const refused: readonly [title: string, records: readonly StateRecord[], message: RegExp][] = [
  [
    'code without an account',
    [{ kind: 'Contract', value: { accountId: 'alice.near', code } }],
    /alice\.near, which is not an account/,
  ],
  [
    'code that its account does not name',
    [
      { kind: 'Account', value: { accountId: 'alice.near', account } },
      { kind: 'Contract', value: { accountId: 'alice.near', code } },
    ],
    /does not have the hash/,
  ],
  [
    'data without an account',
    [{ kind: 'Data', value: { accountId: 'alice.near', dataKey: code, value: code } }],
    /alice\.near has records but no account/,
  ],
  [
    'data of an uninitialized account',
    [
      { kind: 'Account', value: { accountId: UNIVERSAL, account: waiting } },
      { kind: 'Data', value: { accountId: UNIVERSAL, dataKey: code, value: code } },
    ],
    /is uninitialized and cannot have keys, code or data/,
  ],
];

for (const [title, records, message] of refused) {
  test(`${title} is refused`, () => {
    assert.throws(() => createGenesisState(withRecords(records), PROTOCOL.storage), {
      code: 'state_record',
      message,
    });
  });
}

test('an uninitialized account is part of a genesis, but not as a validator', () => {
  const genesis = withRecords([
    { kind: 'Account', value: { accountId: UNIVERSAL, account: waiting } },
  ]);
  const [shard] = createGenesisState(genesis, PROTOCOL.storage);
  const state = readShard(shard);
  assert.deepEqual(readAccount(state, UNIVERSAL), { ...waiting, storageUsage: 100 });
  const [validator] = readGenesis('tour').config.validators;
  const validators = [{ ...validator!, accountId: UNIVERSAL }];
  const staking = { ...genesis, config: { ...genesis.config, validators } };
  assert.throws(() => createGenesisState(staking, PROTOCOL.storage), {
    message: /cannot be a validator/,
  });
});

test('a validator without an account is refused', () => {
  const genesis = readGenesis('tour');
  assert.throws(() => createGenesisState({ ...genesis, records: [] }, PROTOCOL.storage), {
    code: 'state_record',
  });
});
