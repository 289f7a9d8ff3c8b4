// The parameters that preparation depends on: a part of `Protocol`. Versions that agree in them
// share prepared contracts.

import { bytesToHex, utf8ToBytes } from '../../../base/bytes/bytes.ts';
import { sha256 } from '../../../base/crypto/hash.ts';
import { formatJsonValue } from '../../../base/json/exactJson.ts';
import type { Protocol } from '../../../params/protocol.ts';
import type { Limits, WasmCosts } from '../../../params/tables/limits.ts';

const PREPARE_LIMITS = [
  'maxStackHeight',
  'initialMemoryPages',
  'maxMemoryPages',
  'maxFunctionsNumberPerContract',
  'maxLocalsPerContract',
  'minContractSizePerLocal',
  'maxTablesPerContract',
  'maxElementsPerContractTable',
  'maxFunctionBodySize',
  'maxInstrumentedCodeSize',
  'maxBlocksPerFunction',
  'maxBlocksPerContract',
  'maxTypesPerContract',
  'maxParamsPerFunction',
  'maxParamsPerContract',
  'maxOperandStackBytesPerFunction',
  'maxGlobalsPerContract',
] as const satisfies readonly (keyof Limits)[];

export type PrepareLimits = Pick<Limits, (typeof PREPARE_LIMITS)[number]>;

export type PrepareConfig = { readonly limits: PrepareLimits; readonly wasmCosts: WasmCosts };

/** What the name of a configuration is made of is enough to tell two of them apart. */
const NAME_CHARS = 16;

export type Preparation = PrepareConfig & {
  /** The same for all versions that prepare contracts in the same way. */
  readonly name: string;
};

export function preparationOf({ limits, wasmCosts }: Protocol): Preparation {
  const picked = Object.fromEntries(PREPARE_LIMITS.map((name) => [name, limits[name]]));
  const text = formatJsonValue({ limits: picked, wasmCosts: { ...wasmCosts } });
  const name = bytesToHex(sha256(utf8ToBytes(text))).slice(0, NAME_CHARS);
  return { limits: picked as PrepareLimits, wasmCosts, name };
}
