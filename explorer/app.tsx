// The frame around every page: the head of the chain, the navigation, and the page itself, which is
// loaded when it is first opened.

import { useEffect, useState } from 'preact/hooks';
import { chainHead, connection } from './chain/connection.ts';
import { nodeStatus } from './chain/feed.ts';
import { useObservable } from './chain/observable.ts';
import { formatCount } from './format/amounts.ts';
import { findPage, PAGES, type Page } from './pages.ts';
import { Failure, Notice } from './parts/notices.tsx';
import { SearchBox } from './parts/searchBox.tsx';
import { formatRoute, useRoute } from './router.ts';

export function App() {
  const route = useRoute();
  const { subject } = route;
  const page = findPage(route.page) === null ? 'feed' : route.page;
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
          {Object.entries(PAGES).map(
            ([name, { label }]) =>
              label !== undefined && (
                <a
                  key={name}
                  href={formatRoute({ page: name, subject: '' })}
                  aria-current={page === name ? 'page' : undefined}
                >
                  {label}
                </a>
              ),
          )}
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

function LoadedPage({ page, subject }: { page: string; subject: string }) {
  const [loaded, setLoaded] = useState<{ readonly Page: Page } | 'failed' | null>(null);
  const { reconnects } = useObservable(connection);
  useEffect(() => {
    findPage(page)
      ?.load()
      .then(
        (Page) => setLoaded({ Page }),
        () => setLoaded('failed'),
      );
  }, [page, reconnects]);
  if (loaded === null) return <Notice>Loading…</Notice>;
  if (loaded === 'failed') return <Failure>This page could not be loaded from the node.</Failure>;
  const { Page } = loaded;
  return <Page subject={subject} />;
}
