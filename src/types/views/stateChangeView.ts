// State changes as RPC answers show them: a change and its cause, each an object that names its
// kind in a `type` field next to the others.

import { type Codec, invalidType, JsonError, jsonOnly, type TypeOf } from '../../codec/codec.ts';
import { bytes, u16, vec } from '../../codec/primitives.ts';
import { camelToSnake, view } from '../../codec/struct.ts';
import type { UnionOf } from '../../codec/union.ts';
import { unknownVariant, words } from '../../codec/union.ts';
import { AccessKeyView } from '../accessKey.ts';
import { accountId } from '../accountId.ts';
import { hash, nonce, publicKeyHandle } from '../primitives.ts';
import type { StateChangeCause } from '../stateChange.ts';
import { accountViewFields } from './accountView.ts';

const account = view({ accountId });
const accountAndKey = view({ accountId, publicKey: publicKeyHandle });

/** The content of `change`, by its type. */
const changes = {
  account_update: view({ accountId, ...accountViewFields }),
  account_deletion: account,
  access_key_update: view({ accountId, publicKey: publicKeyHandle, accessKey: AccessKeyView }),
  access_key_deletion: accountAndKey,
  gas_key_nonce_update: view({ accountId, publicKey: publicKeyHandle, index: u16, nonce }),
  data_update: view({ accountId, keyBase64: bytes, valueBase64: bytes }),
  data_deletion: view({ accountId, keyBase64: bytes }),
  contract_code_update: view({ accountId, codeBase64: bytes }),
  contract_code_deletion: account,
} as const;
export type StateChangeView = UnionOf<typeof changes>;

export interface StateChangeWithCause {
  readonly cause: StateChangeCause;
  readonly change: StateChangeView;
}

const nothing = view({});
const receipt = view({ receiptHash: hash });

/** The other fields of a cause; each of their keys sorts before `type`. */
const causes: { readonly [K in StateChangeCause['kind']]: Codec<never> | Codec<unknown> } = {
  NotWritableToDisk: nothing,
  InitialState: nothing,
  TransactionProcessing: view({ txHash: hash }),
  ActionReceiptProcessingStarted: receipt,
  ActionReceiptGasReward: receipt,
  ReceiptProcessing: receipt,
  PostponedReceipt: receipt,
  UpdatedDelayedReceipts: nothing,
  ValidatorAccountsUpdate: nothing,
  Migration: nothing,
  BandwidthSchedulerStateUpdate: nothing,
};
const causeNames = new Map(
  (Object.keys(causes) as StateChangeCause['kind'][]).map((kind) => [
    camelToSnake(kind).slice(1),
    kind,
  ]),
);

function causeJson(cause: StateChangeCause): string {
  const type = `"type":"${camelToSnake(cause.kind).slice(1)}"`;
  if (!('value' in cause)) return `{${type}}`;
  const content = (causes[cause.kind] as Codec<unknown>).json(cause.value);
  return `${content.slice(0, -1)},${type}}`;
}

function parseCause(json: unknown): StateChangeCause {
  const name = parseType(json);
  const kind = causeNames.get(name);
  if (kind === undefined) throw new JsonError(unknownVariant(name, [...causeNames.keys()]));
  if (causes[kind] === nothing) return { kind } as StateChangeCause;
  return { kind, value: causes[kind].parse(json) } as StateChangeCause;
}

function parseType(json: unknown): string {
  if (typeof json !== 'object' || json === null) throw invalidType(json, 'a map');
  const { type } = json as { type?: unknown };
  if (typeof type !== 'string') throw new JsonError('missing field `type`');
  return type;
}

const WithCause = view({ cause: jsonOnly({ json: causeJson, parse: parseCause }) });

export const StateChangeWithCauseView: Codec<StateChangeWithCause> = jsonOnly({
  json: ({ cause, change }: StateChangeWithCause) => {
    const content = changes[change.kind] as Codec<unknown>;
    return `{"cause":${causeJson(cause)},"change":${content.json(change.value)},"type":"${change.kind}"}`;
  },
  parse: (json) => {
    const kind = parseType(json) as StateChangeView['kind'];
    if (!Object.hasOwn(changes, kind)) {
      throw new JsonError(unknownVariant(kind, Object.keys(changes)));
    }
    const value = changes[kind].parse((json as { change?: unknown }).change);
    return { ...WithCause.parse(json), change: { kind, value } as StateChangeView };
  },
});

export const ChangesView = view({ blockHash: hash, changes: vec(StateChangeWithCauseView) });

const TouchedKind = words('StateChangeKindView', [
  'account_touched',
  'access_key_touched',
  'data_touched',
  'contract_code_touched',
]);

/** One touched key of the state, without its value. */
export const Touched = view({ accountId, type: TouchedKind });
export type Touched = TypeOf<typeof Touched>;

export const ChangesInBlockView = view({ blockHash: hash, changes: vec(Touched) });
