// Access keys and gas keys, as they are stored, signed inside delegate actions, and shown.

import { type TypeOf, withJson } from '../codec/codec.ts';
import { option, pair, string, u16, vec } from '../codec/primitives.ts';
import { defaulted, struct } from '../codec/struct.ts';
import { type UnionOf, union, unit } from '../codec/union.ts';
import { balance, nonce } from './primitives.ts';

/** `receiverId` is a plain string here: it is validated as an action, not as bytes. */
export const FunctionCallPermission = struct('FunctionCallPermission', {
  allowance: defaulted(option(balance), null),
  receiverId: string,
  methodNames: vec(string),
});
export type FunctionCallPermission = TypeOf<typeof FunctionCallPermission>;

/** A gas key pays for its own gas out of `balance` and has `numNonces` parallel nonces. */
export const GasKeyInfo = struct('GasKeyInfo', { balance, numNonces: u16 });
export type GasKeyInfo = TypeOf<typeof GasKeyInfo>;

/** The raw form: the one in the state, in genesis records and inside delegate actions. */
export const AccessKeyPermission = union('AccessKeyPermission', {
  FunctionCall: FunctionCallPermission,
  FullAccess: unit,
  GasKeyFunctionCall: pair(GasKeyInfo, FunctionCallPermission),
  GasKeyFullAccess: GasKeyInfo,
});
export type AccessKeyPermission = TypeOf<typeof AccessKeyPermission>;

export const AccessKey = struct('AccessKey', { nonce, permission: AccessKeyPermission });
export type AccessKey = TypeOf<typeof AccessKey>;

const GasKeyFunctionCallView = struct({
  allowance: option(balance),
  balance,
  methodNames: vec(string),
  numNonces: u16,
  receiverId: string,
});

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

export const AccessKeyPermissionView = withJson<AccessKeyPermission>(AccessKeyPermission, {
  json: (permission) => PermissionViewJson.json(permissionToView(permission)),
  parse: (json) => permissionFromView(PermissionViewJson.parse(json)),
  schema: PermissionViewJson.schema,
});

/** An access key with the JSON that RPC answers show. */
export const AccessKeyView = struct('AccessKeyView', {
  nonce,
  permission: AccessKeyPermissionView,
});

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
