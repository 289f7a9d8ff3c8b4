// Words of a command line that name accounts, amounts, gas, blocks and the arguments of calls. What
// cannot be understood is a usage error that shows the right form.

import { readFileSync } from 'node:fs';
import { parseGas, parseTokens } from '../../base/amounts.ts';
import { bytesToBase64, laxBase64ToBytes, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { restate } from '../../base/errors.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { GAS_PER_TGAS } from '../../base/units.ts';
import type { BlockReference } from '../../client/generated/wire.ts';
import { readBlockText } from '../../kit/blockText.ts';
import { isAccountId } from '../../types/accountId.ts';
import { type CommandLine, defaultedText, optionText } from '../commandLine.ts';
import { parsePath } from '../optionValues.ts';
import { createUsageError } from '../usageError.ts';

/** The largest file with arguments; a transaction holds less. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;
const U128_MAX = 2n ** 128n - 1n;
const U64_MAX = 2n ** 64n - 1n;
const BASE64 = 'base64:';

export function argumentAt(line: CommandLine, index: number): string {
  return line.args[index] ?? '';
}

export function parseAccount(text: string): string {
  if (isAccountId(text)) return text;
  throw createUsageError(`'${text}' is not an account id, such as alice.test.near.`);
}

export function optionalAccount(line: CommandLine, name: string): string | undefined {
  const text = optionText(line, name);
  return text === undefined ? undefined : parseAccount(text);
}

export function parseAmount(text: string): bigint {
  const amount = parseTokens(text);
  if (amount !== null && amount <= U128_MAX) return amount;
  throw createUsageError(`'${text}' is not an amount, such as '1.5 NEAR' or '7 yocto'.`);
}

export function readAmount(line: CommandLine, name: string): bigint {
  return parseAmount(defaultedText(line, name));
}

export function readGas(line: CommandLine): bigint {
  const text = defaultedText(line, 'gas');
  const gas = parseGas(text);
  if (gas === null || gas > U64_MAX) {
    throw createUsageError(`--gas is an amount such as '30 Tgas', not '${text}'.`);
  }
  // Nobody attaches less on purpose, and the number of Tgas is what people write.
  if (gas > 0n && gas < GAS_PER_TGAS / 1_000_000n) {
    throw createUsageError(`--gas ${text} is less than any call burns: write '${text} Tgas'.`);
  }
  return gas;
}

export interface CallArguments {
  readonly bytes: Uint8Array;
  /** The JSON in them; undefined for bytes that were given as such. */
  readonly json?: unknown;
}

/** `{}` if there are none, as other tools send it. */
export function parseCallArguments(given: string | undefined): CallArguments {
  if (given?.startsWith(BASE64)) return { bytes: parseBase64(given) };
  const text = given?.startsWith('@') ? readText(given.slice(1)) : (given ?? '{}');
  const json = restate(
    () => parseJson(text),
    ({ message }) =>
      createUsageError(`ARGS is not JSON: ${message}. In a shell, write it as '{"name":"value"}'.`),
  );
  return { bytes: utf8ToBytes(text), json };
}

/** Text as it is, or bytes. */
export function parseBytes(text: string): string {
  return bytesToBase64(text.startsWith(BASE64) ? parseBase64(text) : utf8ToBytes(text));
}

function parseBase64(text: string): Uint8Array {
  return restate(
    () => laxBase64ToBytes(text.slice(BASE64.length)),
    ({ message }) => createUsageError(`'${text}' is not base64: ${message}.`),
  );
}

function readText(name: string): string {
  return readFile(name, FILE_BYTES_MAX).toString('utf8');
}

export function readFile(name: string, bytesMax: number): Buffer {
  const path = parsePath(name);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw createUsageError(`${path} cannot be read: ${(error as Error).message}.`);
  }
  if (bytes.length <= bytesMax) return bytes;
  throw createUsageError(`${path} has ${bytes.length} bytes, and may have ${bytesMax}.`);
}

export function parseBlock(text: string): BlockReference {
  const block = readBlockText(text);
  if (block !== null) return block;
  throw createUsageError(`'${text}' is not a block: a height, a hash, final or latest.`);
}
