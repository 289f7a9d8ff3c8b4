// Base58 of short bytes: hashes, keys and signatures.

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = 58n;
/** The longest is a signature of ML-DSA-65, with 3,309 bytes. */
const SYMBOLS_MAX = 4_600;

export function encodeBase58(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let text = '';
  for (; value > 0n; value /= BASE) text = ALPHABET.charAt(Number(value % BASE)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** Null if the text is not the Base58 of this many bytes. */
export function decodeBase58(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (text.length > SYMBOLS_MAX) return null;
  let value = 0n;
  for (const symbol of text) {
    const digit = ALPHABET.indexOf(symbol);
    if (digit === -1) return null;
    value = value * BASE + BigInt(digit);
  }
  const bytes = new Uint8Array(length);
  for (let at = length - 1; at >= 0; at--) {
    bytes[at] = Number(value & 255n);
    value >>= 8n;
  }
  return value === 0n && encodeBase58(bytes) === text ? bytes : null;
}
