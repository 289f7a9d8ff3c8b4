// Bytes as a trace shows them: text if they are readable, otherwise base64, and only the beginning
// of long ones. The length is always that of the whole.

import { bytesToBase64, bytesToUtf8, isUtf8 } from '../../base/bytes/bytes.ts';
import { described, type TypeOf } from '../../codec/codec.ts';
import { option, string, u64Number } from '../../codec/primitives.ts';
import { omitDefault, omitNull, struct } from '../../codec/struct.ts';

/** The bytes that are shown of a value. */
export const SHOWN_BYTES_MAX = 256;

/** The characters that are shown of the message of an error, which contracts can choose. */
const MESSAGE_CHARS_MAX = 2_000;

export const TracedBytes = struct('PerigeeTracedBytes', {
  length: described(u64Number, 'The number of bytes.'),
  text: omitNull(option(described(string, 'The bytes as UTF-8, if they are readable text.'))),
  base64: omitNull(option(described(string, 'The bytes, if they are not readable text.'))),
  leftOut: described(omitDefault(u64Number, 0), 'How many bytes at the end are not shown.'),
});
export type TracedBytes = TypeOf<typeof TracedBytes>;

/** Line breaks and tabs are part of readable text; other control characters are not. */
const UNREADABLE = /[^\P{Cc}\n\r\t]/u;

/** `length` is that of the whole, if `bytes` is only its beginning. */
export function showBytes(bytes: Uint8Array, length = bytes.length): TracedBytes {
  const shown = bytes.subarray(0, Math.min(bytes.length, SHOWN_BYTES_MAX));
  const readable = shown.length < length ? wholeCharacters(shown) : shown;
  if (isUtf8(readable)) {
    const text = bytesToUtf8(readable);
    if (!UNREADABLE.test(text)) {
      return { length, text, base64: null, leftOut: length - readable.length };
    }
  }
  return { length, text: null, base64: bytesToBase64(shown), leftOut: length - shown.length };
}

/** A message of an error; a long one says how much of it is missing. */
export function showMessage(message: string): string {
  const leftOut = message.length - MESSAGE_CHARS_MAX;
  if (leftOut <= 0) return message;
  return `${message.slice(0, MESSAGE_CHARS_MAX)}… (${leftOut} more characters)`;
}

/** Without the beginning of a UTF-8 character at the end. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
}
