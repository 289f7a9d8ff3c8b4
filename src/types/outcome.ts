// Execution outcomes: what running one transaction or receipt gave, how it is stored, and the
// hashes by which a chunk commits to it.

import { utf8ToBytes } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import {
  type Codec,
  described,
  documented,
  encodedHash,
  keepingBytes,
  type TypeOf,
} from '../codec/codec.ts';
import { bytes, string, u64, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { union, unit } from '../codec/union.ts';
import { AccountContract } from './account.ts';
import { accountId } from './accountId.ts';
import { TxExecutionError } from './actionErrors.ts';
import type { Formats } from './formats.ts';
import { balance, gas, hash } from './primitives.ts';

export const ExecutionStatus = documented(
  union('ExecutionStatusView', {
    Unknown: unit,
    Failure: described(TxExecutionError, 'Execution failed.'),
    SuccessValue: described(
      bytes,
      'The final action succeeded and returned this value, base64-encoded and possibly empty.',
    ),
    SuccessReceiptId: described(
      hash,
      'The final action returned a promise, or the transaction was converted to a receipt: the ' +
        'generated receipt.',
    ),
  }),
  '`Unknown`: execution is pending or unknown.',
);
export type ExecutionStatus = TypeOf<typeof ExecutionStatus>;

/** Gas by cost: actions and host functions by their parameter's index, instructions as one sum. */
export const GasProfile = keepingBytes(struct({ actions: vec(u64), ext: vec(u64), wasm: u64 }));
export type GasProfile = TypeOf<typeof GasProfile>;

const MetadataV4 = struct({ profile: GasProfile, contracts: vec(AccountContract) });

/** V1 is a transaction's, V3 (protocol 84) and V4 a receipt's; V2 is history. */
export const ExecutionMetadata = union('ExecutionMetadata', {
  V1: unit,
  V2: GasProfile,
  V3: GasProfile,
  V4: MetadataV4,
});
export type ExecutionMetadata = TypeOf<typeof ExecutionMetadata>;

export function createReceiptMetadata(
  format: Formats['outcomeMetadata'],
  value: TypeOf<typeof MetadataV4>,
): ExecutionMetadata {
  return format === 'V3' ? { kind: format, value: value.profile } : { kind: format, value };
}

export const ExecutionOutcome = struct({
  logs: vec(string),
  receiptIds: vec(hash),
  gasBurnt: gas,
  tokensBurnt: balance,
  executorId: accountId,
  status: ExecutionStatus,
  metadata: ExecutionMetadata,
});
export type ExecutionOutcome = TypeOf<typeof ExecutionOutcome>;

export interface OutcomeWithId {
  readonly id: Hash;
  readonly outcome: ExecutionOutcome;
}

/** The part of an outcome that is hashed: a failure counts, its reason does not. */
const PartialStatus: Codec<ExecutionStatus> = {
  ...ExecutionStatus,
  write: (writer, status) => {
    if (status.kind === 'Failure') writer.u8(1);
    else ExecutionStatus.write(writer, status);
  },
};
const PartialOutcome = struct({
  receiptIds: vec(hash),
  gasBurnt: gas,
  tokensBurnt: balance,
  executorId: accountId,
  status: PartialStatus,
});

const Hashes = vec(hash);

/** The leaf of an outcome in its chunk's merkle tree. */
export function outcomeLeaf({ id, outcome }: OutcomeWithId): Hash {
  const partial = encodedHash(PartialOutcome, outcome);
  const logs = outcome.logs.map((log) => sha256(utf8ToBytes(log)));
  return encodedHash(Hashes, [id, partial, ...logs]);
}
