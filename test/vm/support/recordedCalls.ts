// Converts a recorded contract call into a call of the VM, and the results of the VM and of the
// reference into one comparable form.

import {
  base64ToBytes,
  bytesKey,
  bytesToBase64,
  concatBytes,
} from '../../../src/base/bytes/bytes.ts';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { encode } from '../../../src/codec/codec.ts';
import { ACTION_COSTS } from '../../../src/params/tables/actionFees.ts';
import { EXT_COSTS } from '../../../src/params/tables/extCosts.ts';
import type { AccountContract } from '../../../src/types/account.ts';
import { Action } from '../../../src/types/action.ts';
import { FunctionCallError } from '../../../src/types/actionErrors.ts';
import { ModuleCache } from '../../../src/vm/moduleCache.ts';
import { type ContractVm, createContractVm, runContract } from '../../../src/vm/runContract.ts';
import { failureToError } from '../../../src/vm/vmErrors.ts';
import type { VmContext, VmOutcome } from '../../../src/vm/vmTypes.ts';
import { SNAPSHOT } from '../../support/protocol.ts';
import { MemoryExternal } from './memoryExternal.ts';

type Base64 = string;

export type RecordedCall = {
  readonly height: number;
  readonly ts: string;
  readonly random: Base64;
  readonly epoch: string;
  readonly index: number;
  readonly actions: number;
  readonly calls: readonly number[];
  readonly account: string;
  readonly signer: string;
  readonly signerKey: Base64;
  readonly predecessor: string;
  readonly refundTo: string;
  readonly outputs: readonly string[];
  readonly method: string;
  readonly args: Base64;
  readonly gas: number;
  readonly deposit: string;
  readonly amount: string;
  readonly locked: string;
  readonly usage: number;
  readonly contract: readonly [number] | readonly [number, string];
  readonly codeHash: Base64 | null;
  readonly results: readonly (Base64 | null)[];
  /** What changed in the account's data since its last call; null for a removed key. */
  readonly state: readonly (readonly [Base64, Base64 | null])[];
  readonly pending: readonly Base64[];
  readonly yieldIds: readonly (readonly [Base64, Base64])[];
  readonly actionHash: Base64;
  readonly stakes: Readonly<Record<string, string>>;
  readonly expected: Expected | null;
};

type Expected = {
  readonly label: string;
  readonly profile: readonly (readonly [category: string, cost: string, gas: string])[];
  readonly logs: readonly string[];
  readonly status: RecordedStatus;
  readonly created: readonly RecordedReceipt[];
  readonly data: readonly (readonly [Base64, Base64 | null])[];
};

type RecordedStatus = {
  readonly SuccessValue?: Base64;
  readonly SuccessReceiptId?: string;
  readonly Failure?: { readonly ActionError: { readonly index: number; readonly kind: unknown } };
};

type RecordedReceipt =
  | {
      readonly receiver: string;
      readonly refundTo: string | null;
      readonly inputs: readonly Base64[];
      readonly yielded: boolean;
      readonly actions: readonly Base64[];
      readonly outputs: readonly (readonly [Base64, string])[];
    }
  /** A yield whose existence is all that the recording shows. */
  | { readonly yielded: true }
  | { readonly dataId: Base64; readonly data: Base64 };

export type RecordingHead = {
  readonly codes: Readonly<Record<Base64, Base64>>;
  readonly chain: string;
  readonly epochs: readonly string[];
};

const NODE_GAS = 2_280_000_000;

export class RecordedCalls {
  readonly vm: ContractVm;
  readonly #head: RecordingHead;
  readonly #states = new Map<string, Map<string, Uint8Array>>();

  constructor(head: RecordingHead) {
    this.#head = head;
    this.vm = createContractVm({ protocol: SNAPSHOT, modules: new ModuleCache() });
  }

  /** Expected is null for a call that the recording does not describe separately. */
  run(call: RecordedCall): { found: unknown; expected: unknown } {
    const external = this.#createExternal(call);
    const outcome = this.execute(call, external);
    if (call.expected === null || call.calls.length !== 1) return { found: null, expected: null };
    return {
      found: describeOutcome(call, outcome, external),
      expected: describeExpected(call, call.expected),
    };
  }

  execute(call: RecordedCall, external: MemoryExternal): VmOutcome {
    const { codeHash } = call;
    const read = () => base64ToBytes(this.#head.codes[codeHash as string] as string);
    const code = codeHash === null ? null : { hash: base64ToBytes(codeHash), read };
    const context = this.#createContext(call);
    const outcome = runContract(this.vm, { code, method: call.method, context, external });
    const unused = context.prepaidGas - outcome.usedGas;
    if (unused > 0n) external.distributeGas(unused);
    return outcome;
  }

  #createExternal(call: RecordedCall): MemoryExternal {
    const profile = new Map(call.expected?.profile.map(([, cost, gas]) => [cost, Number(gas)]));
    const external = new MemoryExternal({
      accountId: call.account,
      actionHash: base64ToBytes(call.actionHash),
      blockHeight: call.height,
      nodes: {
        touched: (profile.get('TOUCHING_TRIE_NODE') ?? 0) / NODE_GAS,
        cached: (profile.get('READ_CACHED_TRIE_NODE') ?? 0) / NODE_GAS,
      },
      stakes: new Map(Object.entries(call.stakes).map(([id, stake]) => [id, BigInt(stake)])),
    });
    for (const [key, value] of this.#stateOf(call)) external.state.set(key, value);
    for (const id of call.pending) external.pendingYields.add(bytesKey(base64ToBytes(id)));
    for (const [id, dataId] of call.yieldIds) {
      external.yieldIds.set(bytesKey(base64ToBytes(id)), base64ToBytes(dataId));
    }
    return external;
  }

  /** The account's data before the call. */
  #stateOf(call: RecordedCall): Map<string, Uint8Array> {
    const state = this.#states.get(call.account) ?? new Map<string, Uint8Array>();
    this.#states.set(call.account, state);
    for (const [key, value] of call.state) {
      const name = bytesKey(base64ToBytes(key));
      if (value === null) state.delete(name);
      else state.set(name, base64ToBytes(value));
    }
    return state;
  }

