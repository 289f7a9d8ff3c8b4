// Parameters of the methods that control the chain.

import { JsonFloat } from '../../base/json/jsonNumber.ts';
import { NS_PER_SECOND } from '../../base/units.ts';
import { type MiningMode, parseMiningMode } from '../../chain/production/mining.ts';
import { type Codec, invalidType, isJsonObject, JsonError, readOnly } from '../../codec/codec.ts';
import { bounded, option, string, u64, u64Text } from '../../codec/primitives.ts';
import { defaulted } from '../../codec/struct.ts';
import { splitTagged, unknownVariant } from '../../codec/union.ts';
import { type AccessKey, AccessKeyPermission } from '../../types/accessKey.ts';
import { accountId } from '../../types/accountId.ts';
import type { Action } from '../../types/action.ts';
import { StateRecord } from '../../types/genesis.ts';
import { nonce } from '../../types/primitives.ts';
import { SHARD_ID_MAX } from '../../types/shardSplits.ts';
import { ActionView, actionFromView } from '../../types/views/actionView.ts';
import { exact } from './params.ts';

/** Missing params are the same as empty ones. */
export function orEmpty<T>(codec: Codec<T>): Codec<T> {
  return { ...codec, parse: (json) => codec.parse(json ?? {}) };
}

export const snapshotId: Codec<number> = bounded(1, Number.MAX_SAFE_INTEGER);

/** Nanoseconds since 1970: an u64, or a string of digits. */
export const timestamp: Codec<bigint> = readOnly({
  parse: (json) => (typeof json === 'string' ? u64Text : u64).parse(json),
  schema: (scope) => ({
    anyOf: [u64.schema(scope), u64Text.schema(scope)],
    description: 'Nanoseconds since 1970.',
  }),
});

const SECONDS_MAX = 1e10;

/** A number of seconds, to the nanosecond. */
export const seconds: Codec<bigint> = readOnly({
  parse: (json) => {
    const value = json instanceof JsonFloat ? json.value : json;
    if (typeof value !== 'number') throw invalidType(json, 'a number of seconds');
    if (value < 0 || value > SECONDS_MAX) {
      throw new JsonError(`invalid value: ${value}, expected 0 to ${SECONDS_MAX} seconds`);
    }
    return BigInt(Math.round(value * Number(NS_PER_SECOND)));
  },
  schema: () => ({ type: 'number', minimum: 0, maximum: SECONDS_MAX }),
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

export const stateRecord: Codec<StateRecord> = readOnly({
  parse: (json) => {
    const { wireName, content } = splitTagged(json);
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
  schema: StateRecord.schema,
});

/** As in the state; without a nonce it is 0. */
export const accessKey: Codec<AccessKey> = exact('PerigeeAccessKey', {
  nonce: defaulted(nonce, 0n),
  permission: AccessKeyPermission,
});

/** An action as in responses, but with the full code of a contract instead of its hash. */
export const action: Codec<Action> = readOnly({
  parse: (json) => actionFromView(ActionView.parse(json), (code) => code),
  schema: ActionView.schema,
});

export const miningMode: Codec<MiningMode> = readOnly({
  parse: (json) => {
    const mode = parseMiningMode(string.parse(json));
    if (mode === null) throw new JsonError('expected auto, auto:MS, interval:MS or manual');
    return mode;
  },
  schema: () => ({
    type: 'string',
    pattern: '^(?:manual|auto|(?:auto|interval):[0-9]{1,7})$',
    description: '`auto`, `auto:MS`, `interval:MS` or `manual`.',
  }),
});

export const blockCount: Codec<number> = defaulted(bounded(0, 1_000_000), 1);
export const epochCount: Codec<number> = defaulted(bounded(0, 1_000), 0);

export const protocolVersion: Codec<number> = bounded(1, 0xffff_ffff);

export const shardToSplit: Codec<number> = bounded(0, SHARD_ID_MAX);
export const boundaryAccount: Codec<string | null> = option(accountId);
