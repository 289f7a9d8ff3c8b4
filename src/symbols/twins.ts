// Whether two modules are the same program, so that the debug information of one describes the
// other. A deployed module usually has none; the compiler made another file with it, its twin.
//
// | degree | what is equal | what the twin is good for |
// |---|---|---|
// | exact | every section that is not a custom one | names and source places |
// | layout | imports and the lengths of all functions: only addresses of data differ | the same |
// | names | imports and the number of functions | names of functions |

import { bytesKey } from '../base/bytes/bytes.ts';
import { type Hash, sha256Pieces } from '../base/crypto/hash.ts';
import { SECTION_CUSTOM, SECTION_IMPORT } from '../vm/wasm/format/sectionIds.ts';
import type { WasmLayout } from './wasmLayout.ts';

const DEGREES = ['exact', 'layout', 'names'] as const;

/** How well a twin fits, the best first. */
export type TwinDegree = (typeof DEGREES)[number];

/** Equal keys mean a twin of that degree. */
export type TwinKeys = Readonly<Record<TwinDegree, string>>;

export function twinKeysOf(layout: WasmLayout): TwinKeys {
  const { bytes, sections, bodies } = layout;
  const contents = sections
    .filter(({ id }) => id !== SECTION_CUSTOM)
    .flatMap(({ id, start, end }) => [numbers([id, end - start]), bytes.subarray(start, end)]);
  const imports = layout.section(SECTION_IMPORT);
  const imported = bytes.subarray(imports?.start ?? 0, imports?.end ?? 0);
  const lengths = bodies.map(({ start, end }) => end - start);
  return {
    exact: key(sha256Pieces(...contents)),
    layout: key(sha256Pieces(imported, numbers(lengths))),
    names: key(sha256Pieces(imported, numbers([lengths.length]))),
  };
}

/** Null if they are different programs. */
export function degreeOf(one: TwinKeys, other: TwinKeys): TwinDegree | null {
  return DEGREES.find((degree) => one[degree] === other[degree]) ?? null;
}

/** Negative if the first fits better. */
export function compareDegrees(one: TwinDegree, other: TwinDegree): number {
  return DEGREES.indexOf(one) - DEGREES.indexOf(other);
}

function numbers(values: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer);
}

function key(hash: Hash): string {
  return bytesKey(hash);
}
