// Colours of a terminal, and text that cannot do anything to one: contracts choose names, logs and
// messages.

export interface Styles {
  good(text: string): string;
  bad(text: string): string;
  name(text: string): string;
  log(text: string): string;
  state(text: string): string;
  dim(text: string): string;
}

const paint = (code: number) => (text: string) => `\x1b[${code}m${text}\x1b[0m`;

export const COLOURS: Styles = {
  good: paint(32),
  bad: paint(31),
  name: paint(1),
  log: paint(36),
  state: paint(33),
  dim: paint(2),
};

const asItIs = (text: string) => text;

export const PLAIN: Styles = {
  good: asItIs,
  bad: asItIs,
  name: asItIs,
  log: asItIs,
  state: asItIs,
  dim: asItIs,
};

/** Control characters, and those that change the order or direction of others. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const UNSAFE_IN_JSON = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

export function escapeText(text: string): string {
  return text.replaceAll(UNSAFE, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

/** The same line by line. */
export function escapeLines(text: string): string {
  return text.split('\n').map(escapeText).join('\n');
}

/** The same values: in JSON, such characters can only be in strings, where they have an escape. */
export function escapeJson(json: string): string {
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replaceAll(UNSAFE_IN_JSON, (character) => character.split('').map(toEscape).join(''));
}
