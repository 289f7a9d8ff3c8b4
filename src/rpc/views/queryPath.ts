// The older form of `query`: a path such as `account/alice.near` and base58 data. It always reads
// the head. Follows chain/jsonrpc/src/api/query.rs of the reference.

import { readBase58 } from '../../base/bytes/base58.ts';
import { type PublicKey, parsePublicKey } from '../../base/crypto/keys.ts';
import { PerigeeError } from '../../base/errors.ts';
import { string } from '../../codec/primitives.ts';
import { parseAccountId } from '../../types/accountId.ts';
import { ParamsError } from '../params/params.ts';
import type { QueryRequest } from './queryViews.ts';

/** Bytes of the path and the data together. */
const QUERY_BYTES_MAX = 10 * 1024;

export function parseQueryPath(first: unknown, second: unknown): QueryRequest {
  const path = string.parse(first);
  const data = string.parse(second);
  const [command, account, ...rest] = path.split('/');
  if (account === undefined) throw new ParamsError('Not enough query parameters provided');
  const accountId = explain(() => parseAccountId(account));
  const extra = rest.length === 0 ? null : rest.join('/');
  const readData = () => parseData(data, QUERY_BYTES_MAX - Buffer.byteLength(path));
  switch (command) {
    case 'account':
      return { kind: 'view_account', value: { accountId } };
    case 'access_key':
      return extra === null
        ? { kind: 'view_access_key_list', value: { accountId, afterKey: null, limit: null } }
        : { kind: 'view_access_key', value: { accountId, publicKey: parseKey(extra) } };
    case 'code':
      return { kind: 'view_code', value: { accountId } };
    case 'contract':
      return {
        kind: 'view_state',
        value: {
          accountId,
          prefixBase64: readData(),
          afterKeyBase64: null,
          limit: null,
          includeProof: false,
        },
      };
    case 'call':
      if (extra === null) throw new ParamsError('Method name is missing');
      return {
        kind: 'call_function',
        value: { accountId, methodName: extra, argsBase64: readData() },
      };
    default:
      throw new ParamsError(`Unknown path ${command}`);
  }
}

/** The error of a part, without the usual prefix. */
function explain<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof PerigeeError ? new ParamsError(error.message) : error;
  }
}

function parseKey(key: string): PublicKey {
  try {
    return parsePublicKey(key);
  } catch (error) {
    throw error instanceof PerigeeError ? new ParamsError('Invalid public key') : error;
  }
}

function parseData(data: string, bytesMax: number): Uint8Array {
  const bytes = readBase58(data, Math.max(0, bytesMax));
  if (!(bytes instanceof PerigeeError)) return bytes;
  const isTooLong = bytes.info.reason === 'tooLong';
  throw new ParamsError(isTooLong ? 'Query data size is too large' : bytes.message);
}
