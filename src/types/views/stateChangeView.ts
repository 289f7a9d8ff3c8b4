// State changes as RPC answers show them: a change and its cause, each an object that names its
// kind in a `type` beside the rest.

import { type Codec, jsonOnly, type TypeOf } from '../../codec/codec.ts';
import { bytes, u16, vec } from '../../codec/primitives.ts';
import { camelToSnake, view } from '../../codec/struct.ts';
import type { UnionOf } from '../../codec/union.ts';
import { words } from '../../codec/union.ts';
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

function causeJson(cause: StateChangeCause): string {
  const type = `"type":"${camelToSnake(cause.kind).slice(1)}"`;
  if (!('value' in cause)) return `{${type}}`;
  const [[name, id]] = Object.entries(cause.value) as [[string, Uint8Array]];
  return `{"${camelToSnake(name)}":${hash.json(id)},${type}}`;
}

export const StateChangeWithCauseView: Codec<StateChangeWithCause> = jsonOnly({
  json: ({ cause, change }: StateChangeWithCause) => {
    const content = changes[change.kind] as Codec<unknown>;
    return `{"cause":${causeJson(cause)},"change":${content.json(change.value)},"type":"${change.kind}"}`;
  },
  parse: () => {
    throw new Error('state changes are only ever shown');
  },
});

export const ChangesView = view({ blockHash: hash, changes: vec(StateChangeWithCauseView) });

export const TouchedKind = words('StateChangeKindView', [
  'account_touched',
  'access_key_touched',
  'data_touched',
  'contract_code_touched',
]);

/** One touched key of the state, without its value. */
export const Touched = view({ accountId, type: TouchedKind });
export type Touched = TypeOf<typeof Touched>;

export const ChangesInBlockView = view({ blockHash: hash, changes: vec(Touched) });
