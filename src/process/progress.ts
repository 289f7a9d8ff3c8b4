// Reports progress on standard error: one line updated in place on a terminal, occasional lines
// elsewhere.

const TERMINAL_EVERY_MS = 100;
const PLAIN_EVERY_MS = 5_000;

interface Progress {
  /** Counts units of work; `where` describes the current position. */
  step(where: string | (() => string), units?: number): void;
  end(): void;
}

export function createProgress(verb: string, output = process.stderr, unit = 'blocks'): Progress {
  const everyMs = output.isTTY ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS;
  const startMs = performance.now();
  let shownMs = startMs;
  let count = 0;
  const show = (where: string, nowMs: number) => {
    const perSecond = Math.round((count * 1000) / Math.max(1, nowMs - startMs));
    const line = `${verb}: ${where}, ${perSecond} ${unit} a second`;
    output.write(output.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
  };
  return {
    step: (where, units = 1) => {
      count += units;
      const nowMs = performance.now();
      if (nowMs - shownMs < everyMs) return;
      shownMs = nowMs;
      show(typeof where === 'string' ? where : where(), nowMs);
    },
    end: () => {
      if (output.isTTY) output.write('\r\x1b[K');
    },
  };
}
