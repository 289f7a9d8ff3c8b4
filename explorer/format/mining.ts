// Mining modes in words.

const WORDS: Readonly<Record<string, string>> = {
  auto: 'on transaction',
  manual: 'by hand',
};

/** A mode as `perigee_set_mining` takes it. */
export function describeMining(mode: string): string {
  const [kind = '', value] = mode.split(':');
  const ms = Number(value);
  if (kind !== 'interval' || !(ms > 0)) return WORDS[kind] ?? mode;
  return ms % 1000 === 0 ? `every ${ms / 1000} s` : `every ${ms} ms`;
}
