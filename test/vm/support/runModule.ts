// Runs a method of a module with a fresh VM state and an External in memory.

import { sha256 } from '../../../src/base/crypto/hash.ts';
import { ModuleCache } from '../../../src/vm/moduleCache.ts';
import { createContractVm, runContract } from '../../../src/vm/runContract.ts';
import type { VmContext, VmOutcome } from '../../../src/vm/vmTypes.ts';
import { SNAPSHOT } from '../../support/protocol.ts';
import { MemoryExternal } from './memoryExternal.ts';
import { encodeSmallModule, type SmallModule } from './smallModule.ts';
import { testContext } from './testContext.ts';

export const vm = createContractVm({ protocol: SNAPSHOT, modules: new ModuleCache() });

/** The cost of loading a code of this length. */
export function loadingFee(length: number): bigint {
  return 35_445_963n + 1_089_295n * BigInt(length);
}

export type ModuleRun = { readonly outcome: VmOutcome; readonly fee: bigint };

export function runModule(
  module: SmallModule | Uint8Array,
  method: string,
  changes: Partial<VmContext> = {},
): ModuleRun {
  const bytes = module instanceof Uint8Array ? module : encodeSmallModule(module);
  const context = testContext({ prepaidGas: 100_000_000_000_000n, ...changes });
  const external = new MemoryExternal({ accountId: context.currentAccountId });
  const code = { hash: sha256(bytes), read: () => bytes };
  const outcome = runContract(vm, { code, method, context, external });
  return { outcome, fee: loadingFee(bytes.length) };
}
