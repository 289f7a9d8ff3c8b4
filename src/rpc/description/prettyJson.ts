// JSON for readers: what fits into a line is written in one, and integers of 64 bits are exact.

import { formatPlainJson } from '../../base/json/plainJson.ts';

const COLUMNS_MAX = 100;

/** The text of a file, with a newline at its end. */
export function formatPrettyJson(value: unknown): string {
  return `${formatLines(value, '', '')}\n`;
}

/** A value whose first line begins after `head`. */
function formatLines(value: unknown, head: string, indent: string): string {
  const text = formatPlainJson(value) ?? 'null';
  const inline = formatInline(value, text);
  const isShort = indent.length + head.length + inline.length < COLUMNS_MAX;
  if (isShort || typeof value !== 'object' || value === null) return `${head}${inline}`;
  const inner = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((item) => formatLines(item, '', inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => formatLines(member, `${JSON.stringify(key)}: `, inner));
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = entries.map((entry) => `${inner}${entry}`).join(',\n');
  return `${head}${open}\n${lines}\n${indent}${close}`;
}

/** One line, with a space after each comma and colon; long values are left compact. */
function formatInline(value: unknown, text: string): string {
  if (text.length >= COLUMNS_MAX || typeof value !== 'object' || value === null) return text;
  const entries = Array.isArray(value)
    ? value.map((item) => formatInline(item, formatPlainJson(item) ?? 'null'))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(
          ([key, member]) =>
            `${JSON.stringify(key)}: ${formatInline(member, formatPlainJson(member) ?? 'null')}`,
        );
  const inner = entries.join(', ');
  if (Array.isArray(value)) return `[${inner}]`;
  return inner === '' ? '{}' : `{ ${inner} }`;
}
