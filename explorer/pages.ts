// The pages of the explorer: the one place where a page is registered. Its name is the first part
// of its URL, and what links refer to. Each page is loaded when it is first opened.

import type { ComponentType } from 'preact';
import type { PageProps } from './pages/pageProps.ts';
import type { IconName } from './parts/ui/icon.tsx';

export type Page = ComponentType<PageProps>;

export const NAVIGATION_GROUPS = ['Chain', 'Studio'] as const;

interface NavigationEntry {
  readonly group: (typeof NAVIGATION_GROUPS)[number];
  readonly icon: IconName;
  readonly label: string;
  /** At the bottom of a phone. */
  readonly shortLabel?: string;
}

interface PageEntry {
  /** The title of the window. */
  readonly title: string;
  /** Its link in the navigation; a page without one is reached from others. */
  readonly navigation?: NavigationEntry;
  readonly load: () => Promise<Page>;
}

export const PAGES: Readonly<Record<string, PageEntry>> = {
  home: {
    title: 'Home',
    navigation: { group: 'Chain', icon: 'home', label: 'Home' },
    load: async () => (await import('./pages/homePage.tsx')).HomePage,
  },
  tx: {
    title: 'Transaction',
    load: async () => (await import('./pages/transactionPage.tsx')).TransactionPage,
  },
  receipt: {
    title: 'Receipt',
    load: async () => (await import('./pages/receiptPage.tsx')).ReceiptPage,
  },
  account: {
    title: 'Account',
    load: async () => (await import('./pages/accountPage.tsx')).AccountPage,
  },
  contract: {
    title: 'Contract',
    load: async () => (await import('./pages/contractPage.tsx')).ContractPage,
  },
  block: {
    title: 'Block',
    load: async () => (await import('./pages/blockPage.tsx')).BlockPage,
  },
  chunk: {
    title: 'Chunk',
    load: async () => (await import('./pages/chunkPage.tsx')).ChunkPage,
  },
  epoch: {
    title: 'Epoch',
    navigation: { group: 'Chain', icon: 'shard', label: 'Epoch' },
    load: async () => (await import('./pages/epochPage.tsx')).EpochPage,
  },
  search: {
    title: 'Search',
    load: async () => (await import('./pages/searchPage.tsx')).SearchPage,
  },
  local: {
    title: 'Local chain',
    navigation: { group: 'Studio', icon: 'local', label: 'Local chain', shortLabel: 'Local' },
    load: async () => (await import('./pages/localPage.tsx')).LocalPage,
  },
  rpc: {
    title: 'RPC console',
    navigation: { group: 'Studio', icon: 'rpc', label: 'RPC console', shortLabel: 'RPC' },
    load: async () => (await import('./pages/consolePage.tsx')).ConsolePage,
  },
};

export function findPage(name: string): PageEntry | null {
  return Object.hasOwn(PAGES, name) ? (PAGES[name] as PageEntry) : null;
}

export function listNavigation(): (NavigationEntry & { readonly page: string })[] {
  return Object.entries(PAGES).flatMap(([page, { navigation }]) =>
    navigation === undefined ? [] : [{ page, ...navigation }],
  );
}
