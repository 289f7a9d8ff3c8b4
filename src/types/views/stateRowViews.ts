// Rows of the state as RPC answers show them, without the block at which they were asked for.

import { bytes, option, vec } from '../../codec/primitives.ts';
import { omitNull, struct } from '../../codec/struct.ts';
import { AccessKeyView } from '../accessKey.ts';
import { hash, nonce, publicKeyHandle } from '../primitives.ts';

/** A contract's storage, whole or a page of it: `lastKey` is there if there is more. */
export const statePageFields = {
  values: vec(struct({ key: bytes, value: bytes })),
  proof: omitNull(option(vec(bytes))),
  lastKey: omitNull(option(bytes)),
} as const;

/** The access keys of an account, whole or a page of them. */
export const accessKeyListFields = {
  keys: vec(struct({ publicKey: publicKeyHandle, accessKey: AccessKeyView })),
  lastKey: omitNull(option(publicKeyHandle)),
} as const;

/** By index. */
export const gasKeyNoncesFields = { nonces: vec(nonce) } as const;

export const codeFields = { codeBase64: bytes, hash } as const;
