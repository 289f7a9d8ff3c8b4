// Mining modes in words; a mode is written as `perigee_set_mining` takes it.

const WORDS: Readonly<Record<string, string>> = {
  auto: 'on transaction',
  manual: 'by hand',
};

export type MiningKind = 'auto' | 'interval' | 'manual';

export function kindOfMining(mode: string): MiningKind {
  const [kind] = mode.split(':');
  return kind === 'interval' || kind === 'manual' ? kind : 'auto';
}

export function describeMining(mode: string): string {
  const [kind = '', value] = mode.split(':');
  const ms = Number(value);
  if (kind !== 'interval' || !(ms > 0)) return WORDS[kind] ?? mode;
  return `every ${formatPace(ms)}`;
}

/** What a mode means, in a sentence. */
export function explainMining(mode: string): string {
  const ms = Number(mode.split(':')[1]);
  switch (kindOfMining(mode)) {
    case 'interval':
      return `A block is made every ${formatPace(ms)}, also without transactions.`;
    case 'manual':
      return 'A block is made only when you ask for one; transactions wait for it.';
    default:
      return ms > 0
        ? `A block is made when a transaction arrives, and every ${formatPace(ms)} without one.`
        : 'A block is made when a transaction arrives, and now and then without one.';
  }
}

function formatPace(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}
