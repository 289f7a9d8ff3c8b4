// The failure of a view call in plain words. The RPC has it as one text, which Rust's debug format
// wrote; what is not recognised is shown as it is.

import { escapeText } from '../../trace/text/styles.ts';

/** What follows may be a text of the contract. */
const PANIC = /HostError\(GuestPanic \{ panic_msg: ("(?:[^"\\]|\\.)*") \}\)/s;

export function describeViewError(contract: string, method: string, error: string): string {
  const name = `${contract}.${method}`;
  if (error.includes('CompilationError(CodeDoesNotExist')) {
    return `${contract} has no contract; check the account, or deploy one first`;
  }
  if (error.includes('MethodResolveError(MethodNotFound)')) {
    return `${contract} has no method '${escapeText(method)}'; check its name`;
  }
  const panic = PANIC.exec(error)?.[1];
  return `${name} failed: ${escapeText(panic === undefined ? error : unquote(panic))}`;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };
const CODE_MAX = 0x10ffff;

/** Undoes the escapes of Rust. */
function unquote(quoted: string): string {
  const escaped = /\\(?:u\{([0-9a-f]{1,6})\}|(.))/gs;
  return quoted.slice(1, -1).replace(escaped, (whole, hex?: string, letter = '') => {
    if (hex === undefined) return ESCAPES[letter] ?? letter;
    const code = Number.parseInt(hex, 16);
    return code > CODE_MAX ? whole : String.fromCodePoint(code);
  });
}
