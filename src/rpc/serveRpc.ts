// Connects the service to HTTP. Every process that serves HTTP is composed here and has one
// service, so limits such as `--max-waits` apply to the whole process.

import { type HttpServer, type HttpServerOptions, startHttpServer } from '../http/httpServer.ts';
import type { RpcContext } from './core/context.ts';
import { RpcRoutes } from './rpcRoutes.ts';
import { RpcService } from './service/rpcService.ts';

interface RpcServer extends HttpServer {
  /** Serves the same requests without HTTP. */
  readonly service: RpcService;
}

/** Rejects with `CannotListen` if the address is not available. */
export async function serveRpc(
  context: RpcContext,
  options: HttpServerOptions,
): Promise<RpcServer> {
  const service = new RpcService(context);
  const routes = new RpcRoutes(context, service);
  const server = await startHttpServer(routes, context, options);
  return { ...server, service };
}
