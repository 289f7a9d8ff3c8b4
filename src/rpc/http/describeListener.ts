// Where a service listens, and to whom.

import type { ConfigFile } from '../config/configFile.ts';
import type { HttpServerOptions } from './httpServer.ts';
import { createPeerInspector } from './peers/peerInspector.ts';

interface Listening {
  readonly host: string;
  readonly port: number;
  readonly token?: string | undefined;
}

export function describeListener(
  { config }: { readonly config: ConfigFile },
  { host, port, token }: Listening,
): Pick<HttpServerOptions, 'host' | 'port' | 'corsAllowedOrigins' | 'token' | 'inspectPeer'> {
  const cors = config.rpc === null ? {} : { corsAllowedOrigins: config.rpc.corsAllowedOrigins };
  const inspectPeer = createPeerInspector();
  return { host, port, ...cors, ...(token !== undefined && { token }), inspectPeer };
}
