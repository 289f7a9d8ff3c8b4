// State changes as RPC answers show them: a change and its cause, each an object that names its
// kind in a `type` field next to the others.

import { type Codec, jsonOnly, named, type TypeOf } from '../../codec/codec.ts';
import { bytes, u16, vec } from '../../codec/primitives.ts';
import { scanOf, withScan } from '../../codec/scan.ts';
import { struct } from '../../codec/struct.ts';
import { tagged } from '../../codec/tagged.ts';
import { type UnionOf, unit } from '../../codec/union.ts';
import { AccessKeyView } from '../accessKey.ts';
import { accountId } from '../accountId.ts';
import { hash, nonce, publicKeyHandle, storeKey, storeValue } from '../primitives.ts';
import type { StateChangeCause } from '../stateChange.ts';
import { accountViewFields } from './accountView.ts';

const account = struct({ accountId });
const accountAndKey = struct({ accountId, publicKey: publicKeyHandle });

/** The content of `change`, by its type. */
const changes = {
  account_update: struct({ accountId, ...accountViewFields }),
  account_deletion: account,
  access_key_update: struct({ accountId, publicKey: publicKeyHandle, accessKey: AccessKeyView }),
  access_key_deletion: accountAndKey,
  gas_key_nonce_update: struct({ accountId, publicKey: publicKeyHandle, index: u16, nonce }),
  data_update: struct({ accountId, keyBase64: storeKey, valueBase64: storeValue }),
  data_deletion: struct({ accountId, keyBase64: storeKey }),
  contract_code_update: struct({ accountId, codeBase64: bytes }),
  contract_code_deletion: account,
} as const;
export type StateChangeView = UnionOf<typeof changes>;

export interface StateChangeWithCause {
  readonly cause: StateChangeCause;
  readonly change: StateChangeView;
}

const receipt = { receiptHash: hash };

const StateChangeCauseView: Codec<StateChangeCause> = tagged('StateChangeCauseView', 'type', {
  NotWritableToDisk: unit,
  InitialState: unit,
  TransactionProcessing: { txHash: hash },
  ActionReceiptProcessingStarted: receipt,
  ActionReceiptGasReward: receipt,
  ReceiptProcessing: receipt,
  PostponedReceipt: receipt,
  UpdatedDelayedReceipts: unit,
  ValidatorAccountsUpdate: unit,
  Migration: unit,
  BandwidthSchedulerStateUpdate: unit,
});

const Change = tagged(
  'StateChangeView',
  'type',
  Object.fromEntries(Object.entries(changes).map(([kind, change]) => [kind, { change }])),
);
const Cause = struct({ cause: StateChangeCauseView });
const scanBoth = scanOf(
  tagged(
    'StateChangeWithCauseView',
    'type',
    Object.fromEntries(
      Object.entries(changes).map(([kind, change]) => [
        kind,
        { cause: StateChangeCauseView, change },
      ]),
    ),
  ),
);

/** `cause` next to `change` and its `type`. */
export const StateChangeWithCauseView: Codec<StateChangeWithCause> = named(
  'StateChangeWithCauseView',
  withScan(
    jsonOnly({
      json: ({ cause, change }) => {
        const content = changes[change.kind] as Codec<unknown>;
        const causeText = StateChangeCauseView.json(cause);
        return `{"cause":${causeText},"change":${content.json(change.value)},"type":"${change.kind}"}`;
      },
      parse: (json) => {
        const { kind, value } = Change.parse(json) as { kind: string; value: { change: unknown } };
        return {
          ...Cause.parse(json),
          change: { kind, value: value.change } as StateChangeView,
        };
      },
      schema: (scope) => ({ allOf: [Cause.schema(scope), Change.schema(scope)] }),
    }),
    (scanner) => {
      const { kind, value } = scanBoth(scanner) as unknown as {
        kind: string;
        value: { cause: StateChangeCause; change: unknown };
      };
      const { cause, change } = value;
      return { cause, change: { kind, value: change } as StateChangeView };
    },
  ),
);

export const ChangesView = struct('RpcStateChangesInBlockResponse', {
  blockHash: hash,
  changes: vec(StateChangeWithCauseView),
});

const owner = { accountId };

/** One touched key of the state, without its value. */
export const Touched = tagged('StateChangeKindView', 'type', {
  account_touched: owner,
  access_key_touched: owner,
  data_touched: owner,
  contract_code_touched: owner,
});
export type Touched = TypeOf<typeof Touched>;

export const ChangesInBlockView = struct('RpcStateChangesInBlockByTypeResponse', {
  blockHash: hash,
  changes: vec(Touched),
});
