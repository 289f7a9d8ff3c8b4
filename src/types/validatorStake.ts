// A validator's account, key and stake: proposals, block producers, members of an epoch.

import type { Hash } from '../base/crypto/hash.ts';
import { encodedHash, type TypeOf } from '../codec/codec.ts';
import { vec } from '../codec/primitives.ts';
import { type Describe, wordsSchema } from '../codec/schema.ts';
import { struct } from '../codec/struct.ts';
import { versioned, words } from '../codec/union.ts';
import { accountId } from './accountId.ts';
import { balance, publicKey } from './primitives.ts';

const fields = { accountId, publicKey, stake: balance } as const;

/** The layout inside headers before version 3, without a version of its own. */
export const ValidatorStakeV1 = struct('ValidatorStakeViewV1', fields);

const version = words('ValidatorStakeStructVersion', ['V1']);
const versionField = {
  validatorStakeStructVersion: { ...version, schema: () => wordsSchema(['V1']) },
} as const;
const Version = struct(versionField);
const View = struct({ ...fields, ...versionField });
const describeView: Describe = (scope) => ({
  allOf: [ValidatorStakeV1.schema(scope), Version.schema(scope)],
});

const bytesForm = versioned(0, ValidatorStakeV1);

export type ValidatorStake = TypeOf<typeof ValidatorStakeV1>;

export const ValidatorStake: typeof bytesForm = {
  ...bytesForm,
  json: (stake) => View.json({ ...stake, validatorStakeStructVersion: 'V1' }),
  parse: (json) => {
    const { validatorStakeStructVersion: _, ...stake } = View.parse(json);
    return stake;
  },
  schema: (scope) => scope.ref('ValidatorStakeView', describeView),
};

/** The hash by which a header commits to the next epoch's block producers. */
export function blockProducersHash(producers: readonly ValidatorStake[]): Hash {
  return encodedHash(vec(ValidatorStake), producers);
}

/** The same before headers of version 3: stakes had no versions. */
export function oldBlockProducersHash(producers: readonly ValidatorStake[]): Hash {
  return encodedHash(vec(ValidatorStakeV1), producers);
}
