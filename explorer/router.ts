// Page URLs: they follow the `#`, so that the node serves a single page.

import { useEffect, useState } from 'preact/hooks';

export type PageName =
  | 'feed'
  | 'tx'
  | 'receipt'
  | 'account'
  | 'contract'
  | 'block'
  | 'chunk'
  | 'epoch'
  | 'search'
  | 'local'
  | 'rpc';

export interface Route {
  readonly page: PageName;
  /** What the page is about; empty for pages about nothing in particular. */
  readonly subject: string;
}

const PAGES: readonly PageName[] = [
  'feed',
  'tx',
  'receipt',
  'account',
  'contract',
  'block',
  'chunk',
  'epoch',
  'search',
  'local',
  'rpc',
];

export function parseRoute(hash: string): Route {
  const [, name = '', ...rest] = hash.replace(/^#/, '').split('/');
  const page = PAGES.find((known) => known === name) ?? 'feed';
  return { page, subject: decode(rest.join('/')) };
}

export function formatRoute({ page, subject }: Route): string {
  if (page === 'feed') return '#/';
  return subject === '' ? `#/${page}` : `#/${page}/${encodeURIComponent(subject)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function goTo(route: Route): void {
  location.hash = formatRoute(route);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
