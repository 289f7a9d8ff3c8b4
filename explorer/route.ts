// Page URLs: they follow the `#`, so that the node serves a single page.

export interface Route {
  /** The name of a page, as registered in pages.ts. */
  readonly page: string;
  /** What the page shows; empty for pages without a subject. */
  readonly subject: string;
}

export function parseRoute(hash: string): Route {
  const [, page = '', ...rest] = hash.replace(/^#/, '').split('/');
  return { page: page === '' ? 'home' : page, subject: decode(rest.join('/')) };
}

export function formatRoute({ page, subject }: Route): string {
  if (page === 'home') return '#/';
  return subject === '' ? `#/${page}` : `#/${page}/${encodeURIComponent(subject)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
