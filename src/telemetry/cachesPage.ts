// The page docs/reference/caches.md, generated from the table of caches by `npm run docs`.

import { partBytes } from '../base/collections/cachePlan.ts';
import {
  CACHE_NAMES,
  type CacheName,
  cacheDefinition,
  THREAD_PARTS,
  type ThreadPart,
} from '../base/collections/cacheTable.ts';
import { MIB } from '../base/units.ts';

const PARTS = Object.keys(THREAD_PARTS) as readonly ThreadPart[];

export function formatCachesPage(): string {
  return [
    '# Caches',
    '',
    '<!-- Made by `npm run docs` from src/base/collections/cacheTable.ts. -->',
    '',
    'Every cache has a name, a size in bytes, and metrics: `perigee_cache_bytes`,',
    '`perigee_cache_bytes_max`, `perigee_cache_entries`, `perigee_cache_hits_total` and',
    '`perigee_cache_misses_total`, each with the label `cache`. What a thread does decides which',
    'caches it has. Sizes are estimates of the memory in use; a cache starts empty and reaches its',
    'size only under load.',
    '',
    '`--cache-size MIB` is the budget for all caches of a process: the sizes below are multiplied',
    'by one factor, so that the sizes of all its threads add up to the budget. Fixed caches keep',
    'their size, because results depend on what they hold. A budget that would leave caches less',
    'than a sixteenth of their usual size is refused at the start. With `--workers`, each process',
    'has a budget of its own.',
    '',
    '## What threads do',
    '',
    '| part | a thread that | MiB |',
    '|---|---|---|',
    ...PARTS.map((part) => `| \`${part}\` | ${THREAD_PARTS[part]} | ${formatMib(part)} |`),
    '',
    '## The caches',
    '',
    '| cache | holds | MiB |',
    '|---|---|---|',
    ...CACHE_NAMES.map(formatRow),
    '',
  ].join('\n');
}

function formatMib(part: ThreadPart): string {
  return `${Math.ceil(partBytes(part) / MIB)}`;
}

function formatRow(name: CacheName): string {
  const { holds, mib, isFixed } = cacheDefinition(name);
  const sizes = Object.entries(mib).map(([part, size]) => `\`${part}\` ${size}`);
  return `| \`${name}\` | ${holds} | ${sizes.join(', ')}${isFixed ? ' (fixed)' : ''} |`;
}
