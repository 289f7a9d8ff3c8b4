// Runs a contract call that is given as one line of JSON and formats the result as one line: the
// input and output of a small program around near-vm-runner 0.38.0 (nearcore 2.14), field by field,
// with the same defaults. Objects have their keys in order, as serde_json writes them.

import { readFileSync } from 'node:fs';
import { minBigint } from '../../../src/base/bytes/bigints.ts';
import {
  base64ToBytes,
  bytesToBase64,
  bytesToHex,
  hexToBytes,
} from '../../../src/base/bytes/bytes.ts';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import {
  formatJsonValue,
  type JsonObject,
  type JsonValue,
  parseExactJson,
} from '../../../src/base/json/exactJson.ts';
import { formatRustString } from '../../../src/base/json/rustText.ts';
import { type Protocol, protocolNear } from '../../../src/params/protocol.ts';
import { ACTION_COSTS } from '../../../src/params/tables/actionFees.ts';
import { EXT_COSTS } from '../../../src/params/tables/extCosts.ts';
import type { GasProfile } from '../../../src/types/outcome.ts';
import { type ContractModules, ModuleCache } from '../../../src/vm/moduleCache.ts';
import { type ContractVm, createContractVm, runContract } from '../../../src/vm/runContract.ts';
import { type FunctionCallFailure, formatFailureDebug } from '../../../src/vm/vmErrors.ts';
import type { PromiseResult, ReturnData, VmContext, VmOutcome } from '../../../src/vm/vmTypes.ts';
import { NodeFailure, OracleExternal, readStorage } from './oracleExternal.ts';

const NEWEST_VERSION = 88n;
const NEAR = 10n ** 24n;
const TGAS = 10n ** 12n;
/** The most that the meter of a contract can count; on a chain, a call has at most 1,000 Tgas. */
const METERED_GAS_MAX = 1_766n * TGAS;

/** The fields of a line; those that are absent or of another type have a default. */
class Question {
  readonly #fields: JsonObject;

  constructor(line: string) {
    this.#fields = parseExactJson(line) as JsonObject;
  }

  get(name: string): JsonValue {
    return this.#fields[name] ?? null;
  }

  text(name: string, fallback: string): string {
    const value = this.get(name);
    return typeof value === 'string' ? value : fallback;
  }

  /** A number, or its digits in a string. */
  number(name: string, fallback: bigint): bigint {
    const value = this.get(name);
    return ['string', 'number', 'bigint'].includes(typeof value)
      ? BigInt(value as string | number | bigint)
      : fallback;
  }

  u64(name: string, fallback: bigint): bigint {
    return BigInt.asUintN(64, this.number(name, fallback));
  }

  bytes(name: string): Uint8Array {
    return base64ToBytes(this.text(name, ''));
  }
}

/** `modules` is where contracts come from, if not from those of this thread. */
export function runLine(line: string, modules: ContractModules = ownModules): string {
  const question = new Question(line);
  const label = question.get('label');
  try {
    return formatJsonValue({ label, ...answer(question, modules) });
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error;
    return formatJsonValue({ label, failure_of_the_vm: error.message });
  }
}

function answer(question: Question, modules: ContractModules): JsonObject {
  const code = readCode(question);
  const usage = Number(question.u64('storage_usage', 1000n));
  const context = createContext(question, code, usage);
  const storage = readStorage(question.get('storage'));
  const external = new OracleExternal(context.currentAccountId, storage, usage);
  const vm = vmAt(Number(question.number('version', NEWEST_VERSION)), modules);
  const outcome = runContract(vm, {
    code: { hash: sha256(code), read: () => code },
    method: question.text('method', 'main'),
    context,
    external,
  });
  if (outcome.aborted !== null) requireOutcome(vm.protocol, outcome.aborted);
  return { ...outcomeToJson(outcome), actions: external.requests(), storage: listRows(storage) };
}

const ownModules = new ModuleCache();
const vmsOf = new Map<ContractModules, Map<Protocol, ContractVm>>();

