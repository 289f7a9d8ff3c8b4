// What the chains of simulated nodes start with. Each template is built once per process: a genesis
// and the commits of its store. Transactions are signed once and sent in many runs.

import { bytesKey } from '../../../src/base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { TransactionPool } from '../../../src/chain/mempool/transactionPool.ts';
import { openChain } from '../../../src/chain/openChain.ts';
import { MovableClock } from '../../../src/chain/production/clock.ts';
import { Producer } from '../../../src/chain/production/producer.ts';
import { type Authority, createLocalAuthority } from '../../../src/chain/signing/authority.ts';
import { createValidatorSigner } from '../../../src/chain/signing/validatorSigner.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import {
  createLocalGenesis,
  fundedAccountIds,
  ROOT_ACCOUNT,
} from '../../../src/params/genesisDefaults.ts';
import type { Batch } from '../../../src/store/store.ts';
import type { AccountId } from '../../../src/types/accountId.ts';
import type { Action } from '../../../src/types/action.ts';
import { Genesis, type StateRecord } from '../../../src/types/genesis.ts';
import { plainNonce, signTransaction } from '../../../src/types/signTransaction.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import { storageContract } from '../../support/storageContract.ts';
import { RecordingStore } from '../recordingStore.ts';
import { START_MS } from '../simulatedGlobals.ts';

export const NEAR = 10n ** 24n;
const TGAS = 10n ** 12n;
export const ACCOUNTS: readonly AccountId[] = fundedAccountIds(5);
/** Has the contract of storageContract.ts. */
export const CONTRACT = ACCOUNTS[4] as AccountId;
export const EPOCH_LENGTH = 6;

export interface ChainTemplate {
  readonly genesis: Genesis;
  /** The text of genesis.json. */
  readonly genesisText: string;
  readonly genesisHash: Hash;
  /** Of a store with the first blocks. */
  readonly batches: readonly Batch[];
  readonly authority: Authority;
  /** Nonces of the accounts after the first blocks. */
  readonly firstNonce: number;
}

interface TemplateOptions {
  readonly shards: number;
  readonly blocks: number;
}

/** A new chain, one of several shards, and one that is some epochs old. */
const OPTIONS: readonly TemplateOptions[] = [
  { shards: 1, blocks: 0 },
  { shards: 2, blocks: 0 },
  { shards: 2, blocks: 4 * EPOCH_LENGTH },
];
const templates = new Map<number, ChainTemplate>();

export const TEMPLATE_COUNT = OPTIONS.length;
/** The one whose old blocks are pruned. */
export const GROWN_TEMPLATE = 2;

export function chainTemplate(index: number): ChainTemplate {
  let template = templates.get(index);
  if (template === undefined) {
    template = createTemplate(OPTIONS[index] as TemplateOptions);
    templates.set(index, template);
  }
  return template;
}

function secretOf(account: AccountId) {
  return keyFromSeed('ed25519', account);
}

function createTemplate({ shards, blocks }: TemplateOptions): ChainTemplate {
  const genesis = createGenesis(shards);
  const store = new RecordingStore();
  const chain = openChain(store, genesis, createContractRunner());
  const signer = createValidatorSigner(ROOT_ACCOUNT, secretOf(ROOT_ACCOUNT));
  const authority = rememberRandomness(createLocalAuthority([signer]));
  const pool = new TransactionPool({ bytesMax: 1_000_000 });
  const clock = new MovableClock(() => START_MS - 500);
  const producer = new Producer({ chain, pool, authority, clock });
  const genesisHash = chain.head.hash;
  for (let i = 0; i < blocks; i++) {
    const nonce = Math.floor(i / ACCOUNTS.length) + 1;
    const signerId = ACCOUNTS[i % ACCOUNTS.length] as AccountId;
    const receiverId = ACCOUNTS[(i + 1) % ACCOUNTS.length] as AccountId;
    const actions: Action[] = [{ kind: 'Transfer', value: { deposit: NEAR } }];
    producer.submit(sign({ genesisHash, signerId, receiverId, nonce, actions }));
    producer.produceBlock();
  }
  // So that no receipt is in transit.
  while (blocks > 0 && producer.hasWork()) producer.produceBlock();
  return {
    genesis,
    genesisText: Genesis.json(genesis),
    genesisHash,
    batches: store.batches,
    authority,
    firstNonce: Math.ceil(blocks / ACCOUNTS.length) + 1,
  };
}

