// The views of one access key and of all nonces of a gas key.

import { formatPublicKey, publicKeyToHandle } from '../../base/crypto/keys.ts';
import { struct } from '../../codec/struct.ts';
import { readAccessKey, readGasKeyNonce } from '../../state/accessKeys.ts';
import { AccessKeyView, accessKeyViewFields, gasKeyInfo } from '../../types/accessKey.ts';
import { accountId } from '../../types/accountId.ts';
import { publicKey } from '../../types/primitives.ts';
import { GasKeyNoncesView, gasKeyNoncesFields } from '../../types/views/stateRowViews.ts';
import { defineView, viewedBlockFields } from './view.ts';

const fields = { accountId, publicKey };

export const viewAccessKey = defineView({
  fields,
  result: struct('RpcViewAccessKeyResponse', { ...accessKeyViewFields, ...viewedBlockFields }),
  content: AccessKeyView,
  returns: '`nonce` and `permission`.',
  failures: ['UNKNOWN_ACCOUNT', 'UNKNOWN_ACCESS_KEY'],
  run: (_context, target, { accountId, publicKey }) => {
    const state = target.stateOf(accountId);
    const accessKey = readAccessKey(state, accountId, publicKeyToHandle(publicKey));
    if (accessKey === null) {
      target.refuseMissingAccount(accountId);
      throw target.fail({ name: 'UNKNOWN_ACCESS_KEY', publicKey });
    }
    const { nonce, permission } = accessKey;
    const { blockHash, blockHeight } = target.at;
    return { nonce, permission, blockHash, blockHeight };
  },
});

export const viewGasKeyNonces = defineView({
  fields,
  result: struct('RpcViewGasKeyNoncesResponse', { ...gasKeyNoncesFields, ...viewedBlockFields }),
  content: GasKeyNoncesView,
  returns: '`nonces`, by index.',
  failures: ['UNKNOWN_ACCOUNT', 'UNKNOWN_GAS_KEY'],
  run: (_context, target, { accountId, publicKey }) => {
    const state = target.stateOf(accountId);
    const handle = publicKeyToHandle(publicKey);
    const accessKey = readAccessKey(state, accountId, handle);
    const info = accessKey && gasKeyInfo(accessKey.permission);
    if (info === null) {
      target.refuseMissingAccount(accountId);
      throw target.fail({ name: 'UNKNOWN_GAS_KEY', publicKey });
    }
    const nonces = Array.from({ length: info.numNonces }, (_, index) => {
      const value = readGasKeyNonce(state, { accountId, publicKey: handle, index });
      if (value !== null) return value;
      throw target.fail(
        { name: 'INTERNAL_ERROR' },
        `gas key nonce at index ${index} does not exist for account ${accountId} and public key ` +
          formatPublicKey(publicKey),
      );
    });
    return { nonces, ...target.at };
  },
});
