// A contract that is a table of functions, for tests of receipts rather than Wasm.

import { assert } from '../../src/base/assert.ts';
import type { ContractRunner } from '../../src/runtime/chunkContext.ts';
import { EMPTY_PROFILE } from '../../src/runtime/receipts/receiptOutcome.ts';
import { NO_STACK } from '../../src/vm/debug/wasmFrame.ts';
import type { ContractCall } from '../../src/vm/runContract.ts';
import type { VmOutcome } from '../../src/vm/vmTypes.ts';

export type Script = Readonly<Record<string, (call: ContractCall) => Partial<VmOutcome>>>;

export const TGAS = 1_000_000_000_000n;
/** The fields of an account that runs the script. */
export const CONTRACT = { contract: { kind: 'Local', value: new Uint8Array(32).fill(1) } } as const;

/** Runs the script of a method; a method burns 1 Tgas unless its script says otherwise. */
export function scripted(script: Script): ContractRunner {
  return {
    run: (_, contractCall: ContractCall): VmOutcome => {
      const { context, method } = contractCall;
      const scriptOf = script[method];
      assert(scriptOf !== undefined, `there is a script for ${method}`);
      const result = scriptOf(contractCall);
      const burntGas = result.burntGas ?? TGAS;
      return {
        balance: context.accountBalance + context.attachedDeposit,
        storageUsage: context.storageUsage,
        returnData: { kind: 'none' },
        usedGas: burntGas,
        computeUsage: burntGas,
        logs: [`${method} ran`],
        profile: EMPTY_PROFILE,
        subsidizedAmount: 0n,
        aborted: null,
        wasmStack: NO_STACK,
        ...result,
        burntGas,
      };
    },
  };
}
