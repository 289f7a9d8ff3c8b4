// The node's log: readable lines on a terminal, one JSON object per line anywhere else.

import pino, { type Logger } from 'pino';
import { PerigeeError } from '../base/errors.ts';
import type { LogLevel } from './logLevel.ts';

export type { Logger } from 'pino';

const STANDARD_OUTPUT = 1;

export function createLogger(level: LogLevel): Logger {
  const output = process.stdout;
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!output.isTTY) return pino(options, pino.destination({ fd: STANDARD_OUTPUT, sync: true }));
  return pino(options, {
    write: (line: string) => output.write(`${formatLine(JSON.parse(line))}\n`),
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
const RED = '\x1b[31m';
const DIM = '\x1b[2m';
const PLAIN = '\x1b[0m';

function formatLine({ level, time, msg, err }: Line): string {
  const text = level >= LEVEL_WARN ? `${RED}${msg ?? ''}${PLAIN}` : (msg ?? '');
  const stack = err === undefined ? '' : `\n${err.stack ?? err.message}`;
  return `${DIM}${time.slice(11, 23)}${PLAIN} ${text}${stack}`;
}
