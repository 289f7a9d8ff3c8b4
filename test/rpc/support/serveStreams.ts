// The complete interface over HTTP, with the test's own streams.

import type { StreamRoute } from '../../../src/http/httpRoutes.ts';
import { type HttpServer, startHttpServer } from '../../../src/http/httpServer.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { RpcRoutes } from '../../../src/rpc/rpcRoutes.ts';
import { RpcService } from '../../../src/rpc/service/rpcService.ts';

export function serveStreams(
  context: RpcContext,
  path: string,
  stream: StreamRoute,
): Promise<HttpServer> {
  const routes = new RpcRoutes(context, new RpcService(context));
  routes.openStreams = () => new Map([[path, stream]]);
  return startHttpServer(routes, context, { host: '127.0.0.1', port: 0 });
}
