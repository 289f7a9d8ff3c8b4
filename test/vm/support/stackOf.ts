// The functions that were active when a call failed, by their index in the code, innermost first.

import { functionsOf } from '../../../src/vm/debug/wasmFrame.ts';
import type { VmOutcome } from '../../../src/vm/vmTypes.ts';

export function stackOf({ wasmStack }: VmOutcome): number[] {
  return functionsOf(wasmStack).map(({ functionIndex }) => functionIndex);
}
