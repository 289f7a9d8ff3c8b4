// The older scheme of mangling: identifiers with their lengths, the last of which is a hash.

const HASH = /^h[0-9a-f]{16}$/;
const LENGTH = /\d+/y;
/** A text between `$`, two dots, or anything else. */
const PIECE = /\$([^$.]*)\$|\.\.|[^$.]+|./gs;
const UNICODE = /^u([0-9a-f]{1,6})$/;
const LAST_CODE_POINT = 0x10_ff_ff;

const ESCAPES: Readonly<Record<string, string>> = {
  SP: '@',
  BP: '*',
  RF: '&',
  LT: '<',
  GT: '>',
  LP: '(',
  RP: ')',
  C: ',',
};

/** Without the prefix; null if it is not of this scheme. */
export function demangleLegacy(symbol: string): string | null {
  const elements: string[] = [];
  let offset = 0;
  while (symbol[offset] !== 'E') {
    LENGTH.lastIndex = offset;
    const length = LENGTH.exec(symbol)?.[0];
    if (length === undefined) return null;
    const start = offset + length.length;
    offset = start + Number(length);
    if (offset >= symbol.length) return null;
    elements.push(symbol.slice(start, offset));
  }
  if (elements.length > 1 && HASH.test(elements.at(-1) ?? '')) elements.pop();
  return elements.length === 0 ? null : elements.map(unescapeElement).join('::');
}

function unescapeElement(element: string): string {
  const text = element.startsWith('_$') ? element.slice(1) : element;
  return text.replaceAll(PIECE, (piece, escaped: string | undefined) => {
    if (piece === '..') return '::';
    return escaped === undefined ? piece : (decodeEscape(escaped) ?? piece);
  });
}

function decodeEscape(name: string): string | null {
  const known = ESCAPES[name];
  if (known !== undefined) return known;
  const code = Number.parseInt(UNICODE.exec(name)?.[1] ?? '', 16);
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : null;
}
