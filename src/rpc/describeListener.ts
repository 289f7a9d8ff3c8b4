// Where a node listens and which clients it accepts, from the config file and the options.

import { createPeerInspector } from '../http/access/peerInspector.ts';
import { createExplorerPages } from '../http/explorerPages.ts';
import type { HttpServerOptions } from '../http/httpServer.ts';
import type { ConfigFile } from './config/configFile.ts';

interface Listening {
  readonly host: string;
  readonly port: number;
  readonly token?: string | undefined;
}

export function describeListener(
  { rpc }: Pick<ConfigFile, 'rpc'>,
  { host, port, token }: Listening,
): HttpServerOptions {
  return {
    host,
    port,
    ...(rpc !== null && { corsAllowedOrigins: rpc.corsAllowedOrigins }),
    ...(token !== undefined && { token }),
    inspectPeer: createPeerInspector(),
    page: createExplorerPages(),
  };
}
