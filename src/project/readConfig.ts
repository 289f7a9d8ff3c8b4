// Reads a configuration from a value of any type. An error names the field by its path, and for an
// unknown name the nearest one that exists. Bounds: ENTRIES_MAX accounts and contracts.

import { parseSecretKey } from '../base/crypto/keys.ts';
import { PerigeeError } from '../base/errors.ts';
import { parseGas, parseTokens } from '../base/givenAmounts.ts';
import { nearestName } from '../base/nearestName.ts';
import { parseMiningMode } from '../chain/production/mining.ts';
import { OPTION_BOUNDS } from '../node/options.ts';
import { isAccountId } from '../types/accountId.ts';
import { ConfigError } from './configError.ts';
import { miningToText } from './givenMining.ts';
import { type ProjectConfig, WATCH_MODES } from './projectConfig.ts';

const ENTRIES_MAX = 1_000;
const TEXT_MAX = 4_096;

/** Throws a ConfigError unless the value may stand at this path. */
type Check = (value: unknown, path: string) => void;

/** Returns the value itself, which then has the form of a configuration. */
export function readConfig(value: unknown): ProjectConfig {
  CONFIG(value, '');
  return value as ProjectConfig;
}

function refuse(path: string, reason: string): never {
  throw new ConfigError(path === '' ? `the configuration ${reason}` : `${path} ${reason}`);
}

/** A field of an object, as a program would name it. */
function fieldPath(path: string, name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

function requireObject(value: unknown, path: string): [name: string, value: unknown][] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || value instanceof Uint8Array) refuse(path, 'must be an object');
  return Object.entries(value as object).filter(([, field]) => field !== undefined);
}

function record(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, path) => {
    const entries = requireObject(value, path);
    for (const [name, field] of entries) {
      const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (check === undefined) refuseName(path, name, Object.keys(fields));
      else check(field, fieldPath(path, name));
    }
    const missing = required.find((name) => !entries.some(([given]) => given === name));
    if (missing !== undefined) refuse(fieldPath(path, missing), 'is missing');
  };
}

function refuseName(path: string, name: string, known: readonly string[]): never {
  const nearest = nearestName(name, known);
  const advice =
    nearest === null ? `; the names are ${known.join(', ')}` : `; did you mean ${nearest}?`;
  refuse(fieldPath(path, name), `is not a known name${advice}`);
}

function byAccount(check: Check): Check {
  return (value, path) => {
    const entries = requireObject(value, path);
    if (entries.length > ENTRIES_MAX) refuse(path, `has more than ${ENTRIES_MAX} entries`);
    for (const [accountId, entry] of entries) {
      const place = fieldPath(path, accountId);
      if (!isAccountId(accountId)) refuse(place, 'is not a valid account id');
      check(entry, place);
    }
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= TEXT_MAX;
}

function checked(isValid: (value: unknown) => boolean, expected: string): Check {
  return (value, path) => {
    if (!isValid(value)) refuse(path, `must be ${expected}, not ${show(value)}`);
  };
}

const SHOWN_CHARS = 60;

function show(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

function integer(name: keyof typeof OPTION_BOUNDS): Check {
  const { min, max } = OPTION_BOUNDS[name];
  const isValid = (value: unknown) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
  return checked(isValid, `a whole number from ${min} to ${max}`);
}

function isMining(value: unknown): boolean {
  const text = miningToText(value);
  return typeof text === 'string' && parseMiningMode(text) !== null;
}

function isSecretKey(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    parseSecretKey(value);
    return true;
  } catch (error) {
    if (error instanceof PerigeeError) return false;
    throw error;
  }
}

const text = checked(isText, 'a text');
const tokens = checked(
  (value) => parseTokens(value) !== null,
  'a bigint in yoctoNEAR, or such as "10 NEAR"',
);
const gas = checked((value) => parseGas(value) !== null, 'a bigint, or such as "30 Tgas"');
const secretKey: Check = (value, path) => {
  // The message does not repeat what may be a key.
  if (!isSecretKey(value)) refuse(path, 'must be a secret key, such as "ed25519:…"');
};
const accountFields = { balance: tokens, secretKey };
const account = record(accountFields);
const init = record(
  { method: text, args: (value, path) => void requireObject(value, path), deposit: tokens, gas },
  ['method'],
);
const contract = record({ ...accountFields, wasm: text, init }, ['wasm']);
const place = checked(
  (value) => typeof value === 'boolean' || (isText(value) && isAccountId(value)),
  'true, false or an account id',
);

const CONFIG = record({
  chain: record({
    id: checked(
      (value) => isText(value) && /^[\w.-]{1,64}$/.test(value),
      'a name of letters, digits, dots and dashes',
    ),
    protocol: integer('protocol'),
    shards: integer('shards'),
    mining: checked(isMining, 'auto, auto:MS, interval:MS or manual'),
    port: integer('port'),
    accounts: integer('accounts'),
  }),
  fork: checked(
    (value) => isText(value) && /^https?:\/\/\S+$/.test(value),
    'an address such as https://rpc.mainnet.near.org, or with @HEIGHT',
  ),
  accounts: byAccount((value, path) =>
    typeof value === 'object' ? account(value, path) : tokens(value, path),
  ),
  contracts: byAccount((value, path) =>
    typeof value === 'string' ? text(value, path) : contract(value, path),
  ),
  presets: record({
    wrappedNear: place,
    fungibleToken: place,
    nonFungibleToken: place,
    registrar: place,
    relayer: place,
  }),
  watch: checked(
    (value) => WATCH_MODES.some((mode) => mode === value),
    WATCH_MODES.map((mode) => `"${mode}"`).join(' or '),
  ),
});