/** The random values of a chain do not depend on its activity, so they are proved once. */
function rememberRandomness(authority: Authority): Authority {
  const proofs = new Map<string, ReturnType<Authority['proveRandomness']>>();
  return {
    ...authority,
    proveRandomness: (producer, prevRandomValue) => {
      const key = bytesKey(prevRandomValue);
      const proof = proofs.get(key) ?? authority.proveRandomness(producer, prevRandomValue);
      proofs.set(key, proof);
      return proof;
    },
  };
}

function createGenesis(shards: number): Genesis {
  const genesis = createLocalGenesis({
    genesisTime: '2023-11-14T22:13:20Z',
    rootKey: secretToPublic(secretOf(ROOT_ACCOUNT)),
    accounts: ACCOUNTS.map((accountId) => ({
      accountId,
      publicKey: secretToPublic(secretOf(accountId)),
    })),
    shards,
    // The reward of a treasury that is itself a validator would be lost.
    config: { epochLength: EPOCH_LENGTH, protocolTreasuryAccount: ACCOUNTS[0] as AccountId },
  });
  const code: StateRecord = {
    kind: 'Contract',
    value: { accountId: CONTRACT, code: storageContract },
  };
  return { ...genesis, records: [...genesis.records.map(withContract), code] };
}

function withContract(record: StateRecord): StateRecord {
  if (record.kind !== 'Account' || record.value.accountId !== CONTRACT) return record;
  const contract = { kind: 'Local', value: sha256(storageContract) } as const;
  return { ...record, value: { ...record.value, account: { ...record.value.account, contract } } };
}

interface TransactionParts {
  readonly genesisHash: Hash;
  readonly signerId: AccountId;
  readonly receiverId: AccountId;
  readonly nonce: number;
  readonly actions: readonly Action[];
}

function sign({ genesisHash, nonce, ...parts }: TransactionParts): HashedTransaction {
  return signTransaction(secretOf(parts.signerId), {
    ...parts,
    nonce: plainNonce(BigInt(nonce)),
    blockHash: genesisHash,
  });
}

export type TransactionKind =
  | 'transfer'
  | 'to nobody'
  | 'new account'
  | 'deleted account'
  | 'key'
  | 'call'
  | 'too much';

const signed = new Map<string, HashedTransaction>();

/** The same parts give the same transaction, signed once. */
export function createTransaction(
  { genesisHash }: ChainTemplate,
  kind: TransactionKind,
  signerId: AccountId,
  nonce: number,
): HashedTransaction {
  const place = `${genesisHash[0]}|${genesisHash[1]}|${kind}|${signerId}|${nonce}`;
  const known = signed.get(place);
  if (known !== undefined) return known;
  const [receiverId, actions] = describeTransaction(kind, signerId, nonce);
  const transaction = sign({ genesisHash, signerId, receiverId, nonce, actions });
  signed.set(place, transaction);
  return transaction;
}

function describeTransaction(
  kind: TransactionKind,
  signerId: AccountId,
  nonce: number,
): [AccountId, Action[]] {
  const send = (deposit: bigint): Action => ({ kind: 'Transfer', value: { deposit } });
  const name = `n${nonce}.${signerId}`;
  const publicKey = secretToPublic(secretOf(name));
  const accessKey = { nonce: 0n, permission: { kind: 'FullAccess' } } as const;
  const addKey: Action = { kind: 'AddKey', value: { publicKey, accessKey } };
  const create: Action[] = [{ kind: 'CreateAccount', value: {} }, send(NEAR), addKey];
  switch (kind) {
    case 'transfer':
      return [ACCOUNTS[nonce % ACCOUNTS.length] as AccountId, [send(NEAR / 7n)]];
    case 'to nobody':
      return [`nobody.${signerId}`, [send(NEAR)]];
    case 'new account':
      return [name, create];
    case 'deleted account':
      return [name, [...create, { kind: 'DeleteAccount', value: { beneficiaryId: signerId } }]];
    case 'key':
      return [signerId, [addKey]];
    case 'too much':
      return [CONTRACT, [send(10n ** 30n)]];
    case 'call': {
      const args = Uint8Array.of(nonce & 0xff, nonce >> 8);
      const value = { methodName: 'put', args, gas: 30n * TGAS, deposit: 0n };
      return [CONTRACT, [{ kind: 'FunctionCall', value }]];
    }
  }
}
