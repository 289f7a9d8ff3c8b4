// Calls the RPC service within the process, for an embedding program.

import { bytesToUtf8, utf8ToBytes } from '../base/bytes/bytes.ts';
import { formatRequest, parseResponse, resultOf } from '../client/envelope.ts';
import type { MethodName } from '../client/generated/wire.ts';
import { createInsider } from '../rpc/core/caller.ts';
import type { RpcService } from '../rpc/service/rpcService.ts';

const INSIDER = createInsider(true);

/** The result of a method; the types are those of `Rpc`. */
export async function callRpc(
  service: RpcService,
  method: MethodName,
  params: unknown,
): Promise<unknown> {
  const body = utf8ToBytes(formatRequest(method, params, 'in-process'));
  const answer = await service.handle({ kind: 'root' }, body, INSIDER);
  return resultOf(method, parseResponse(bytesToUtf8(answer.body)), answer.status);
}
