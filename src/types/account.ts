// Accounts as they are stored in the state. The oldest layout begins with the balance; newer ones,
// among them that of uninitialized accounts, with a balance that no account can have, 2^128 - 1.

import { U128_MAX } from '../base/bytes/bigints.ts';
import { equalBytes } from '../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../base/crypto/hash.ts';
import { BorshError } from '../codec/borsh.ts';
import { bytesOnly, type Codec, documented, type TypeOf } from '../codec/codec.ts';
import { u64Number } from '../codec/primitives.ts';
import { omitDefault, struct } from '../codec/struct.ts';
import { union, unit, words } from '../codec/union.ts';
import { accountId } from './accountId.ts';
import { balance, hash, nonce } from './primitives.ts';

/**
 * Which code an account runs: its own, a global one by hash, or whatever another account deployed.
 */
export const AccountContract = union('AccountContract', {
  None: unit,
  Local: hash,
  Global: hash,
  GlobalByAccount: accountId,
});
export type AccountContract = TypeOf<typeof AccountContract>;

export interface Account {
  readonly amount: bigint;
  readonly locked: bigint;
  readonly storageUsage: number;
  readonly contract: AccountContract;
  /** An account takes the newer layout with its first global contract, and keeps it. */
  readonly version: 'V1' | 'V2';
  /**
   * Only a universal account that is funded but not yet initialized has one: the nonce of its last
   * transaction. Such an account has neither contract nor keys, data or stake.
   */
  readonly bootstrapNonce?: bigint;
}

/** As JSON shows it: left out of the JSON of all but uninitialized accounts. */
export const accountState = omitDefault(
  documented(
    words('AccountState', ['initialized', 'uninitialized']),
    'Whether a universal account has its initial state; left out for initialized accounts.',
  ),
  'initialized',
);

const AccountV1 = struct({
  amount: balance,
  locked: balance,
  codeHash: hash,
  storageUsage: u64Number,
});
const AccountV2 = struct({
  amount: balance,
  locked: balance,
  storageUsage: u64Number,
  contract: AccountContract,
});
const Uninitialized = struct({
  amount: balance,
  storageUsage: u64Number,
  bootstrapNonce: nonce,
});

const SENTINEL = U128_MAX;
const SENTINEL_BYTES = 16;
const TAG_V2 = 0;
const TAG_UNINITIALIZED = 1;

/** The hash of an account's own code; zero when it has none of its own. */
export function localCodeHash(contract: AccountContract): Hash {
  return contract.kind === 'Local' ? contract.value : HASH_ZERO;
}

export function contractFromCodeHash(codeHash: Hash): AccountContract {
  return equalBytes(codeHash, HASH_ZERO) ? { kind: 'None' } : { kind: 'Local', value: codeHash };
}

/** A copy with another balance and usage: several times as fast as one by spreading. */
export function copyAccount(account: Account, amount: bigint, storageUsage: number): Account {
  const { locked, contract, version, bootstrapNonce } = account;
  const changed = { amount, locked, storageUsage, contract, version };
  return bootstrapNonce === undefined ? changed : { ...changed, bootstrapNonce };
}

/** A copy with another balance. */
export function withAmount(account: Account, amount: bigint): Account {
  return copyAccount(account, amount, account.storageUsage);
}

/** A universal account that was funded before its state init arrived. */
export function createUninitialized(fields: TypeOf<typeof Uninitialized>): Account {
  return { ...fields, locked: 0n, contract: { kind: 'None' }, version: 'V1' };
}

/** The account after its first code, data or key. */
export function initialize({ bootstrapNonce: _, ...account }: Account): Account {
  return account;
}

export function isInitialized({ bootstrapNonce }: Account): boolean {
  return bootstrapNonce === undefined;
}

export const Account: Codec<Account> = bytesOnly({
  write: (writer, account) => {
    const { bootstrapNonce } = account;
    if (bootstrapNonce !== undefined) {
      writer.u128(SENTINEL);
      writer.u8(TAG_UNINITIALIZED);
      Uninitialized.write(writer, { ...account, bootstrapNonce });
      return;
    }
    if (account.version === 'V1') {
      const { amount, locked, contract, storageUsage } = account;
      AccountV1.write(writer, { amount, locked, codeHash: localCodeHash(contract), storageUsage });
      return;
    }
    writer.u128(SENTINEL);
    writer.u8(TAG_V2);
    AccountV2.write(writer, account);
  },
  read: (reader) => {
    if (!startsWithSentinel((offset) => reader.peek(offset))) {
      const { amount, locked, codeHash, storageUsage } = AccountV1.read(reader);
      const contract = contractFromCodeHash(codeHash);
      return { amount, locked, storageUsage, contract, version: 'V1' };
    }
    reader.fixed(SENTINEL_BYTES);
    const tag = reader.u8();
    if (tag === TAG_UNINITIALIZED) return createUninitialized(Uninitialized.read(reader));
    if (tag !== TAG_V2) throw new BorshError(`Unexpected variant tag: ${tag}`);
    const { amount, locked, storageUsage, contract } = AccountV2.read(reader);
    return { amount, locked, storageUsage, contract, version: 'V2' };
  },
});

function startsWithSentinel(byteAt: (offset: number) => number): boolean {
  for (let i = 0; i < SENTINEL_BYTES; i++) if (byteAt(i) !== 0xff) return false;
  return true;
}
