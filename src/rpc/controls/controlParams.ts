// Parameters of the methods that control the chain.

import { JsonFloat } from '../../base/json/jsonNumber.ts';
import { NS_PER_SECOND } from '../../base/units.ts';
import { type MiningMode, parseMiningMode } from '../../chain/production/mining.ts';
import { invalidType, isJsonObject, JsonError } from '../../codec/codec.ts';
import { u64Text } from '../../codec/primitives.ts';
import { splitTagged, unknownVariant } from '../../codec/union.ts';
import { AccessKey } from '../../types/accessKey.ts';
import type { Action } from '../../types/action.ts';
import { StateRecord } from '../../types/genesis.ts';
import { balance } from '../../types/primitives.ts';
import { SHARD_ID_MAX } from '../../types/shardSplits.ts';
import { ActionView, actionFromView } from '../../types/views/actionView.ts';
import { defaulting, optional, type Parser, scalar } from '../params/params.ts';
import { accountIdText, boundedInteger, integer, text } from '../params/scalars.ts';

/** Missing params are the same as empty ones. */
export function orEmpty<T>(parser: Parser<T>): Parser<T> {
  return { ...parser, parse: (json) => parser.parse(json ?? {}) };
}

export const snapshotId: Parser<number> = boundedInteger(1, Number.MAX_SAFE_INTEGER);

/** Nanoseconds since 1970: an integer, or a string of digits. */
export const timestamp: Parser<bigint> = {
  parse: (json) => (typeof json === 'string' ? u64Text.parse(json) : integer.parse(json)),
  schema: {
    oneOf: [integer.schema, { type: 'string', format: 'digits' }],
    description: 'Nanoseconds since 1970.',
  },
};

const SECONDS_MAX = 1e10;

/** A number of seconds, to the nanosecond. */
export const seconds: Parser<bigint> = {
  parse: (json) => {
    const value = json instanceof JsonFloat ? json.value : json;
    if (typeof value !== 'number') throw invalidType(json, 'a number of seconds');
    if (value < 0 || value > SECONDS_MAX) {
      throw new JsonError(`invalid value: ${value}, expected 0 to ${SECONDS_MAX} seconds`);
    }
    return BigInt(Math.round(value * Number(NS_PER_SECOND)));
  },
  schema: { type: 'number', minimum: 0, maximum: SECONDS_MAX },
};

export const amount: Parser<bigint> = scalar(balance, {
  type: 'string',
  format: 'digits',
  description: 'YoctoNEAR.',
});

/** In the reference's order. Receipts cannot be written: they have queues and indices. */
const RECORD_KINDS = [
  'Account',
  'Data',
  'Contract',
  'AccessKey',
  'PostponedReceipt',
  'ReceivedData',
  'DelayedReceipt',
  'GasKeyNonce',
];
const RECEIPT_KINDS = ['PostponedReceipt', 'DelayedReceipt'];

export const stateRecord: Parser<StateRecord> = {
  parse: (json) => {
    const { wireName, content } = splitTagged(json, 'string or map');
    if (!RECORD_KINDS.includes(wireName)) {
      throw new JsonError(unknownVariant(wireName, RECORD_KINDS));
    }
    if (typeof json === 'string') {
      throw new JsonError('invalid type: unit variant, expected struct variant');
    }
    if (!isJsonObject(content)) throw invalidType(content, 'struct variant');
    if (RECEIPT_KINDS.includes(wireName)) throw new JsonError(`${wireName} can not be written`);
    return StateRecord.parse(json);
  },
  schema: { type: 'object', description: 'A record as in genesis.json.' },
};

/** As in the state; the nonce is optional. */
export const accessKey: Parser<AccessKey> = {
  parse: (json) => AccessKey.parse(isJsonObject(json) ? { nonce: 0, ...json } : json),
  schema: {
    type: 'object',
    properties: {
      nonce: integer.schema,
      permission: { description: '`"FullAccess"` or `{"FunctionCall": {...}}`.' },
    },
    required: ['permission'],
  },
};

/** An action as in responses, but with the full code of a contract instead of its hash. */
export const action: Parser<Action> = {
  parse: (json) => actionFromView(ActionView.parse(json), (code) => code),
  schema: { type: 'object', description: 'An action as in results, with the code of a contract.' },
};

export const miningMode: Parser<MiningMode> = {
  parse: (json) => {
    const mode = parseMiningMode(text.parse(json));
    if (mode === null) throw new JsonError('expected auto, auto:MS, interval:MS or manual');
    return mode;
  },
  schema: { type: 'string', format: 'auto, auto:MS, interval:MS or manual' },
};

export const blockCount: Parser<number> = defaulting(boundedInteger(0, 1_000_000), 1);
export const epochCount: Parser<number> = defaulting(boundedInteger(0, 1_000), 0);

export const protocolVersion: Parser<number> = boundedInteger(1, 0xffff_ffff);

export const shardToSplit: Parser<number> = boundedInteger(0, SHARD_ID_MAX);
export const boundaryAccount: Parser<string | null> = optional(accountIdText);
