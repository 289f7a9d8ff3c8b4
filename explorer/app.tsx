// The frame around every page: the head of the chain, the way to the other pages, and the page
// itself, which is loaded when it is first opened.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { chainHead, connection } from './chain/connection.ts';
import { nodeStatus } from './chain/feed.ts';
import { useObservable } from './chain/observable.ts';
import { formatCount } from './format/amounts.ts';
import type { PageProps } from './pages/pageProps.ts';
import { Failure, Notice } from './parts/notices.tsx';
import { SearchBox } from './parts/searchBox.tsx';
import { formatRoute, type PageName, useRoute } from './router.ts';

type Page = ComponentType<PageProps>;

const PAGES: Readonly<Record<PageName, () => Promise<Page>>> = {
  feed: async () => (await import('./pages/feedPage.tsx')).FeedPage,
  tx: async () => (await import('./pages/transactionPage.tsx')).TransactionPage,
  receipt: async () => (await import('./pages/receiptPage.tsx')).ReceiptPage,
  account: async () => (await import('./pages/accountPage.tsx')).AccountPage,
  contract: async () => (await import('./pages/contractPage.tsx')).ContractPage,
  block: async () => (await import('./pages/blockPage.tsx')).BlockPage,
  chunk: async () => (await import('./pages/chunkPage.tsx')).ChunkPage,
  epoch: async () => (await import('./pages/epochPage.tsx')).EpochPage,
  search: async () => (await import('./pages/searchPage.tsx')).SearchPage,
  local: async () => (await import('./pages/localPage.tsx')).LocalPage,
  rpc: async () => (await import('./pages/consolePage.tsx')).ConsolePage,
};

const LINKS: readonly (readonly [PageName, string])[] = [
  ['feed', 'Live'],
  ['epoch', 'Epoch'],
  ['local', 'Local chain'],
  ['rpc', 'RPC'],
];

export function App() {
  const { page, subject } = useRoute();
  useEffect(() => {
    document.title = page === 'feed' ? 'Perigee' : `${subject || page} · Perigee`;
  }, [page, subject]);
  return (
    <>
      <header>
        <a class="home" href="#/">
          Perigee
        </a>
        <Head />
        <nav aria-label="Pages">
          {LINKS.map(([name, label]) => (
            <a
              key={name}
              href={formatRoute({ page: name, subject: '' })}
              aria-current={page === name ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <SearchBox />
      </header>
      <ConnectionNotice />
      <main id="main">
        <LoadedPage key={`${page}/${subject}`} page={page} subject={subject} />
      </main>
    </>
  );
}

function Head() {
  const head = useObservable(chainHead);
  const status = useObservable(nodeStatus);
  const { state } = useObservable(connection);
  if (status === null) return <span class="head" />;
  return (
    <span class="head">
      <span class={`dot ${state}`} aria-hidden="true" />
      <span>{status.chain_id}</span>
      {head !== null && (
        <a href={formatRoute({ page: 'block', subject: `${head.height}` })}>
          {formatCount(head.height)}
        </a>
      )}
    </span>
  );
}

function ConnectionNotice() {
  const { state } = useObservable(connection);
  return (
    <div role="status" class="connection">
      {state === 'lost' && 'The node does not answer. Start it again, and this page goes on.'}
    </div>
  );
}

function LoadedPage({ page, subject }: { page: PageName; subject: string }) {
  const [loaded, setLoaded] = useState<{ readonly Page: Page } | 'failed' | null>(null);
  const { reconnects } = useObservable(connection);
  useEffect(() => {
    PAGES[page]().then(
      (Page) => setLoaded({ Page }),
      () => setLoaded('failed'),
    );
  }, [page, reconnects]);
  if (loaded === null) return <Notice>Loading…</Notice>;
  if (loaded === 'failed') return <Failure>This page could not be loaded from the node.</Failure>;
  const { Page } = loaded;
  return <Page subject={subject} />;
}