/** The program's mock has ML-DSA keys in every version. */
function vmAt(version: number, modules: ContractModules): ContractVm {
  const protocol = protocolNear(version, 'release');
  const vms = vmsOf.get(modules) ?? new Map<Protocol, ContractVm>();
  vmsOf.set(modules, vms);
  const known = vms.get(protocol);
  if (known !== undefined) return known;
  const features = { ...protocol.features, postQuantumSignatures: true };
  const vm = createContractVm({ protocol: { ...protocol, features }, modules });
  vms.set(protocol, vm);
  return vm;
}

/** Before a fix, a module that cannot be loaded is an error of the VM. */
function requireOutcome({ vm }: Protocol, failure: FunctionCallFailure): void {
  if (failure.kind !== 'LoadingError' || vm.fixContractLoadingError) return;
  throw new NodeFailure(`LoadingError(${formatRustString(failure.msg)})`);
}

function readCode(question: Question): Uint8Array {
  const file = question.get('file');
  return typeof file === 'string' ? new Uint8Array(readFileSync(file)) : question.bytes('wasm');
}

function createContext(question: Question, code: Uint8Array, storageUsage: number): VmContext {
  const maxGasBurnt = 10n ** 15n;
  const results = question.get('promise_results');
  return {
    chainId: 'test',
    currentAccountId: question.text('current', 'alice.near'),
    signerAccountId: question.text('signer', 'bob.near'),
    signerPublicKey: hexToBytes(question.text('signer_pk', '00'.repeat(33))),
    predecessorAccountId: question.text('predecessor', 'bob.near'),
    refundToAccountId: question.text('refund_to', 'bob.near'),
    input: question.bytes('args'),
    promiseResults: Array.isArray(results) ? results.map(toPromiseResult) : [],
    blockHeight: question.u64('block_height', 10n),
    blockTimestamp: question.u64('block_timestamp', 42n),
    epochHeight: question.u64('epoch_height', 1n),
    accountBalance: question.number('balance', 100n * NEAR),
    accountLockedBalance: question.number('locked', 0n),
    storageUsage,
    accountContract: { kind: 'Local', value: sha256(code) },
    attachedDeposit: question.number('deposit', 0n),
    prepaidGas: minBigint(question.u64('gas', 300n * TGAS), METERED_GAS_MAX),
    randomSeed: () => hexToBytes(question.text('random_seed', '07'.repeat(32))),
    view: question.get('view') === true ? { maxGasBurnt } : null,
    outputDataReceivers: [],
  };
}

function toPromiseResult(result: JsonValue): PromiseResult {
  if (typeof result !== 'string') return { kind: 'failed' };
  return { kind: 'successful', data: base64ToBytes(result) };
}

function outcomeToJson(outcome: VmOutcome): JsonObject {
  const { aborted } = outcome;
  return {
    burnt_gas: String(outcome.burntGas),
    used_gas: String(outcome.usedGas),
    compute_usage: String(outcome.computeUsage),
    balance: String(outcome.balance),
    storage_usage: outcome.storageUsage,
    subsidized: String(outcome.subsidizedAmount),
    logs: [...outcome.logs],
    return: returnToJson(outcome.returnData),
    aborted: aborted === null ? null : formatFailureDebug(aborted),
    profile: profileToJson(outcome.profile),
  };
}

function returnToJson(data: ReturnData): JsonValue {
  if (data.kind === 'value') return { value: bytesToBase64(data.value) };
  return data.kind === 'none' ? null : { receipt: data.receiptIndex };
}

function profileToJson({ actions, ext, wasm }: GasProfile): JsonObject {
  const entries = [
    ...actions.map((gas, index) => [ACTION_COSTS[index] as string, gas] as const),
    ...ext.map((gas, index) => [EXT_COSTS[index] as string, gas] as const),
  ];
  const used = entries.filter(([, gas]) => gas > 0n).map(([name, gas]) => [name, String(gas)]);
  return { ...Object.fromEntries(used), wasm: String(wasm) };
}

function listRows(storage: ReadonlyMap<string, Uint8Array>): JsonValue {
  return [...storage.keys()].sort().map((key) => [key, bytesToHex(storage.get(key)!)]);
}
