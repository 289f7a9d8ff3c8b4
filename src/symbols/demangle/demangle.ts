// Readable names of Rust functions. The standard library uses the newer scheme of mangling (v0),
// other crates often the older one. Hashes and disambiguators are left out. Names are untrusted:
// one that cannot be decoded, or is too long when decoded, stays as it is.

import { demangleLegacy } from './legacySymbol.ts';
import { demangleV0 } from './v0Symbol.ts';

const LEGACY_PREFIX = /^_{0,2}ZN/;
const V0_PREFIX = /^_{0,2}R(?=[A-Z])/;
/** Added by LLVM when it copies or splits a function. */
const SUFFIX = /\..*$/s;
const ENCODED_CHARS_MAX = 20_000;

export function demangle(name: string): string {
  if (name.length > ENCODED_CHARS_MAX) return name;
  const legacy = LEGACY_PREFIX.exec(name);
  if (legacy !== null) return demangleLegacy(name.slice(legacy[0].length)) ?? name;
  const v0 = V0_PREFIX.exec(name);
  if (v0 !== null) return demangleV0(name.slice(v0[0].length).replace(SUFFIX, '')) ?? name;
  return name;
}
