// A profile: where the gas of a transaction was burnt. The tree is a list of nodes with the index
// of their parent, because a contract may call itself thousands of times, and JSON readers refuse
// deep nesting.

import { described, documented, type TypeOf } from '../../codec/codec.ts';
import { option, string, u32, u64Number, vec } from '../../codec/primitives.ts';
import { omitDefault, omitNull, struct } from '../../codec/struct.ts';
import { words } from '../../codec/union.ts';
import { accountId } from '../../types/accountId.ts';
import { gas, hash } from '../../types/primitives.ts';

/** What a frame stands for; flame graphs have a colour for each. */
const FRAME_KINDS = ['fee', 'code', 'store', 'send', 'host', 'other'] as const;
export type FrameKind = (typeof FRAME_KINDS)[number];

const ProfileFrame = documented(
  struct('PerigeeProfileFrame', {
    kind: described(
      words('PerigeeProfileFrameKind', FRAME_KINDS),
      '`fee`: receipts and their actions. `code`: functions of a contract. `store`, `send`, ' +
        '`host`: host functions that use the storage, that create receipts, and others. ' +
        '`other`: what did not fit in the profile.',
    ),
    name: string,
    file: described(omitNull(option(string)), 'Where the function is declared, if known.'),
    line: omitNull(option(u32)),
  }),
  'What burnt gas: a function, or a fee.',
);
export type ProfileFrame = TypeOf<typeof ProfileFrame>;

const ProfileNode = struct('PerigeeProfileNode', {
  parent: described(omitNull(option(u32)), 'The index of a node before this one.'),
  frame: described(u32, 'The index of a frame.'),
  gas: described(u64Number, 'Burnt by the frame itself, without the nodes below it.'),
  calls: u64Number,
});

const ProfiledReceipt = struct('PerigeeProfiledReceipt', {
  receiptId: described(hash, 'The id of the receipt, or the hash of the transaction.'),
  receiverId: accountId,
  node: described(u32, 'The index of its node, which has no parent.'),
  gasBurnt: described(gas, 'The sum over its node and all nodes below.'),
});
export type ProfiledReceipt = TypeOf<typeof ProfiledReceipt>;

export const TransactionProfile = struct('PerigeeTransactionProfile', {
  transactionHash: hash,
  signerId: accountId,
  receiverId: accountId,
  gasBurnt: described(gas, 'By the transaction and all of its receipts: the sum over all nodes.'),
  receipts: described(
    vec(ProfiledReceipt),
    'The transaction, then its receipts, each after the one that created it.',
  ),
  frames: vec(ProfileFrame),
  nodes: described(vec(ProfileNode), 'Every node after its parent.'),
  receiptsLeftOut: described(
    omitDefault(u64Number, 0),
    'Receipts that are too many to be shown; their gas is that of the node `(other)`.',
  ),
});
export type TransactionProfile = TypeOf<typeof TransactionProfile>;
