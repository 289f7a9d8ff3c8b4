// The contracts that `test/symbols/contracts/build.js` builds: `ledger` and `gateway`, which calls
// it, in Rust with near-sdk, `counter` in plain AssemblyScript, and `bank` with near-sdk-as.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { repositoryPath } from '../../support/repository.ts';

type BuiltFile =
  /** As it is deployed, and the same code with line tables of DWARF 4 and 5. */
  | 'ledger.wasm'
  | 'ledger.lines.wasm'
  | 'ledger.lines5.wasm'
  /** What addr2line says about some addresses of the code. */
  | 'ledger.lines.tsv'
  | 'gateway.wasm'
  | 'gateway.lines.wasm'
  | 'counter.wasm'
  | 'counter.wasm.map'
  | 'bank.wasm'
  | 'bank.wasm.map';

export function readBuilt(name: BuiltFile): Uint8Array {
  return gunzipSync(readFileSync(repositoryPath(`test/symbols/data/${name}.gz`)));
}
