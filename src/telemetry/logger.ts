// The node's log: readable lines on a terminal, one JSON object per line anywhere else. A message
// that brings its own colours keeps them; other warnings and errors are red.

import pino, { type Logger } from 'pino';
import { PerigeeError } from '../base/errors.ts';
import { escapeLines } from '../trace/text/styles.ts';
import type { LogLevel } from './logLevel.ts';
import { Terminal } from './terminal.ts';

export type { Logger } from 'pino';

const STANDARD_OUTPUT = 1;

export function createLogger(level: LogLevel, terminal = new Terminal(process.stdout)): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!terminal.isInteractive) {
    return pino(options, pino.destination({ fd: STANDARD_OUTPUT, sync: true }));
  }
  return pino(options, {
    write: (line: string) => terminal.print(`${formatLine(JSON.parse(line), terminal)}\n`),
  });
}

/** Logs an error with its stack, or only its message if the error was expected. */
export function logFailure(logger: Logger, text: string, error: Error): void {
  if (error instanceof PerigeeError) logger.error(`${text}: ${error.message}`);
  else logger.error(error, `${text}: ${error.message}`);
}

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string; readonly message?: string };
}

const LEVEL_WARN = 40;
const COLOUR = '\x1b[';
const COLOUR_REST = /^\d*m/;

export function formatLine(
  { level, time, msg = '', err }: Line,
  { styles }: Pick<Terminal, 'styles'>,
): string {
  const shown = escapeAround(msg);
  const isPlain = level >= LEVEL_WARN && !shown.includes(COLOUR);
  const stack = err === undefined ? '' : `\n${escapeLines(`${err.stack ?? err.message}`)}`;
  return `${styles.dim(time.slice(11, 23))} ${isPlain ? styles.bad(shown) : shown}${stack}`;
}

/** A message may quote what a client or a source sent; nothing but colours reaches the terminal. */
function escapeAround(msg: string): string {
  const [first = '', ...parts] = msg.split(COLOUR);
  const shown = parts.map((part) =>
    COLOUR_REST.test(part) ? `${COLOUR}${escapeLines(part)}` : escapeLines(`${COLOUR}${part}`),
  );
  return [escapeLines(first), ...shown].join('');
}
