// The node's responses under the names that the pages use. All types are derived from those of the
// client, which are generated from the schemas of the methods.

import type {
  ResultOf,
  TransactionStatus as StatusAt,
  ChainEvent as StreamEvent,
} from 'perigee/client';
import type { ActionView, RpcQueryResults, TxExecutionStatus } from 'perigee/wire';

/** A union as the node writes it: a name, or an object with that one key. */
export type Tagged = string | object;

/** The names of actions, of all protocol versions that the node supports. */
export type ActionName = ActionView extends infer A ? (A extends string ? A : keyof A) : never;

export type TransactionStatus = StatusAt<'FINAL'>;
export type Transaction = TransactionStatus['transaction'];
export type OutcomeWithId = TransactionStatus['transaction_outcome'];
export type Outcome = OutcomeWithId['outcome'];
export type MerkleStep = OutcomeWithId['proof'][number];
export type Receipt = ResultOf<'EXPERIMENTAL_receipt'>;
export type Milestone = TxExecutionStatus;

export type Block = ResultOf<'block'>;
export type BlockHeader = Block['header'];
export type Chunk = ResultOf<'chunk'>;
export type ValidatorStake = BlockHeader['validator_proposals'][number];
export type NodeStatus = ResultOf<'status'>;
export type Account = RpcQueryResults['view_account'];
export type AccessKey = RpcQueryResults['view_access_key_list']['keys'][number];

type EventOf<K> = Extract<StreamEvent, { readonly kind: K }>['data'];

export type BlockEvent = EventOf<'block'>;
export type TransactionEvent = EventOf<'transaction'>;
export type ReceiptEvent = EventOf<'receipt'>;
