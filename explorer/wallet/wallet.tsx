// The frame of the wallet, and which page it shows: an approval, or the accounts.

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useLoaded } from '../chain/useLoaded.ts';
import { Answer } from '../parts/ui/answer.tsx';
import { Badge } from '../parts/ui/badge.tsx';
import { Failure } from '../parts/ui/notices.tsx';
import { Panel } from '../parts/ui/panel.tsx';
import { loadWalletChain } from './accounts.ts';
import { Approval } from './approval.tsx';
import { Home } from './home.tsx';
import { BadRequest, readRequest, type WalletRequest } from './request.ts';

const request = readOnce();

function readOnce(): WalletRequest | BadRequest {
  try {
    return readRequest(new URL(location.href));
  } catch (error) {
    if (error instanceof BadRequest) return error;
    throw error;
  }
}

export function Wallet() {
  const isHome = !(request instanceof BadRequest) && request.kind === 'home';
  // A request without an answer has no accounts to show.
  const loaded = useLoaded('chain', loadWalletChain);
  useEffect(() => {
    document.title = isHome ? 'Perigee wallet' : 'Approve · Perigee wallet';
  }, [isHome]);
  if (request instanceof BadRequest) {
    return (
      <Frame>
        <Panel id="refused" title="This request was refused" class="form">
          <Failure>{request.message}</Failure>
          <p class="quiet">Nothing was signed, and the page that asked was not told.</p>
        </Panel>
      </Frame>
    );
  }
  return (
    <Answer loaded={loaded}>
      {(chain) => (
        <Frame isTwo={request.kind !== 'home'} chainId={chain.chainId}>
          {request.kind === 'home' ? (
            <Home chain={chain} />
          ) : (
            <Approval request={request} chain={chain} />
          )}
        </Frame>
      )}
    </Answer>
  );
}

interface FrameProps {
  readonly isTwo?: boolean;
  readonly chainId?: string;
  readonly children: ComponentChildren;
}

function Frame({ isTwo = false, chainId, children }: FrameProps) {
  return (
    <main class={`wallet ${isTwo ? 'two' : ''}`}>
      <div class="top">
        <a class="logo" href="/wallet">
          <svg viewBox="0 0 26 26" aria-hidden="true">
            <ellipse
              class="path"
              cx="13"
              cy="13"
              rx="11.4"
              ry="6.4"
              transform="rotate(-28 13 13)"
            />
            <circle class="planet" cx="9.4" cy="14.6" r="4.2" />
            <circle class="moon" cx="3.6" cy="17.3" r="2.5" />
          </svg>
          Perigee wallet
        </a>
        {chainId !== undefined && (
          <Badge tone="info" icon="local">
            local chain {chainId}
          </Badge>
        )}
      </div>
      {children}
    </main>
  );
}
