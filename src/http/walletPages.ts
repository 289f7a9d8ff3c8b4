// Serves the wallet: one page, which reads from its address what a dapp asks for, and what
// near-connect loads. Only browsers on this machine get it, under a name of this machine: a page of
// another host whose name points here (DNS rebinding) must not pass for the wallet.

import { PERIGEE_VERSION } from '../base/version.ts';
import { findForeignPath, isLoopbackAddress } from './access/localRequest.ts';
import type { Page } from './explorerPages.ts';
import { type HttpResponse, jsonResponse, textResponse } from './httpResponse.ts';
import type { ServedFiles } from './servedFiles.ts';

/** As MyNearWallet has them, below the wallet's URL or, as some clients do, at the root. */
const PAGES = /^\/wallet\/?$|^(?:\/wallet)?\/{1,2}(?:login\/?|sign|sign-message)$/;
const MANIFEST = '/wallet/manifest.json';
const CONNECTOR = '/wallet/connect.js';

export function createWalletPages(files: ServedFiles): Page {
  return (path, request) => {
    const isPage = PAGES.test(path);
    if (!isPage && path !== MANIFEST && path !== CONNECTOR) return null;
    if (!isLoopbackAddress(request.socket.remoteAddress)) return refuse('the node runs elsewhere');
    const sign = findForeignPath(request);
    if (sign !== null) return refuse(sign);
    const { headers } = request;
    if (isPage) return files.answer('wallet.html', headers);
    if (path === CONNECTOR) return files.answer('wallet/connect.js', headers);
    return jsonResponse(200, formatManifest(`http://${headers.host ?? 'localhost'}`));
  };
}

function refuse(sign: string): HttpResponse {
  return textResponse(403, `the wallet is for browsers on this machine, and ${sign}\n`);
}

/** What near-connect needs to know about a wallet. */
function formatManifest(origin: string): string {
  const wallet = {
    id: 'perigee',
    name: 'Perigee wallet',
    icon: `${origin}/explorer/icon.svg`,
    description: 'The development accounts of a local chain',
    website: `${origin}/wallet`,
    version: PERIGEE_VERSION,
    executor: `${origin}${CONNECTOR}`,
    type: 'sandbox',
    platform: {},
    permissions: { storage: true, allowsOpen: [origin] },
    features: {
      signMessage: true,
      signTransaction: false,
      signAndSendTransaction: true,
      signAndSendTransactions: true,
      signInWithoutAddKey: true,
      signInAndSignMessage: true,
      signInWithFunctionCallKey: true,
      signDelegateActions: true,
      mainnet: false,
      testnet: true,
    },
  };
  return JSON.stringify({ version: PERIGEE_VERSION, wallets: [wallet] });
}
