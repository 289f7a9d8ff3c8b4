// The parameters that preparation depends on: a part of `Protocol`.

import type { Limits, WasmCosts } from '../../params/tables/limits.ts';

export type PrepareConfig = { readonly limits: Limits; readonly wasmCosts: WasmCosts };
