// How `perigee trace` writes what it has found: as a tree or as JSON.

import { writeFileSync } from 'node:fs';
import { formatPrettyJson, type JsonValue } from '../../base/json/exactJson.ts';
import { stylesFor } from '../../telemetry/terminal.ts';
import { escapeJson, type Styles } from '../../trace/text/styles.ts';
import { TRACE_LEVELS, type TraceLevel } from '../../trace/tree/transactionTrace.ts';
import { type CommandLine, defaultedText, optionText } from '../commandLine.ts';
import { parsePath } from '../optionValues.ts';
import { createUsageError } from '../usageError.ts';

const STANDARD_OUTPUT = '-';

export function writeTrace(
  line: CommandLine,
  json: () => JsonValue,
  format: (styles: Styles) => string,
): void {
  const place = optionText(line, 'json');
  if (place === undefined) {
    process.stdout.write(format(stylesFor(process.stdout)));
    return;
  }
  const text = `${escapeJson(formatPrettyJson(json()))}\n`;
  if (place === STANDARD_OUTPUT) process.stdout.write(text);
  else writeFileSync(parsePath(place), text);
}

export function parseLevel(line: CommandLine): TraceLevel {
  const text = defaultedText(line, 'level');
  const level = TRACE_LEVELS.find((known) => known === text);
  if (level !== undefined) return level;
  throw createUsageError(`--level is one of ${TRACE_LEVELS.join(', ')}, not '${text}'.`);
}