  #createContext(call: RecordedCall): VmContext {
    const seed = concatBytes(base64ToBytes(call.actionHash), base64ToBytes(call.random));
    return {
      chainId: this.#head.chain,
      currentAccountId: call.account,
      signerAccountId: call.signer,
      signerPublicKey: base64ToBytes(call.signerKey),
      predecessorAccountId: call.predecessor,
      refundToAccountId: call.refundTo,
      input: base64ToBytes(call.args),
      promiseResults: call.results.map((data) =>
        data === null ? { kind: 'failed' } : { kind: 'successful', data: base64ToBytes(data) },
      ),
      blockHeight: call.height,
      blockTimestamp: BigInt(call.ts),
      epochHeight: this.#head.epochs.indexOf(call.epoch),
      accountBalance: BigInt(call.amount),
      accountLockedBalance: BigInt(call.locked),
      storageUsage: call.usage,
      accountContract: parseContract(call.contract),
      attachedDeposit: BigInt(call.deposit),
      prepaidGas: BigInt(call.gas),
      randomSeed: () => sha256(seed),
      view: null,
      outputDataReceivers: call.outputs,
    };
  }
}

function parseContract([kind, value = '']: RecordedCall['contract']): AccountContract {
  if (kind === 0) return { kind: 'None' };
  if (kind === 3) return { kind: 'GlobalByAccount', value };
  return { kind: kind === 1 ? 'Local' : 'Global', value: base64ToBytes(value) };
}

/** A receipt may fail after a call that succeeded; the call's receipts are not recorded then. */
function isReceiptSuccessful(call: RecordedCall): boolean {
  return call.expected?.status.Failure === undefined;
}

function describeOutcome(call: RecordedCall, outcome: VmOutcome, external: MemoryExternal) {
  const { aborted } = outcome;
  const isLast = call.index === call.actions - 1;
  const isComplete = isReceiptSuccessful(call);
  return {
    profile: describeProfile(outcome),
    logs: outcome.logs,
    failure: aborted === null ? null : JSON.parse(FunctionCallError.json(failureToError(aborted))),
    result: isComplete && isLast ? describeReturn(outcome) : null,
    created: isComplete ? describeReceipts(external, call.expected?.created ?? []) : null,
  };
}

function describeReturn({ returnData }: VmOutcome): string {
  if (returnData.kind === 'receiptIndex') return 'receipt';
  return returnData.kind === 'value' ? bytesToBase64(returnData.value) : '';
}

function describeProfile({ profile }: VmOutcome): Record<string, string> {
  const entries: [string, bigint][] = [
    ...profile.actions.map((gas, index): [string, bigint] => [`${ACTION_COSTS[index]}`, gas]),
    ...profile.ext.map((gas, index): [string, bigint] => [`${EXT_COSTS[index]}`, gas]),
    ['wasm_instruction', profile.wasm],
  ];
  const used = entries.filter(([, gas]) => gas > 0n);
  return Object.fromEntries(used.map(([name, gas]) => [name.toUpperCase(), String(gas)]).sort());
}

function describeReceipts(
  external: MemoryExternal,
  recorded: readonly RecordedReceipt[],
): RecordedReceipt[] {
  const receipts = external.receipts.map((receipt, index): RecordedReceipt => {
    const known = recorded[index] ?? {};
    if (receipt.isYield && !('actions' in known)) return { yielded: true };
    return {
      receiver: receipt.receiverId,
      refundTo: receipt.refundTo,
      inputs: receipt.inputDataIds.map(bytesToBase64),
      yielded: receipt.isYield,
      actions: receipt.actions.map((action) => bytesToBase64(encode(Action, action))),
      outputs: receipt.outputs.map(({ dataId, receiverId }) => [bytesToBase64(dataId), receiverId]),
    };
  });
  const resumed = external.resumed.map(({ dataId, data }) => ({
    dataId: bytesToBase64(dataId),
    data: bytesToBase64(data),
  }));
  return [...receipts, ...resumed];
}

function describeExpected(call: RecordedCall, expected: Expected) {
  const { status, created, logs } = expected;
  const kind = status.Failure?.ActionError.kind as { FunctionCallError?: unknown } | undefined;
  const isLast = call.index === call.actions - 1;
  const isComplete = isReceiptSuccessful(call);
  const result = status.SuccessReceiptId === undefined ? (status.SuccessValue ?? '') : 'receipt';
  const profile = expected.profile.map(([, cost, gas]) => [cost, gas]);
  return {
    profile: Object.fromEntries(profile.sort()),
    logs,
    failure: kind?.FunctionCallError ?? null,
    result: isComplete && isLast ? result : null,
    created: isComplete ? created : null,
  };
}
