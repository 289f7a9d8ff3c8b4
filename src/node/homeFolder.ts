// The home folder of a node: its configuration, the genesis of its chain and its keys, under the
// names and in the forms of the reference, and the folder of the store. What is missing is made;
// what is there is never changed.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerigeeError } from '../base/errors.ts';
import { formatJsonValue, type JsonObject, type JsonValue, parseJson } from '../base/exactJson.ts';
import {
  formatPublicKey,
  formatSecretKey,
  keyFromSeed,
  parseSecretKey,
  type SecretKey,
  secretToPublic,
} from '../base/keys.ts';
import { createLocalGenesis, fundedAccountIds, ROOT_ACCOUNT } from '../params/genesisDefaults.ts';
import type { AccountId } from '../types/accountId.ts';
import { ConfigFile } from '../rpc/configFile.ts';
import { Genesis } from '../types/genesis.ts';

export class HomeError extends PerigeeError<{ readonly code: 'home' }> {
  constructor(message: string, cause?: unknown) {
    super({ code: 'home' }, message, { cause });
  }
}

export interface KeyFile {
  readonly accountId: AccountId;
  readonly secretKey: SecretKey;
}

export interface Home {
  readonly genesis: Genesis;
  readonly config: ConfigFile;
  readonly validatorKey: KeyFile;
  readonly nodeKey: KeyFile;
  readonly storePath: string;
}

/** What a new home is made with; an existing one keeps what it has. */
export interface NewHome {
  readonly shards: number;
  readonly accounts: number;
  readonly rpcAddress: string;
  /** RFC 3339. */
  readonly genesisTime: string;
}

const FILES = {
  config: 'config.json',
  genesis: 'genesis.json',
  nodeKey: 'node_key.json',
  validatorKey: 'validator_key.json',
} as const;
const STORE_FOLDER = 'data';

/** The key of an account of a local chain follows from its name, so that scripts can know it. */
export function localAccountKey(account: AccountId): SecretKey {
  return keyFromSeed('ed25519', account);
}

export function openHome(directory: string, fresh: NewHome): Home {
  return explainFailure(directory, () => {
    mkdirSync(directory, { recursive: true });
    const path = (name: string) => join(directory, name);
    writeMissing(path(FILES.config), () => configJson(fresh.rpcAddress));
    writeMissing(path(FILES.validatorKey), () => keyFileJson(ROOT_ACCOUNT, ROOT_ACCOUNT));
    writeMissing(path(FILES.nodeKey), () => keyFileJson('node', `node of ${ROOT_ACCOUNT}`));
    writeMissing(path(FILES.genesis), () => genesisJson(fresh));
    return {
      config: ConfigFile.parse(readJson(path(FILES.config))),
      genesis: Genesis.parse(readJson(path(FILES.genesis))),
      validatorKey: parseKeyFile(readJson(path(FILES.validatorKey))),
      nodeKey: parseKeyFile(readJson(path(FILES.nodeKey))),
      storePath: path(STORE_FOLDER),
    };
  });
}

/** Removes the chain and its genesis; keys and configuration stay. */
export function resetHome(directory: string): void {
  for (const name of [STORE_FOLDER, FILES.genesis]) {
    rmSync(join(directory, name), { recursive: true, force: true });
  }
}

/**
 * Accounts of the genesis that are printed at the start, with the keys that follow from their
 * names.
 */
export function fundedAccounts(genesis: Genesis): KeyFile[] {
  return genesis.records
    .filter((record) => record.kind === 'Account')
    .map(({ value }) => value.accountId)
    .filter((id) => id.endsWith(`.${ROOT_ACCOUNT}`))
    .map((accountId) => ({ accountId, secretKey: localAccountKey(accountId) }));
}

/** Every setting with its default, so that the file shows what can be set. */
function configJson(rpcAddress: string): JsonValue {
  return parseJson(ConfigFile.json(ConfigFile.parse({ rpc: { addr: rpcAddress } })));
}

function genesisJson({ shards, accounts, genesisTime }: NewHome): JsonValue {
  const genesis = createLocalGenesis({
    genesisTime,
    shards,
    rootKey: secretToPublic(localAccountKey(ROOT_ACCOUNT)),
    accounts: fundedAccountIds(accounts).map((accountId) => ({
      accountId,
      publicKey: secretToPublic(localAccountKey(accountId)),
    })),
  });
  return parseJson(Genesis.json(genesis));
}

function keyFileJson(accountId: AccountId, seed: string): JsonValue {
  const secret = keyFromSeed('ed25519', seed);
  return {
    account_id: accountId,
    public_key: formatPublicKey(secretToPublic(secret)),
    secret_key: formatSecretKey(secret),
  };
}

function parseKeyFile(json: JsonValue): KeyFile {
  const { account_id, secret_key } = json as JsonObject;
  return { accountId: account_id as string, secretKey: parseSecretKey(secret_key as string) };
}

function writeMissing(path: string, content: () => JsonValue): void {
  if (existsSync(path)) return;
  const pretty = JSON.stringify(JSON.parse(formatJsonValue(content())), null, 2);
  writeFileSync(path, `${pretty}\n`, { mode: 0o600 });
}

function readJson(path: string): JsonValue {
  try {
    return parseJson(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new HomeError(`${path} cannot be read: ${(error as Error).message}`, error);
  }
}

/** Whatever goes wrong in a home folder is told in one sentence that names it. */
export function explainFailure<T>(directory: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof HomeError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new HomeError(`the home folder ${directory} cannot be used: ${reason}`, error);
  }
}
