// An account of a local chain whose keys the node knows.

import { described, type TypeOf } from '../../codec/codec.ts';
import { option, string } from '../../codec/primitives.ts';
import { omitNull, struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { publicKey } from '../../types/primitives.ts';

export const KnownAccountView = struct('PerigeeKnownAccount', {
  accountId,
  publicKey,
  secretKey: described(omitNull(option(string)), 'Missing for callers that may not see it.'),
});
export type KnownAccountView = TypeOf<typeof KnownAccountView>;
