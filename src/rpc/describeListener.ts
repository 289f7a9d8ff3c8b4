// Where a node listens and which clients it accepts, from the config file and the options.

import { createPeerInspector } from '../http/access/peerInspector.ts';
import { createDocPages } from '../http/docPages.ts';
import { createExplorerPages } from '../http/explorerPages.ts';
import type { HttpServerOptions } from '../http/httpServer.ts';
import { findDocFiles, ServedFiles } from '../http/servedFiles.ts';
import { createWalletPages } from '../http/walletPages.ts';
import type { ConfigFile } from './config/configFile.ts';

interface Listening {
  readonly host: string;
  readonly port: number;
  readonly token?: string | undefined;
  /** Whether the wallet is served; its accounts are those of the controls. */
  readonly hasWallet?: boolean;
}

export function describeListener(
  { rpc }: Pick<ConfigFile, 'rpc'>,
  { host, port, token, hasWallet = false }: Listening,
): HttpServerOptions {
  const files = new ServedFiles();
  const explorer = createExplorerPages(files);
  const docs = createDocPages(findDocFiles);
  return {
    host,
    port,
    ...(rpc !== null && { corsAllowedOrigins: rpc.corsAllowedOrigins }),
    ...(token !== undefined && { token }),
    inspectPeer: createPeerInspector(),
    page: (path, request) => explorer(path, request) ?? docs(path, request),
    ...(hasWallet && { walletPage: createWalletPages(files) }),
  };
}
