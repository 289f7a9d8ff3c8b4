// Parameters that several tools have: accounts, amounts, gas, arguments of calls, blocks, hashes.

import { parseGas, parseTokens } from '../base/amounts.ts';
import { bytesToBase64, laxBase64ToBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import { formatHash } from '../base/crypto/hash.ts';
import { formatPlainJson, parseJson } from '../base/json/plainJson.ts';
import { GAS_PER_TGAS } from '../base/units.ts';
import type { BlockReference } from '../client/generated/wire.ts';
import { type Codec, described, isJsonObject, JsonError, readOnly } from '../codec/codec.ts';
import { string } from '../codec/primitives.ts';
import { defaulted } from '../codec/struct.ts';
import { readBlockText } from '../kit/blockText.ts';
import { mapped } from '../rpc/params/params.ts';
import { accountId } from '../types/accountId.ts';
import { hash } from '../types/primitives.ts';

const U128_MAX = 2n ** 128n - 1n;
const GAS_MAX = 2n ** 53n - 1n;
const BASE64 = 'base64:';

export function account(description: string): Codec<string> {
  return described(accountId, description);
}

/** As text. */
export const transactionHash = mapped(
  described(hash, 'The hash of the transaction, in base58.'),
  formatHash,
);

export const methodName = described(string, 'The name of the method.');

/** In yoctoNEAR. */
export const tokens: Codec<bigint> = readOnly({
  parse: (json) => {
    const amount = typeof json === 'string' ? parseTokens(json) : null;
    if (amount !== null && amount <= U128_MAX) return amount;
    throw new JsonError("expected an amount in a string, such as '1.5 NEAR' or '7 yocto'");
  },
  schema: () => ({ type: 'string', description: 'Such as `1.5 NEAR` or `7 yocto`.' }),
});

export const deposit = defaulted(tokens, 0n);

const gasUnits: Codec<bigint> = readOnly({
  parse: (json) => {
    const gas = typeof json === 'string' ? parseGas(json) : null;
    if (gas !== null && gas <= GAS_MAX) return gas;
    throw new JsonError("expected gas in a string, such as '30 Tgas'");
  },
  schema: () => ({ type: 'string', description: 'Such as `30 Tgas`; `100 Tgas` by default.' }),
});

export const gas = defaulted(gasUnits, 100n * GAS_PER_TGAS);

export interface GivenArgs {
  readonly bytes: Uint8Array;
  /** The JSON in them; undefined for bytes that were given as such. */
  readonly json?: unknown;
}

/** Some models put the JSON of the arguments into a string. */
const givenArgs: Codec<GivenArgs> = readOnly({
  parse: (json) => {
    if (typeof json === 'string') return parseArgsText(json);
    if (isJsonObject(json) || Array.isArray(json)) return encodeArgs(json);
    throw new JsonError('expected an object, or a string that begins with base64:');
  },
  schema: () => ({
    anyOf: [{ type: 'object' }, { type: 'array' }, { type: 'string' }],
    description: 'The arguments: JSON, `{}` by default; or `base64:…` for bytes.',
  }),
});

export const callArgs = defaulted(givenArgs, encodeArgs({}));

function encodeArgs(json: unknown): GivenArgs {
  return { json, bytes: utf8ToBytes(formatPlainJson(json) ?? '{}') };
}

function parseArgsText(text: string): GivenArgs {
  if (text.startsWith(BASE64)) return { bytes: laxBase64ToBytes(text.slice(BASE64.length)) };
  // As it was written: numbers keep all of their digits.
  return { json: parseJson(text), bytes: utf8ToBytes(text) };
}

/** JSON as it is; what is not JSON as `base64:…`. */
export function showValue(value: unknown): unknown {
  return value instanceof Uint8Array ? `${BASE64}${bytesToBase64(value)}` : value;
}

const blockText: Codec<BlockReference> = readOnly({
  parse: (json) => {
    const text = typeof json === 'string' || typeof json === 'number' ? `${json}` : null;
    const named = text === null ? null : readBlockText(text);
    if (named !== null) return named;
    throw new JsonError(`'${text}' is not a block: a height, a hash, final or latest`);
  },
  schema: () => ({
    type: ['string', 'integer'],
    description: 'A height, a hash, `final` or `latest` (the default).',
  }),
});

export const block = defaulted(blockText, { finality: 'optimistic' });
