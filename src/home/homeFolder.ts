// The home folder of a node: its configuration, genesis and keys, with the file names and formats
// of the reference, and the folder of the store. Missing files are created; existing ones are never
// changed.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatPublicKey,
  formatPublicKeyHandle,
  formatSecretKey,
  keyFromSeed,
  parseSecretKey,
  type SecretKey,
  secretToPublic,
} from '../base/crypto/keys.ts';
import { PerigeeError } from '../base/errors.ts';
import { formatPrettyJson, type JsonObject, type JsonValue } from '../base/json/exactJson.ts';
import { parseJson } from '../base/json/plainJson.ts';
import { verifyGenesis } from '../chain/blocks/verifyGenesis.ts';
import { string } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { words } from '../codec/union.ts';
import type { OriginPlace } from '../fork/askRow.ts';
import { FORK_FILES } from '../fork/forkPoint.ts';
import { DIALECTS, type Dialect } from '../params/dialect.ts';
import { createLocalGenesis, fundedAccountIds, ROOT_ACCOUNT } from '../params/genesisDefaults.ts';
import { chooseFirstVersion, type ProtocolChoice } from '../params/protocolChoice.ts';
import type { ProtocolRules } from '../params/protocolRules.ts';
import { ConfigFile } from '../rpc/config/configFile.ts';
import type { AccountId } from '../types/accountId.ts';
import { Genesis, type GenesisConfig } from '../types/genesis.ts';
import { createFolder } from './createFolder.ts';
import { EPOCH_CONFIGS_FOLDER, readEpochConfigs } from './readEpochConfigs.ts';
import { writeWholeFile } from './wholeFile.ts';

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
  /** What a new store shall have; absent for the release, or where the store decides. */
  readonly dialect?: Dialect;
  /** The files of `epoch_configs`; null without that folder. */
  readonly epochConfigs: ProtocolRules['epochConfigs'];
  /** The block that a fork started from. */
  readonly origin?: OriginPlace;
}

/** Settings for a new home; an existing one keeps its own. */
export interface NewHome {
  readonly shards: number;
  readonly accounts: number;
  readonly rpcAddress: string;
  /** The validator and the seed of its key; `test.near` and its name by default. */
  readonly root?: { readonly accountId: AccountId; readonly seed: string };
  /** The protocol of a new chain; an existing one must agree. */
  readonly protocol?: ProtocolChoice;
  /** Differences from the genesis of a local chain. */
  readonly genesis?: Partial<GenesisConfig>;
  /** The block intervals, as durations of config.json. */
  readonly consensus?: JsonObject;
  /** Settings in the section `rpc` of config.json. */
  readonly rpc?: JsonObject;
  /** RFC 3339. */
  readonly genesisTime: string;
}

export const HOME_FILES = {
  config: 'config.json',
  genesis: 'genesis.json',
  nodeKey: 'node_key.json',
  validatorKey: 'validator_key.json',
  /** Only for a dialect other than the released protocol; the reference has no such file. */
  protocol: 'protocol.json',
} as const;
/** Values that a state dump copies unchanged. */
export const COPIED_FILES = [HOME_FILES.config, HOME_FILES.nodeKey, HOME_FILES.validatorKey];
const STORE_FOLDER = 'data';

/** The key of an account of a local chain is derived from its name, so that scripts know it. */
export function localAccountKey(account: AccountId): SecretKey {
  return keyFromSeed('ed25519', account);
}

export function openHome(directory: string, fresh: NewHome): Home {
  return explainFailure(directory, () => {
    createFolder(directory);
    const path = (name: string) => join(directory, name);
    const { accountId, seed } = rootOf(fresh);
    writeMissing(path(HOME_FILES.config), () => configJson(fresh));
    writeMissing(path(HOME_FILES.validatorKey), () => keyFileJson(accountId, seed));
    writeMissing(path(HOME_FILES.nodeKey), () => keyFileJson('node', `node of ${seed}`));
    const { protocol = {} } = fresh;
    const { dialect = 'release' } = protocol;
    if (!existsSync(path(HOME_FILES.genesis))) {
      const genesis = genesisJson(fresh);
      writeDialect(directory, dialect);
      writeMissing(path(HOME_FILES.genesis), () => genesis);
    }
    return verifyProtocol(directory, readFiles(directory), protocol);
  });
}

/** For a chain that is yet to begin in the folder; the release needs no file. */
export function writeDialect(directory: string, dialect: Dialect): void {
  if (dialect === 'release') return;
  writeMissing(join(directory, HOME_FILES.protocol), () => ({ dialect }));
}

/** An existing chain cannot get another protocol by an option. */
function verifyProtocol(directory: string, home: Home, choice: ProtocolChoice): Home {
  const { protocol, dialect } = choice;
  const { protocolVersion } = home.genesis.config;
  if (protocol !== undefined && protocol !== protocolVersion) {
    throw new HomeError(
      `the chain in ${directory} began with protocol version ${protocolVersion}, not ` +
        `${protocol}; upgrade it with perigee_set_protocol, or begin a new one with --reset`,
    );
  }
  if (dialect === undefined) return home;
  if (home.dialect === undefined || home.dialect === dialect) return { ...home, dialect };
  throw new HomeError(
    `the chain in ${directory} has the dialect ${home.dialect}, not ${dialect}; begin a new one ` +
      'with --reset',
  );
}

