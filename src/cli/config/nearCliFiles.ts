// The files of near-cli-rs and near-cli: where they are, and what Perigee adds to them. Nothing of
// the user's is changed: in config.toml the table of this network alone is replaced, and
// credentials that exist with other keys are kept. A file may have 4 MiB.

import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  formatPublicKey,
  formatSecretKey,
  type SecretKey,
  secretToPublic,
} from '../../base/crypto/keys.ts';
import { PerigeeError } from '../../base/errors.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { writeWholeFile } from '../../home/wholeFile.ts';
import { CommandFailure } from '../chain/session.ts';
import { formatTable, readTopLevel, replaceTable } from './tomlSection.ts';

/** The newest format that near-cli-rs 0.30 knows. An existing file keeps its own. */
const CONFIG_VERSION = '5';
const FILE_BYTES_MAX = 4 * 1024 * 1024;
/** near-cli reads the keys of a network that it does not know from here. */
const CUSTOM = 'custom';
/** Secret keys are for their owner alone. */
const SECRET_MODE = 0o600;

export interface LocalNetwork {
  readonly name: string;
  readonly url: string;
  /** The account whose contract creates accounts; null if there is none. */
  readonly linkdrop: string | null;
  readonly accounts: readonly { readonly accountId: string; readonly secret: SecretKey }[];
}

/** One file, and why it is written or not. */
export interface PlannedFile {
  readonly path: string;
  readonly content: string;
  readonly state: 'new' | 'changed' | 'unchanged' | 'kept';
}

function configPath(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  if (process.platform === 'darwin') {
    return join(homedir(), 'Library', 'Application Support', 'near-cli', 'config.toml');
  }
  const folder = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(folder || join(homedir(), '.config'), 'near-cli', 'config.toml');
}

/** There is no relayer: with one, near-cli-rs would sign delegate actions only. */
export function describeConnection({ name, url, linkdrop }: LocalNetwork): Record<string, string> {
  const base = url.endsWith('/') ? url : `${url}/`;
  return {
    network_name: name,
    rpc_url: base,
    wallet_url: base,
    explorer_transaction_url: `${base}#/tx/`,
    ...(linkdrop !== null && { linkdrop_account_id: linkdrop }),
  };
}

/** Reads what exists, and writes nothing. */
export function planFiles(network: LocalNetwork): PlannedFile[] {
  const config = readExisting(configPath());
  const credentials =
    (config === null ? null : readTopLevel(config, 'credentials_home_dir')) ??
    join(homedir(), '.near-credentials');
  return [
    planConfig(config, network, credentials),
    ...[network.name, CUSTOM].flatMap((folder) =>
      network.accounts.flatMap((account) => planCredentials(join(credentials, folder), account)),
    ),
    planAccountList(join(credentials, 'accounts.json'), network),
  ];
}

export function writeFiles(files: readonly PlannedFile[]): void {
  for (const { path, content, state } of files) {
    if (state === 'unchanged' || state === 'kept') continue;
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeWholeFile(path, content, SECRET_MODE);
    } catch (error) {
      throw new CommandFailure(`${path} cannot be written: ${(error as Error).message}.`, error);
    }
  }
}

function planConfig(
  existing: string | null,
  network: LocalNetwork,
  credentials: string,
): PlannedFile {
  const path = configPath();
  const table = `network_connection.${network.name}`;
  const entry = describeConnection(network);
  if (existing === null || existing.trim() === '') {
    const folder = `credentials_home_dir = ${JSON.stringify(credentials)}`;
    const head = `version = "${CONFIG_VERSION}"\n${folder}\n`;
    return { path, content: `${head}\n${formatTable(table, entry)}`, state: 'new' };
  }
  const content = replaceTable(existing, table, entry);
  if (content === null) {
    throw new CommandFailure(
      `${path} has lines that cannot be edited safely, and was not changed. Add this ` +
        `yourself:\n\n${formatTable(table, entry)}`,
    );
  }
  return { path, content, state: content === existing ? 'unchanged' : 'changed' };
}

function planCredentials(
  folder: string,
  { accountId, secret }: LocalNetwork['accounts'][number],
): PlannedFile[] {
  const publicKey = formatPublicKey(secretToPublic(secret));
  const secretKey = formatSecretKey(secret);
  const content = JSON.stringify({
    account_id: accountId,
    public_key: publicKey,
    private_key: secretKey,
    secret_key: secretKey,
  });
  const paths = [
    join(folder, `${accountId}.json`),
    join(folder, accountId, `${publicKey.replace(':', '_')}.json`),
  ];
  return paths.map((path) => {
    const existing = readExisting(path);
    if (existing === null) return { path, content, state: 'new' };
    return { path, content: existing, state: existing === content ? 'unchanged' : 'kept' };
  });
}

/** What near-cli-rs offers in its prompts. */
function planAccountList(path: string, { accounts }: LocalNetwork): PlannedFile {
  const existing = readExisting(path);
  const known = existing === null ? [] : parseList(existing);
  if (known === null) return { path, content: existing ?? '', state: 'kept' };
  const names = new Set(
    known.map((entry) => (entry as { account_id?: unknown } | null)?.account_id),
  );
  const added = accounts
    .filter(({ accountId }) => !names.has(accountId))
    .map(({ accountId }) => ({ account_id: accountId, used_as_signer: true }));
  if (existing !== null && added.length === 0)
    return { path, content: existing, state: 'unchanged' };
  const content = JSON.stringify([...known, ...added]);
  return { path, content, state: existing === null ? 'new' : 'changed' };
}

function parseList(text: string): readonly unknown[] | null {
  try {
    const list = parseJson(text);
    return Array.isArray(list) ? list : null;
  } catch (error) {
    if (error instanceof PerigeeError) return null;
    throw error;
  }
}

function readExisting(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    const { size } = statSync(path);
    if (size <= FILE_BYTES_MAX) return readFileSync(path, 'utf8');
    throw new Error(`it has ${size} bytes`);
  } catch (error) {
    throw new CommandFailure(`${path} cannot be read: ${(error as Error).message}.`, error);
  }
}
