// A view call: the bytes that a method returns, and its logs.

import { bytesToBase64, utf8ToBytes } from '../format/bytes.ts';
import { askNode } from './node.ts';

export interface ViewResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly logs: readonly string[];
}

export async function viewContract(
  account_id: string,
  method_name: string,
  /** Bytes, or a text such as JSON. */
  args: string | Uint8Array,
): Promise<ViewResult> {
  const called = await askNode('query', {
    request_type: 'call_function',
    account_id,
    method_name,
    args_base64: bytesToBase64(typeof args === 'string' ? utf8ToBytes(args) : args),
    finality: 'optimistic',
  });
  if ('error' in called) throw new Error(called.error);
  return { bytes: Uint8Array.from(called.result), logs: called.logs };
}
