// The pages of the explorer: the one place where a page is registered. Its name is the first part
// of its URL, and what links refer to. Each page is loaded when it is first opened.

import type { ComponentType } from 'preact';
import type { PageProps } from './pages/pageProps.ts';

export type Page = ComponentType<PageProps>;

interface PageEntry {
  /** The text of the link in the header; a page without one is reached from others. */
  readonly label?: string;
  readonly load: () => Promise<Page>;
}

export const PAGES: Readonly<Record<string, PageEntry>> = {
  feed: { label: 'Live', load: async () => (await import('./pages/feedPage.tsx')).FeedPage },
  tx: { load: async () => (await import('./pages/transactionPage.tsx')).TransactionPage },
  receipt: { load: async () => (await import('./pages/receiptPage.tsx')).ReceiptPage },
  account: { load: async () => (await import('./pages/accountPage.tsx')).AccountPage },
  contract: { load: async () => (await import('./pages/contractPage.tsx')).ContractPage },
  block: { load: async () => (await import('./pages/blockPage.tsx')).BlockPage },
  chunk: { load: async () => (await import('./pages/chunkPage.tsx')).ChunkPage },
  epoch: { label: 'Epoch', load: async () => (await import('./pages/epochPage.tsx')).EpochPage },
  search: { load: async () => (await import('./pages/searchPage.tsx')).SearchPage },
  local: {
    label: 'Local chain',
    load: async () => (await import('./pages/localPage.tsx')).LocalPage,
  },
  rpc: { label: 'RPC', load: async () => (await import('./pages/consolePage.tsx')).ConsolePage },
};

export function findPage(name: string): PageEntry | null {
  return Object.hasOwn(PAGES, name) ? (PAGES[name] as PageEntry) : null;
}
