// A context over a chain that has only its genesis block, with an account whose storage and keys a
// test chooses.

import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { openChain } from '../../../src/chain/openChain.ts';
import { createTrieStates } from '../../../src/chain/stored/trieStates.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import { createLocalGenesis } from '../../../src/params/genesisDefaults.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import type { AccessKeyPermission } from '../../../src/types/accessKey.ts';
import type { StateRecord } from '../../../src/types/genesis.ts';
import { createFakeContext } from './fakeContext.ts';

/** The account of the tests. */
export const OWNER = 'owner.test.near';

export interface Holdings {
  /** Contract storage; keys and values are texts. */
  readonly data?: Readonly<Record<string, string>>;
  readonly code?: Uint8Array;
  /** Permissions of further keys. */
  readonly permissions?: readonly AccessKeyPermission[];
  /** Of other accounts. */
  readonly others?: readonly StateRecord[];
}

export function keyOf(seed: string) {
  return secretToPublic(keyFromSeed('ed25519', seed));
}

export function createGenesisContext(
  holdings: Holdings = {},
  parts: Partial<RpcContext> = {},
): RpcContext {
  const genesis = createLocalGenesis({
    genesisTime: '2026-11-15T12:00:00Z',
    rootKey: keyOf('root'),
    accounts: [{ accountId: OWNER, publicKey: keyOf(OWNER) }],
    shards: 2,
  });
  const records = [
    ...genesis.records.map((record) => withCode(record, holdings.code)),
    ...listRecords(holdings),
    ...(holdings.others ?? []),
  ];
  const runner = createContractRunner();
  const chain = openChain(new MemoryStore(), { ...genesis, records }, runner);
  return createFakeContext({
    chain: chain.stored,
    epochs: chain.epochs,
    states: createTrieStates(chain.stored, chain.trie),
    genesis: genesis.config,
    ...parts,
  });
}

function withCode(record: StateRecord, code: Uint8Array | undefined): StateRecord {
  if (code === undefined || record.kind !== 'Account' || record.value.accountId !== OWNER) {
    return record;
  }
  const contract = { kind: 'Local', value: sha256(code) } as const;
  return { ...record, value: { ...record.value, account: { ...record.value.account, contract } } };
}

function listRecords({ data = {}, code, permissions = [] }: Holdings): StateRecord[] {
  const storage = Object.entries(data).map(
    ([key, value]): StateRecord => ({
      kind: 'Data',
      value: { accountId: OWNER, dataKey: utf8ToBytes(key), value: utf8ToBytes(value) },
    }),
  );
  const keys = permissions.map(
    (permission, index): StateRecord => ({
      kind: 'AccessKey',
      value: {
        accountId: OWNER,
        publicKey: publicKeyToHandle(keyOf(`key ${index}`)),
        accessKey: { nonce: BigInt(index), permission },
      },
    }),
  );
  const contract: StateRecord[] =
    code === undefined ? [] : [{ kind: 'Contract', value: { accountId: OWNER, code } }];
  return [...storage, ...keys, ...contract];
}