/** Opens an existing home; creates nothing. */
export function readHome(directory: string): Home {
  return explainFailure(directory, () => readFiles(directory));
}

function readFiles(directory: string): Home {
  const path = (name: string) => join(directory, name);
  return {
    config: readFile(path(HOME_FILES.config), ConfigFile.parse),
    genesis: readFile(path(HOME_FILES.genesis), (json) => verifyGenesis(Genesis.parse(json))),
    validatorKey: readKeyFile(path(HOME_FILES.validatorKey)),
    nodeKey: readKeyFile(path(HOME_FILES.nodeKey)),
    storePath: storePathOf(directory),
    epochConfigs: readEpochConfigs(path(EPOCH_CONFIGS_FOLDER)),
    ...(existsSync(path(HOME_FILES.protocol)) &&
      readFile(path(HOME_FILES.protocol), ProtocolFile.parse)),
  };
}

/** The folder of the store. */
export function storePathOf(directory: string): string {
  return join(directory, STORE_FOLDER);
}

/** Removes the chain and its genesis; keys and configuration stay. */
export function resetHome(directory: string): void {
  for (const name of [STORE_FOLDER, HOME_FILES.genesis, HOME_FILES.protocol, ...FORK_FILES]) {
    rmSync(join(directory, name), { recursive: true, force: true });
  }
}

/**
 * Genesis accounts below the root that still have the keys derived from their names.
 */
export function fundedAccounts({ records }: Genesis): KeyFile[] {
  const keys = new Set(
    records.flatMap(({ kind, value }) =>
      kind === 'AccessKey' ? [`${value.accountId} ${formatPublicKeyHandle(value.publicKey)}`] : [],
    ),
  );
  return records
    .filter((record) => record.kind === 'Account')
    .map(({ value }) => value.accountId)
    .filter((id) => id.endsWith(`.${ROOT_ACCOUNT}`))
    .map((accountId) => ({ accountId, secretKey: localAccountKey(accountId) }))
    .filter(({ accountId, secretKey }) => {
      return keys.has(`${accountId} ${formatPublicKey(secretToPublic(secretKey))}`);
    });
}

/** Every setting with its default, so that the file shows what can be set. */
function configJson({ rpcAddress, consensus = {}, rpc = {} }: NewHome): JsonValue {
  // A local chain is never pruned.
  const config = ConfigFile.parse({ rpc: { ...rpc, addr: rpcAddress }, consensus, archive: true });
  return parseJson(ConfigFile.json(config));
}

function rootOf({ root }: NewHome): { readonly accountId: AccountId; readonly seed: string } {
  return root ?? { accountId: ROOT_ACCOUNT, seed: ROOT_ACCOUNT };
}

function genesisJson(fresh: NewHome): JsonValue {
  const { shards, accounts, genesisTime } = fresh;
  const { accountId: rootId, seed } = rootOf(fresh);
  const { protocol = fresh.genesis?.protocolVersion, ...choice } = fresh.protocol ?? {};
  const protocolVersion = chooseFirstVersion({ ...choice, protocol });
  const genesis = createLocalGenesis({
    genesisTime,
    shards,
    rootId,
    rootKey: secretToPublic(keyFromSeed('ed25519', seed)),
    config: { ...fresh.genesis, protocolVersion },
    accounts: fundedAccountIds(accounts).map((accountId) => ({
      accountId,
      publicKey: secretToPublic(localAccountKey(accountId)),
    })),
  });
  return parseJson(Genesis.json(genesis));
}

export function keyFileJson(accountId: AccountId, seed: string): JsonValue {
  const secret = keyFromSeed('ed25519', seed);
  return {
    account_id: accountId,
    public_key: formatPublicKey(secretToPublic(secret)),
    secret_key: formatSecretKey(secret),
  };
}

const ProtocolFile = struct({ dialect: words('Dialect', DIALECTS) });

/** The public key is only for readers of the file; it is derived from the secret key. */
const KeyFileJson = struct({ accountId: string, secretKey: string });

export function parseKeyFile(json: JsonValue): KeyFile {
  const { accountId, secretKey } = KeyFileJson.parse(json);
  return { accountId, secretKey: parseSecretKey(secretKey) };
}

export function readKeyFile(path: string): KeyFile {
  return readFile(path, parseKeyFile);
}

export function writeMissing(path: string, content: () => JsonValue): void {
  if (existsSync(path)) return;
  writeWholeFile(path, `${formatPrettyJson(content())}\n`, 0o600);
}

function readFile<T>(path: string, parse: (json: JsonValue) => T): T {
  try {
    return parse(parseJson(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new HomeError(`${path} cannot be read: ${(error as Error).message}`, error);
  }
}

/** Converts system errors to a message that names the home folder. */
export function explainFailure<T>(directory: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof HomeError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new HomeError(`the home folder ${directory} cannot be used: ${reason}`, error);
  }
}
