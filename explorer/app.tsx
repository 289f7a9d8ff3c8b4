// The frame around every page: navigation, search and the head of the chain, and the page itself,
// which is loaded when it is first opened.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { connection } from './chain/connection.ts';
import { useObservable } from './chain/useObservable.ts';
import { shorten } from './format/names.ts';
import { findPage, type Page } from './pages.ts';
import { KeysButton, KeysDialog } from './parts/frame/keys.tsx';
import { Logo } from './parts/frame/logo.tsx';
import { RailLinks, TabBar } from './parts/frame/navigation.tsx';
import { NodeState, ThemeSwitch } from './parts/frame/nodeState.tsx';
import { ToastList } from './parts/frame/toastList.tsx';
import { TopBar } from './parts/frame/topBar.tsx';
import { Empty, Failure, Skeleton } from './parts/ui/notices.tsx';
import { useRoute } from './router.ts';

export function App() {
  const { page, subject } = useRoute();
  const help = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const words = findPage(page)?.title ?? 'No such page';
    document.title = [words, shorten(subject), 'Perigee'].filter((word) => word !== '').join(' · ');
  }, [page, subject]);
  return (
    <div class="app">
      <button class="skip" type="button" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the page
      </button>
      <aside class="rail">
        <Logo />
        <RailLinks current={page} />
        <div class="rail-foot">
          <NodeState />
          <div class="row">
            <ThemeSwitch name="theme" />
            <KeysButton help={help} />
          </div>
        </div>
      </aside>
      <TopBar />
      <main class="page" id="main" tabIndex={-1}>
        <ConnectionNotice />
        <LoadedPage key={`${page}/${subject}`} page={page} subject={subject} />
      </main>
      <TabBar current={page} />
      <ToastList />
      <KeysDialog help={help} />
    </div>
  );
}

function ConnectionNotice() {
  const { state } = useObservable(connection);
  return (
    <div role="status" class="connection">
      {state === 'lost' && 'The node does not answer. Start it again, and this page continues.'}
    </div>
  );
}

function LoadedPage({ page, subject }: { page: string; subject: string }) {
  const [loaded, setLoaded] = useState<{ readonly Page: Page } | 'failed' | null>(null);
  const { reconnects } = useObservable(connection);
  const entry = findPage(page);
  // Before the browser paints: the page's own requests wait for it.
  useLayoutEffect(() => {
    entry?.load().then(
      (Page) => setLoaded({ Page }),
      () => setLoaded('failed'),
    );
  }, [page, reconnects]);
  if (entry === null) return <NoSuchPage page={page} />;
  if (loaded === null) return <Skeleton />;
  if (loaded === 'failed') return <Failure>This page could not be loaded from the node.</Failure>;
  const { Page } = loaded;
  return <Page subject={subject} />;
}

function NoSuchPage({ page }: { page: string }) {
  return (
    <Empty title="There is no such page">
      <p>
        The explorer has no page <bdi class="mono">{shorten(page)}</bdi>. Search for an account, a
        hash, a height or a key above, or <a href="#/">go home</a>.
      </p>
    </Empty>
  );
}
