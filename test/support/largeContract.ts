// Contracts of the maximum size: a few of them fill caches.

import { concatBytes } from '../../src/base/bytes/bytes.ts';
import * as w from '../vm/support/wasmBytes.ts';

const FUNCTIONS = 38;
const STATEMENTS_PER_FUNCTION = 7_100;
const DROP = 0x1a;
const CODE_SECTION = 10;

/**
 * It has enough gas charges for preparation to enlarge it as much as possible. `main` does nothing.
 * Another seed gives another code; an invalid one is invalid in its last operator.
 */
export function largeContract(seed: number, isValid = true): Uint8Array {
  const addition = [0x20, 0, 0x41, ...w.signed(seed), 0x6a, 0x21, 0];
  const load = [0x20, 0, 0x28, 2, 0, DROP];
  const statement = [...addition, ...load];
  const code = Array.from({ length: STATEMENTS_PER_FUNCTION }, () => statement).flat();
  const createBody = (operators: w.Bytes) => Uint8Array.from(w.body(operators, [[1, w.I32]]));
  const body = createBody(code);
  const lastBody = isValid ? body : createBody([...code, DROP]);
  const count = Uint8Array.from(w.unsigned(FUNCTIONS + 1));
  const main = Uint8Array.from(w.body([]));
  const bodies = new Array<Uint8Array>(FUNCTIONS - 1).fill(body);
  const content = concatBytes(count, main, ...bodies, lastBody);
  return concatBytes(
    w.wasm(
      w.types(w.type()),
      w.functions(...new Array<number>(FUNCTIONS + 1).fill(0)),
      w.memories([0, 1]),
      w.exports(w.exportFunction('main', 0)),
    ),
    Uint8Array.of(CODE_SECTION, ...w.unsigned(content.length)),
    content,
  );
}
