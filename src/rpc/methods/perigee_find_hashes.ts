// perigee_find_hashes.

import { type Codec, described, JsonError } from '../../codec/codec.ts';
import { bounded, string, vec } from '../../codec/primitives.ts';
import { defaulted, struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { hash, height } from '../../types/primitives.ts';
import { defineMethod } from '../core/method.ts';
import { defineErrors } from '../messages/errors.ts';
import { exact } from '../params/params.ts';

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 10;

const FIRST_DIGITS = /^[1-9A-HJ-NP-Za-km-z]{1,44}$/;

const hashPrefix: Codec<string> = {
  ...string,
  parse: (json) => {
    const text = string.parse(json);
    if (!FIRST_DIGITS.test(text)) throw new JsonError('expected 1 to 44 digits of base58');
    return text;
  },
  schema: () => ({
    type: 'string',
    pattern: FIRST_DIGITS.source,
    description: 'The first digits of a hash in base58.',
  }),
};

const FoundBlock = struct('PerigeeFoundBlock', { hash, height });
const FoundTransaction = struct('PerigeeFoundTransaction', {
  hash,
  signerId: accountId,
  receiverId: accountId,
});
const FoundReceipt = struct('PerigeeFoundReceipt', {
  receiptId: hash,
  predecessorId: accountId,
  receiverId: accountId,
});

const FoundHashes = struct('PerigeeFindHashesResponse', {
  blocks: described(vec(FoundBlock), 'In the order of their hashes, like the others.'),
  transactions: vec(FoundTransaction),
  receipts: vec(FoundReceipt),
});

export const findHashes = defineMethod({
  name: 'perigee_find_hashes',
  summary:
    'The blocks, transactions and receipts whose hashes begin with the given digits, for ' +
    'completion in a search. On a fork, only those that are stored there.',
  isListing: true,
  params: exact('PerigeeFindHashesRequest', {
    prefix: hashPrefix,
    limit: described(
      defaulted(bounded(1, LIMIT_MAX), LIMIT_DEFAULT),
      'The maximum number of blocks, of transactions and of receipts.',
    ),
  }),
  result: FoundHashes,
  returns:
    '`blocks` with their heights, `transactions` with signer and receiver, and `receipts` with ' +
    'predecessor and receiver, each list in the order of the hashes.',
  errors: defineErrors('PerigeeFindHashesError', {}),
  handle: ({ chain }, { prefix, limit }) => ({
    // A block may be reverted while its rows are read.
    blocks: chain.hashes('block', prefix, limit).flatMap((found) => {
      const at = chain.height(found);
      return at === null ? [] : [{ hash: found, height: at }];
    }),
    transactions: chain.hashes('transaction', prefix, limit).flatMap((found) => {
      const signed = chain.transaction(found);
      if (signed === null) return [];
      const { signerId, receiverId } = signed.transaction.transaction;
      return [{ hash: found, signerId, receiverId }];
    }),
    receipts: chain.hashes('receipt', prefix, limit).flatMap((receiptId) => {
      const receipt = chain.receipt(receiptId);
      if (receipt === null) return [];
      const { predecessorId, receiverId } = receipt;
      return [{ receiptId, predecessorId, receiverId }];
    }),
  }),
});
