// Access keys and gas keys, as they are stored, signed inside delegate actions, and shown.

import { described, documented, type TypeOf, withJson } from '../codec/codec.ts';
import { option, pair, string, u16, vec } from '../codec/primitives.ts';
import { defaulted, struct } from '../codec/struct.ts';
import { type UnionOf, union, unit } from '../codec/union.ts';
import { balance, nonce } from './primitives.ts';

/** `receiverId` is a plain string here: it is validated as an action, not as bytes. */
const callPermissionFields = {
  allowance: described(
    defaulted(option(balance), null),
    'What the key may still spend on gas; null for no limit.',
  ),
  receiverId: described(string, 'The only account that may be called.'),
  methodNames: described(vec(string), 'The methods that may be called; empty for all.'),
} as const;
export const FunctionCallPermission = documented(
  struct('FunctionCallPermission', callPermissionFields),
  'Allows calls of one contract, without a deposit.',
);
export type FunctionCallPermission = TypeOf<typeof FunctionCallPermission>;

/** A gas key pays for its own gas out of `balance` and has `numNonces` parallel nonces. */
const gasKeyFields = {
  balance: described(balance, 'What the key can pay for gas with.'),
  numNonces: described(u16, 'How many parallel nonces the key has.'),
} as const;
export const GasKeyInfo = documented(
  struct('GasKeyInfo', gasKeyFields),
  'A gas key pays for its own gas and has several nonces.',
);
export type GasKeyInfo = TypeOf<typeof GasKeyInfo>;

/** The raw form: the one in the state, in genesis records and inside delegate actions. */
export const AccessKeyPermission = union('AccessKeyPermission', {
  FunctionCall: FunctionCallPermission,
  FullAccess: unit,
  GasKeyFunctionCall: pair(GasKeyInfo, FunctionCallPermission),
  GasKeyFullAccess: GasKeyInfo,
});
export type AccessKeyPermission = TypeOf<typeof AccessKeyPermission>;

const keyNonce = described(nonce, 'The nonce of the last transaction signed with the key.');

export const AccessKey = struct('AccessKey', {
  nonce: keyNonce,
  permission: AccessKeyPermission,
});
export type AccessKey = TypeOf<typeof AccessKey>;

const GasKeyFunctionCallView = struct({ ...callPermissionFields, ...gasKeyFields });

/** The shown form differs in one variant: a gas key's two parts are one flat object. */
const permissionViews = {
  FunctionCall: FunctionCallPermission,
  FullAccess: unit,
  GasKeyFunctionCall: GasKeyFunctionCallView,
  GasKeyFullAccess: GasKeyInfo,
};
const PermissionViewJson = union('AccessKeyPermissionView', permissionViews);

function permissionToView(permission: AccessKeyPermission): UnionOf<typeof permissionViews> {
  if (permission.kind !== 'GasKeyFunctionCall') return permission;
  const [info, call] = permission.value;
  return { kind: 'GasKeyFunctionCall', value: { ...info, ...call } };
}

function permissionFromView(shown: UnionOf<typeof permissionViews>): AccessKeyPermission {
  if (shown.kind !== 'GasKeyFunctionCall') return shown;
  const { balance: amount, numNonces, ...call } = shown.value;
  return { kind: 'GasKeyFunctionCall', value: [{ balance: amount, numNonces }, call] };
}

const AccessKeyPermissionView = withJson<AccessKeyPermission>(AccessKeyPermission, {
  json: (permission) => PermissionViewJson.json(permissionToView(permission)),
  parse: (json) => permissionFromView(PermissionViewJson.parse(json)),
  schema: PermissionViewJson.schema,
});

/** An access key with the JSON that RPC answers show. */
export const accessKeyViewFields = {
  nonce: keyNonce,
  permission: described(AccessKeyPermissionView, 'What the key may be used for.'),
} as const;
export const AccessKeyView = struct('AccessKeyView', accessKeyViewFields);

/** What a gas key holds, or null for an ordinary key. */
export function gasKeyInfo(permission: AccessKeyPermission): GasKeyInfo | null {
  if (permission.kind === 'GasKeyFullAccess') return permission.value;
  return permission.kind === 'GasKeyFunctionCall' ? permission.value[0] : null;
}

/** The restriction to function calls, or null for a key with full access. */
export function functionCallPermission(
  permission: AccessKeyPermission,
): FunctionCallPermission | null {
  if (permission.kind === 'FunctionCall') return permission.value;
  return permission.kind === 'GasKeyFunctionCall' ? permission.value[1] : null;
}
