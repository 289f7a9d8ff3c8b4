// The site of docs/: scripts/site/stagePages.js has prepared its pages, and scripts/site.js says
// where they are and which versions there are. A dead link fails the build.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { listNavigation, listSidebars } from './navigation.ts';

const { SITE_PAGES = '', SITE_OUTPUT = '', SITE_BASE = '/', SITE_VERSIONS = '[]' } = process.env;
/** The version that is built comes first: `[{ name, link }]`. */
const versions: readonly { text: string; link: string }[] = JSON.parse(SITE_VERSIONS);
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(SITE_PAGES, 'public', 'icon.svg'), 'utf8'))}`;

/** As GitHub makes them, so that a link leads to the same heading in both places. */
function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export default defineConfig({
  title: 'Perigee',
  description: 'A NEAR node in TypeScript: a real chain behind a complete JSON-RPC service',
  lang: 'en',
  base: SITE_BASE,
  srcDir: SITE_PAGES,
  outDir: SITE_OUTPUT,
  cacheDir: join(SITE_PAGES, '..', 'siteCache'),
  head: [['link', { rel: 'icon', href: icon }]],
  markdown: {
    // Pages are Markdown without HTML; what looks like a tag is text.
    html: false,
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      ...listNavigation(SITE_PAGES),
      {
        text: versions[0]?.text ?? '',
        items: versions.map(({ text, link }) => ({ text, link, target: '_self' })),
      },
    ],
    sidebar: listSidebars(SITE_PAGES),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    docFooter: { prev: 'Before', next: 'Next' },
  },
});
