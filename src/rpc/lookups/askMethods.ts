// Lookups ask the methods of the service, as any client does: the same limits apply to them, and
// the same checks.

import { bytesToUtf8, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { ROOT } from '../core/endpoint.ts';
import type { RpcService } from '../service/rpcService.ts';

export type Service = Pick<RpcService, 'handle'>;

/** Icons of tokens can be long; what is longer counts as no answer. */
const VIEW_BYTES_MAX = 65_536;

/** The result of a method; null if it fails. */
export async function askMethod<T>(
  service: Service,
  method: string,
  params: unknown,
): Promise<T | null> {
  const request = { jsonrpc: '2.0', id: 'lookup', method, params };
  const { body } = await service.handle(ROOT, utf8ToBytes(JSON.stringify(request)));
  const { result = null } = parseObject(bytesToUtf8(body));
  return result as T | null;
}

interface ViewCall {
  readonly contractId: string;
  readonly methodName: string;
  readonly args: unknown;
}

/** The JSON that a view method returns; undefined if it fails, or returns something else. */
export async function askContract(
  service: Service,
  { contractId, methodName, args }: ViewCall,
): Promise<unknown> {
  const called = await askMethod<{ result?: readonly number[] }>(service, 'query', {
    request_type: 'call_function',
    finality: 'optimistic',
    account_id: contractId,
    method_name: methodName,
    args_base64: Buffer.from(JSON.stringify(args)).toString('base64'),
  });
  const bytes = called?.result;
  if (bytes === undefined || bytes.length > VIEW_BYTES_MAX) return undefined;
  return parseJson(bytesToUtf8(Uint8Array.from(bytes)));
}

/** Undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
