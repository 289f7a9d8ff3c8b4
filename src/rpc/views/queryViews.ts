// The kinds of `query`: each a view under its `request_type`, in the reference's order.

import type { Part, StructOf } from '../../codec/struct.ts';
import { tagged } from '../../codec/tagged.ts';
import { callFunction } from './callFunction.ts';
import type { View } from './view.ts';
import { viewAccessKey, viewGasKeyNonces } from './viewAccessKey.ts';
import { viewAccessKeyList } from './viewAccessKeyList.ts';
import { viewAccount } from './viewAccount.ts';
import { viewCode, viewGlobalContractCode, viewGlobalContractCodeByAccountId } from './viewCode.ts';
import { viewState } from './viewState.ts';

export const queryViews = {
  view_account: viewAccount,
  view_code: viewCode,
  view_state: viewState,
  view_access_key: viewAccessKey,
  view_access_key_list: viewAccessKeyList,
  view_gas_key_nonces: viewGasKeyNonces,
  call_function: callFunction,
  view_global_contract_code: viewGlobalContractCode,
  view_global_contract_code_by_account_id: viewGlobalContractCodeByAccountId,
} as const;

type Views = typeof queryViews;
type QueryKind = keyof Views;

/** A kind with the params of its view. */
export type QueryRequest = {
  [K in QueryKind]: {
    readonly kind: K;
    readonly value: Views[K] extends View<infer F, infer _> ? StructOf<F> : never;
  };
}[QueryKind];

const fieldsByKind = Object.fromEntries(
  Object.entries(queryViews).map(([kind, { fields }]) => [kind, fields]),
);

export const QueryRequest = tagged(
  'QueryRequest',
  'request_type',
  fieldsByKind,
) as unknown as Part<QueryRequest>;
