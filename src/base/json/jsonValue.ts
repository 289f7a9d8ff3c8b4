/**
 * JSON values as they are read without loss. Also runs in browsers, so it imports nothing of Node.
 */

import type { JsonFloat } from './jsonNumber.ts';

export type JsonObject = { [key: string]: JsonValue };
export type JsonValue =
  | null
  | boolean
  /** A safe integer; from `parseJson` also any float. */
  | number
  /** An integer of 64 bits that is not safe. */
  | bigint
  | JsonFloat
  | string
  | JsonValue[]
  | JsonObject;

export type JsonError = { readonly code: 'json' };

export type JsonRead = {
  readonly value: JsonValue;
  /** The offset of the first byte after the value. */
  readonly end: number;
  /** Whether the value is an object that has a key twice at its top level; the last one counts. */
  readonly hasDuplicateKeys: boolean;
  /** How many values it consists of, itself included. */
  readonly values: number;
  /** The text of the member at the located key; null if it is not there. */
  readonly located: string | null;
};
