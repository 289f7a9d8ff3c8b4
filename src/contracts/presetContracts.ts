// The contracts of the presets: modules of the package, which contracts/build.js compiles from
// contracts/assembly.

import { assert } from '../base/assert.ts';
import { readPackageFile } from '../http/packageFiles.ts';

/** The files in `contracts`, without their ending. */
export type PresetContract = 'fungible-token' | 'non-fungible-token' | 'registrar' | 'wrapped-near';

export function readPresetContract(name: PresetContract): Uint8Array {
  const code = readPackageFile('contracts', `${name}.wasm`);
  assert(code !== null, 'the package has the contracts of the presets');
  return code;
}
