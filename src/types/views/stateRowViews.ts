// Rows of the state as RPC answers show them, without the block at which they were asked for.

import { described } from '../../codec/codec.ts';
import { byteList, bytes, option, string, vec } from '../../codec/primitives.ts';
import { omitNull, struct } from '../../codec/struct.ts';
import { AccessKeyView } from '../accessKey.ts';
import { hash, nonce, publicKeyHandle, storeKey, storeValue } from '../primitives.ts';

const StateItem = struct('StateItem', { key: storeKey, value: storeValue });

/** A contract's storage, whole or a page of it. */
export const statePageFields = {
  values: described(vec(StateItem), 'The entries, in the order of their keys.'),
  proof: described(
    omitNull(option(vec(bytes))),
    'The trie nodes that prove the result, base64-encoded; only if requested.',
  ),
  lastKey: described(omitNull(option(storeKey)), 'The last key of this page, if there is more.'),
} as const;
export const ViewStateResult = struct('ViewStateResult', statePageFields);

const AccessKeyInfoView = struct('AccessKeyInfoView', {
  publicKey: publicKeyHandle,
  accessKey: AccessKeyView,
});

/** The access keys of an account, whole or a page of them. */
export const accessKeyListFields = {
  keys: described(vec(AccessKeyInfoView), 'The keys, in the order of their bytes.'),
  lastKey: described(
    omitNull(option(publicKeyHandle)),
    'The last key of this page, if there are more.',
  ),
} as const;
export const AccessKeyList = struct('AccessKeyList', accessKeyListFields);

export const gasKeyNoncesFields = {
  nonces: described(vec(nonce), 'The nonces of the gas key, by index.'),
} as const;
export const GasKeyNoncesView = struct('GasKeyNoncesView', gasKeyNoncesFields);

export const codeFields = {
  codeBase64: described(bytes, 'The Wasm code, base64-encoded.'),
  hash: described(hash, 'The SHA-256 hash of the code.'),
} as const;
export const ContractCodeView = struct('ContractCodeView', codeFields);

export const callResultFields = {
  result: described(byteList, 'The bytes that the method returned.'),
  logs: described(vec(string), 'The logs of the call.'),
} as const;
export const CallResult = struct('CallResult', callResultFields);
