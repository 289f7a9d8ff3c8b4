// Bytes from base64.

import { panic } from './near';

export function decodeBase64(text: string): Uint8Array {
  let length = text.length;
  while (length > 0 && text.charCodeAt(length - 1) == 0x3d) length--;
  const bytes = new Uint8Array((length * 3) >> 2);
  let bits: u32 = 0;
  let at = 0;
  for (let index = 0; index < length; index++) {
    bits = (bits << 6) | valueOf(text.charCodeAt(index));
    if ((index & 3) != 0) bytes[at++] = u8(bits >> (6 - 2 * (index & 3)));
  }
  return bytes;
}

function valueOf(code: i32): u32 {
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 71;
  if (code >= 48 && code <= 57) return code + 4;
  if (code == 43) return 62;
  if (code != 47) panic('Invalid base64');
  return 63;
}
