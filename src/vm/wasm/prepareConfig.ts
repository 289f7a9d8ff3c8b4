// The parameters that preparation depends on: a part of `RuntimeConfig`.

import type { Limits, WasmCosts } from '../../params/limits.ts';

export type PrepareConfig = { readonly limits: Limits; readonly wasmCosts: WasmCosts };
