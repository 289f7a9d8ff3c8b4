// The plain GET endpoints. Their JSON has the members in declared order, and a failure is a 503
// without a body, except for a halted chain, where the body is the reason.

import { utf8ToBytes } from '../../base/bytes/bytes.ts';
import { formatHalt } from '../../chain/production/halt.ts';
import {
  emptyResponse,
  type HttpResponse,
  jsonResponse,
  textResponse,
} from '../../http/httpResponse.ts';
import { readPackageFile } from '../../http/packageFiles.ts';
import { runSuspended } from '../../store/suspendedRead.ts';
import type { RpcContext } from '../core/context.ts';
import { checkHealth } from '../core/health.ts';
import { describeNetwork, PlainNetworkInfoView } from '../methods/network_info.ts';
import { describeStatus, PlainStatusView } from '../methods/status.ts';

type GetRoute = (context: RpcContext) => HttpResponse | Promise<HttpResponse>;

const UNAVAILABLE = emptyResponse(503);

/** Responds with 503 if creating the text fails. */
function orUnavailable(format: (context: RpcContext) => string): GetRoute {
  return async (context) => {
    try {
      return jsonResponse(200, await runSuspended(() => format(context)));
    } catch {
      return UNAVAILABLE;
    }
  };
}

export const GET_ROUTES: ReadonlyMap<string, GetRoute> = new Map<string, GetRoute>([
  [
    '/status',
    (context) => {
      context.metrics.countStatusRequest();
      return orUnavailable((node) => PlainStatusView.json(describeStatus(node)))(context);
    },
  ],
  [
    '/health',
    (context) => {
      // The status alone does not help an operator.
      const halt = context.node.halted?.() ?? null;
      if (halt !== null) return textResponse(503, `${formatHalt(halt)}\n`);
      const answer = orUnavailable((node) => {
        checkHealth(node);
        return 'null';
      });
      return answer(context);
    },
  ],
  [
    '/network_info',
    orUnavailable((context) => PlainNetworkInfoView.json(describeNetwork(context))),
  ],
  ['/metrics', answerMetrics],
  ['/openapi.json', documentRoute('openapi.json')],
  ['/openrpc.json', documentRoute('openrpc.json')],
]);

async function answerMetrics({ metrics }: RpcContext): Promise<HttpResponse> {
  metrics.countPrometheusRequest();
  return { status: 200, contentType: 'text/plain', body: utf8ToBytes(await metrics.format()) };
}

/** A document of the package, which is the same for every node; it is read on first use. */
function documentRoute(name: string): GetRoute {
  let body: Uint8Array | null = null;
  return () => {
    body ??= readPackageFile('schema', name);
    if (body === null) return UNAVAILABLE;
    return { status: 200, contentType: 'application/json; charset=utf-8', body };
  };
}
