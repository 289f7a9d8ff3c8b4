// The navigation, derived from the index pages: each reader has a part of the site, whose order and
// groups are those of the lists in its index.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Item {
  readonly text: string;
  readonly link: string;
}

interface Group {
  readonly text: string;
  readonly collapsed?: boolean;
  readonly items: Item[];
}

/** The parts of the site, by reader. */
const PARTS = [
  { text: 'Guide', folder: 'guide' },
  { text: 'Examples', folder: 'examples' },
  { text: 'Reference', folder: 'reference' },
  { text: 'Operations', folder: 'operations' },
  { text: 'Internals', folder: 'internals' },
] as const;

export function listNavigation(pages: string): (Item & { activeMatch: string })[] {
  return PARTS.filter(({ folder }) => existsSync(join(pages, folder))).map(({ text, folder }) => ({
    text,
    link: `/${folder}/`,
    activeMatch: `^/${folder}/`,
  }));
}

export function listSidebars(pages: string): Record<string, Group[]> {
  return Object.fromEntries(
    PARTS.filter(({ folder }) => existsSync(join(pages, folder))).map(({ text, folder }) => [
      `/${folder}/`,
      listGroups(pages, folder, text),
    ]),
  );
}

/** The pages that the index links, below its headings; then those that it does not link. */
function listGroups(pages: string, folder: string, title: string): Group[] {
  const index = readFileSync(join(pages, folder, 'index.md'), 'utf8');
  const start: Group = { text: title, items: [{ text: 'Overview', link: `/${folder}/` }] };
  const groups = [start];
  const known = new Set(['index']);
  for (const line of index.split('\n')) {
    const heading = /^## (.*)$/.exec(line)?.[1];
    if (heading !== undefined) groups.push({ text: heading, items: [] });
    for (const [, name = ''] of line.matchAll(/\]\((?:\.\/)?([\w-]+)\.md\)/g)) {
      if (known.has(name) || !existsSync(join(pages, folder, `${name}.md`))) continue;
      known.add(name);
      groups.at(-1)?.items.push(describe(pages, folder, name));
    }
  }
  const others = listNames(pages, folder).filter((name) => !known.has(name));
  groups.push({ text: 'More', items: others.map((name) => describe(pages, folder, name)) });
  return [...groups.filter(({ items }) => items.length > 0), ...listFolders(pages, folder)];
}

/** Folders within a part are groups that are closed at first. */
function listFolders(pages: string, folder: string): Group[] {
  return readdirSync(join(pages, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const inner = `${folder}/${name}`;
      const items = listNames(pages, inner).map((page) => describe(pages, inner, page));
      const text = FOLDERS[inner] ?? name;
      return { text, collapsed: true, items };
    });
}

const FOLDERS: Readonly<Record<string, string>> = {
  'internals/decisions': 'Decisions',
  'reference/errors': 'Errors, one by one',
  'reference/rpc': 'Methods by topic',
};

function listNames(pages: string, folder: string): string[] {
  return readdirSync(join(pages, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
}

/** The title of a page is its heading. */
function describe(pages: string, folder: string, name: string): Item {
  const page = readFileSync(join(pages, folder, `${name}.md`), 'utf8');
  const heading = /^# (.*)$/m.exec(page)?.[1] ?? name;
  const text = heading.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return { text, link: `/${folder}/${name === 'index' ? '' : name}` };
}
