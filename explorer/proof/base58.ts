// Hashes from their text form.

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const HASH_BYTES = 32;

/** A hash of 32 bytes; null if the text is not one. */
export function parseHash(text: string): Uint8Array<ArrayBuffer> | null {
  let value = 0n;
  for (const symbol of text) {
    const digit = ALPHABET.indexOf(symbol);
    if (digit === -1) return null;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const digits = value === 0n ? '' : value.toString(16);
  const length = zeros + Math.ceil(digits.length / 2);
  if (length !== HASH_BYTES || text.length > 44) return null;
  const hex = digits.padStart(HASH_BYTES * 2, '0');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
