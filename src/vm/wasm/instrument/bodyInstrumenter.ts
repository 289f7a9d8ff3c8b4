// Takes the function bodies of a module as they are read: analyses each, checks the limits of
// instrumentation, and writes it again with its meters. The reference instruments after it has
// validated everything, so a limit that is exceeded here is remembered, and reported only if the
// rest of the module is valid.

import type { PrepareErrorName } from '../../vmErrors.ts';
import type { ByteReader } from '../format/byteReader.ts';
import { ByteWriter } from '../format/byteWriter.ts';
import type { PrepareConfig, PrepareLimits } from '../module/prepareConfig.ts';
import type { BodyVisitor } from '../module/readModule.ts';
import type { WasmModule } from '../module/wasmModule.ts';
import { FunctionState } from '../walk/functionState.ts';
import { ReferenceLength } from '../walk/referenceLength.ts';
import { walkFunction } from '../walk/walkFunction.ts';
import type { ChargeList } from './chargeList.ts';
import { FunctionWriter } from './functionWriter.ts';
import type { LayoutOptions, MeterLayout } from './meterLayout.ts';
import { createMeterLayout } from './meterLayout.ts';
import type { OffsetRecorder } from './offsetRecorder.ts';
import { isCrowded, SpilledLocals } from './spilledLocals.ts';

/** The reference's compiler counts two injected locals, and functions after three imports. */
const REFERENCE_LOCALS_MAX = 50_000;
const REFERENCE_EXTRA_LOCALS = 2;
const REFERENCE_EXTRA_IMPORTS = 3;

/** How many times longer bodies get, roughly; getting more only costs a copy. */
const GROWTH = 4;

/**
 * A recorder follows where the parts of functions go, for stack traces; a list of charges is filled
 * for those who count them.
 */
export type InstrumenterOptions = LayoutOptions & {
  readonly recorder: OffsetRecorder | null;
  readonly charges: ChargeList | null;
};

export class BodyInstrumenter implements BodyVisitor {
  readonly layout: MeterLayout;
  readonly spilled: SpilledLocals;
  readonly #limits: PrepareLimits;
  readonly #state: FunctionState;
  readonly #length: ReferenceLength;
  readonly #out: ByteWriter;
  readonly #writer: FunctionWriter;
  readonly #recorder: OffsetRecorder | null;
  #localBudget: number;
  #paramTotal = 0;
  #blockTotal = 0;
  /** The first limit of instrumentation that was exceeded. */
  limitError: PrepareErrorName | null = null;
  /** The message of the reference's compiler about the first function that it refuses. */
  compileError: string | null = null;

  constructor(
    reader: ByteReader,
    module: WasmModule,
    config: PrepareConfig,
    { recorder, charges, ...options }: InstrumenterOptions,
  ) {
    this.#limits = config.limits;
    this.#localBudget = localsMax(module.code.length, config.limits);
    this.#state = new FunctionState(module, reader, options.hasNumberTable);
    this.#length = new ReferenceLength(module, config.wasmCosts);
    this.#out = new ByteWriter(module.code.length + (reader.end - reader.offset) * GROWTH);
    this.#out.all(module.code);
    this.layout = createMeterLayout(module, config, options);
    this.spilled = new SpilledLocals(this.layout);
    this.#recorder = recorder;
    this.#writer = new FunctionWriter({
      out: this.#out,
      layout: this.layout,
      state: this.#state,
      spilled: this.spilled,
      recorder,
      charges,
    });
  }

  visit(functionIndex: number): void {
    const state = this.#state;
    const { module, reader, locals } = state;
    const signature = module.types[module.functionTypes[functionIndex]!]!;
    this.#localBudget = locals.read(reader, signature, this.#localBudget);
    state.begin(signature, false);
    walkFunction(state);
    this.limitError ??= this.#checkLimits();
    if (this.limitError !== null) return;
    if (locals.count + REFERENCE_EXTRA_LOCALS > REFERENCE_LOCALS_MAX) {
      const index = functionIndex + REFERENCE_EXTRA_IMPORTS;
      this.compileError ??= `failed to compile: wasm[0]::function[${index}]`;
    }
    this.#length.addFunction(state);
    // The contract will be refused for its length, so there is no need to write it.
    if (this.#length.bodies > this.#limits.maxInstrumentedCodeSize) return;
    if (isCrowded(state)) {
      this.#writeCrowded(functionIndex);
      return;
    }
    this.#writer.write(functionIndex);
    this.#recorder?.end(functionIndex + this.layout.shift, functionIndex);
  }

  /** Walks the function again to find all uses of its locals, and puts a wrapper in its place. */
  #writeCrowded(functionIndex: number): void {
    const typeIndex = this.#state.module.functionTypes[functionIndex]!;
    const out = this.#out;
    const state = this.#state;
    state.reader.offset = state.start;
    state.begin(state.signature, true);
    walkFunction(state);
    this.spilled.assign(state);
    const start = out.length;
    this.#writer.write(functionIndex);
    const inner = out.bytes.slice(start, out.length);
    out.length = start;
    this.#recorder?.end(this.layout.innerBase + this.spilled.innerBodies.length, functionIndex);
    this.spilled.writeWrappers(out, state, typeIndex, inner);
  }

  /** In the reference's order. */
  #checkLimits(): PrepareErrorName | null {
    const { signature, model, blockCount } = this.#state;
    const limits = this.#limits;
    this.#paramTotal += signature.params.length;
    this.#blockTotal += blockCount;
    if (signature.params.length > limits.maxParamsPerFunction) return 'TooManyParamsPerFunction';
    if (this.#paramTotal > limits.maxParamsPerContract) return 'TooManyParamsPerContract';
    if (model.bytesMax > limits.maxOperandStackBytesPerFunction) return 'OperandStackTooLarge';
    if (blockCount > limits.maxBlocksPerFunction) return 'TooManyBlocksPerFunction';
    if (this.#blockTotal > limits.maxBlocksPerContract) return 'TooManyBlocksPerContract';
    return null;
  }

  bodies(): Uint8Array {
    return this.#out.written().subarray(this.#state.module.code.length);
  }

  /** Of the bodies that the reference would write. */
  referenceLength(): number {
    return this.#length.bodies;
  }
}

/** From a version on, a contract may have locals only in proportion to its length. */
function localsMax(codeLength: number, limits: PrepareLimits): number {
  const { maxLocalsPerContract, minContractSizePerLocal } = limits;
  if (minContractSizePerLocal === null) return maxLocalsPerContract;
  return Math.min(maxLocalsPerContract, Math.floor(codeLength / minContractSizePerLocal));
}
