// Writes a function body again with its meters, and with the operators that cannot stay as they
// are. Everything else is copied.

import {
  BLOCK,
  BR,
  CALL,
  END,
  GLOBAL_GET,
  GLOBAL_SET,
  I32_ADD,
  LOCAL_GET,
  LOCAL_SET,
  UNREACHABLE,
} from '../../../base/wasm/wasmOpcodes.ts';
import { ByteReader } from '../format/byteReader.ts';
import type { ByteWriter } from '../format/byteWriter.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { F32, F64, I32, WRITTEN_TYPES } from '../format/wasmTypes.ts';
import { writeI32, writeOperator } from '../format/writeOperator.ts';
import { writeSized } from '../format/writeSized.ts';
import type { FunctionState } from '../walk/functionState.ts';
import { LINEAR_COST } from '../walk/gasPoints.ts';
import {
  SITE_BR_TABLE,
  SITE_CALL,
  SITE_CALL_INDIRECT,
  SITE_DEAD_BR_TABLE,
  SITE_GLOBAL,
  SITE_LOCAL,
  SITE_MEMORY_FILL,
  SITE_MEMORY_GROW,
  SITE_NAN,
  SITE_REF_FUNC,
  SITE_REFERENCE,
  SITE_RETURN,
} from '../walk/rewriteSites.ts';
import { writeSplitBrTable } from './brTable.ts';
import type { ChargeList } from './chargeList.ts';
import { MeterCode } from './meterCode.ts';
import type { MeterLayout } from './meterLayout.ts';
import { ENTER_FUNCTION, LEAVE_FUNCTION, placeFunction } from './meterLayout.ts';
import { isNanHiddenBy, writeCanonicalNan } from './nanCanonical.ts';
import { type PlacedGlobal, writeGet, writeSet } from './narrowGlobals.ts';
import { tableFunction, writeReferenceUse } from './numberTable.ts';
import type { OffsetRecorder } from './offsetRecorder.ts';
import { dropMarkers, writeMarkers } from './references.ts';
import type { SpilledLocals } from './spilledLocals.ts';

/** V8 takes no more parameters and locals in a function, and the reference neither. */
const LOCALS_MAX = 50_000;
const FRAME_BYTES_PER_OPERATION = 8;
const NO_LOCAL = -1;

type WriterParts = {
  /** Its buffer starts with the whole module, so that parts of bodies are copied inside it. */
  readonly out: ByteWriter;
  readonly layout: MeterLayout;
  readonly state: FunctionState;
  readonly spilled: SpilledLocals;
  /** Null unless somebody asks where the parts of a function have gone. */
  readonly recorder: OffsetRecorder | null;
  /** Null unless somebody asks what the charges pay for. */
  readonly charges: ChargeList | null;
};

export class FunctionWriter {
  readonly #out: ByteWriter;
  readonly #layout: MeterLayout;
  readonly #state: FunctionState;
  readonly #spilled: SpilledLocals;
  readonly #recorder: OffsetRecorder | null;
  readonly #charges: ChargeList | null;
  /** By the index of the scratch local. */
  readonly #meterCodes: MeterCode[] = [];
  #meter: MeterCode;
  #f32Local = NO_LOCAL;
  #f64Local = NO_LOCAL;

  constructor({ out, layout, state, spilled, recorder, charges }: WriterParts) {
    this.#out = out;
    this.#layout = layout;
    this.#state = state;
    this.#spilled = spilled;
    this.#recorder = recorder;
    this.#charges = charges;
    this.#meter = new MeterCode(layout, 0);
  }

  /** Appends the function that the state was just filled with. */
  write(functionIndex: number): void {
    this.#recorder?.begin(this.#out.length);
    writeSized(this.#out, () => this.#writeBody(functionIndex));
  }

  #writeBody(functionIndex: number): void {
    const out = this.#out;
    const { model, locals, signature, start, reader } = this.#state;
    const kept = this.#state.isSpilled ? signature.params.length : locals.count;
    this.#meter = this.#meterCodes[kept] ??= new MeterCode(this.#layout, kept);
    this.#writeLocals(kept);
    const stackBytes = locals.frameBytes + model.bytesMax;
    const frameCost = Math.ceil(locals.frameBytes / FRAME_BYTES_PER_OPERATION);
    const firstCost = this.#firstCost();
    this.#recorder?.add(out.length, start);
    out.u8(BLOCK);
    out.u8(WRITTEN_TYPES[signature.result]!);
    if (this.#layout.hasHooks) this.#writeHook(ENTER_FUNCTION, functionIndex);
    this.#meter.writeEntry(out, stackBytes, frameCost, firstCost);
    const charges = this.#charges;
    if (charges !== null) {
      this.#writeCount(charges.begin(functionIndex, start, frameCost + firstCost));
    }
    this.#writeOperators(firstCost > 0 ? 1 : 0);
    this.#recorder?.add(out.length, reader.end - 1);
    charges?.end(reader.end - 1);
    this.#meter.writeExit(out, stackBytes);
    if (this.#layout.hasHooks) this.#writeHook(LEAVE_FUNCTION);
    writeMarkers(out, this.#layout.references.markersOf(signature));
    out.u8(END);
  }

  /** The scratch locals come last: one for gas, and one for each type of float to canonicalise. */
  #writeLocals(kept: number): void {
    const out = this.#out;
    const { locals, nanTypes } = this.#state;
    const groupCount = this.#state.isSpilled ? 0 : locals.groupCount;
    const needsF32 = (nanTypes & (1 << F32)) !== 0;
    const needsF64 = (nanTypes & (1 << F64)) !== 0;
    // Without room for them, canonicalising takes a call.
    const hasRoom = kept + 3 <= LOCALS_MAX;
    const next = kept + 1;
    this.#f32Local = needsF32 && hasRoom ? next : NO_LOCAL;
    this.#f64Local = needsF64 && hasRoom ? next + (needsF32 ? 1 : 0) : NO_LOCAL;
    const extra = 1 + (this.#f32Local > 0 ? 1 : 0) + (this.#f64Local > 0 ? 1 : 0);
    out.u32(groupCount + extra);
    for (let index = 0; index < groupCount; index++) {
      writeGroup(out, locals.groupSizes[index]!, locals.groupTypes[index]!);
    }
    writeGroup(out, 1, I32);
    if (this.#f32Local !== NO_LOCAL) writeGroup(out, 1, F32);
    if (this.#f64Local !== NO_LOCAL) writeGroup(out, 1, F64);
  }

  /** The charge at the first operator, or 0. It is taken together with that for the frame. */
  #firstCost(): number {
    const { points, start } = this.#state;
    if (points.count === 0 || points.offsets[0] !== start) return 0;
    return points.costs[0] === LINEAR_COST ? 0 : points.costs[0]!;
  }

  /** Copies the operators, with charges and rewritten places in between. */
  #writeOperators(firstPoint: number): void {
    const out = this.#out;
    const meter = this.#meter;
    const recorder = this.#recorder;
    const charges = this.#charges;
    const { points, sites, start } = this.#state;
    const { end } = this.#state.reader;
    let copied = start;
    let pointIndex = firstPoint;
    let siteIndex = 0;
    let siteOffset = sites.count > 0 ? sites.offsets[0]! : end;
    for (;;) {
      const pointOffset = pointIndex < points.count ? points.offsets[pointIndex]! : end;
      // At one offset, the charge comes first.
      while (siteOffset < pointOffset) {
        if (siteOffset > copied) this.#copy(copied, siteOffset);
        recorder?.add(out.length, siteOffset);
        copied = sites.ends[siteIndex]!;
        this.#writeSite(siteIndex++);
        siteOffset = siteIndex < sites.count ? sites.offsets[siteIndex]! : end;
      }
      if (pointOffset > copied) this.#copy(copied, pointOffset);
      if (pointIndex === points.count) return;
      recorder?.add(out.length, pointOffset);
      const cost = points.costs[pointIndex++]!;
      if (cost !== 0) out.all(cost === LINEAR_COST ? meter.chargeLinear : meter.charge(cost));
      if (charges !== null) this.#countCharge(charges, pointOffset, cost);
      copied = pointOffset;
    }
  }

  /** Calls a hook with the gas that is left, and with the function if that begins. */
  #writeHook(hook: number, functionIndex: number | null = null): void {
    if (functionIndex !== null) writeI32(this.#out, functionIndex);
    writeOperator(this.#out, GLOBAL_GET, this.#layout.gasGlobal);
    writeOperator(this.#out, CALL, hook);
  }

  #countCharge(charges: ChargeList, offset: number, cost: number): void {
    if (cost === 0) charges.end(offset);
    else this.#writeCount(charges.add(offset, cost));
  }

  /** Nothing is written while the charges are only listed. */
  #writeCount(charge: number): void {
    const { counterBase, counterCount } = this.#layout;
    if (charge >= counterCount) return;
    writeOperator(this.#out, GLOBAL_GET, counterBase + charge);
    writeI32(this.#out, 1);
    this.#out.u8(I32_ADD);
    writeOperator(this.#out, GLOBAL_SET, counterBase + charge);
  }

  #copy(start: number, end: number): void {
    this.#recorder?.copy(this.#out.length, start);
    this.#out.copy(start, end);
  }

  #writeSite(index: number): void {
    const out = this.#out;
    const { sites, reader, module } = this.#state;
    const { calleeGlobal, functions, references, table } = this.#layout;
    const arg = sites.args[index]!;
    const offset = sites.offsets[index]!;
    const end = sites.ends[index]!;
    switch (sites.kinds[index]) {
      case SITE_CALL:
        writeOperator(out, CALL, placeFunction(this.#layout, arg));
        this.#afterCall(module.functionTypes[arg]!);
        return;
      case SITE_CALL_INDIRECT:
        if (table !== null) writeOperator(out, CALL, tableFunction(table, 'get'));
        writeOperator(out, GLOBAL_SET, calleeGlobal);
        writeOperator(out, GLOBAL_GET, calleeGlobal);
        out.copy(offset, end);
        this.#afterCall(arg);
        return;
      case SITE_REF_FUNC:
        writeI32(out, references.numberOf(arg));
        return;
      case SITE_REFERENCE:
        writeReferenceUse(out, new ByteReader(reader.bytes, offset, end), this.#layout);
        return;
      case SITE_RETURN:
        // The label of the function is that of the wrapping block now.
        writeOperator(this.#out, BR, arg);
        return;
      case SITE_NAN:
        out.copy(offset, end);
        this.#canonicalise(arg, end);
        return;
      case SITE_MEMORY_FILL:
        writeOperator(out, CALL, functions.fillMemory);
        return;
      case SITE_MEMORY_GROW:
        writeOperator(this.#out, CALL, functions.growMemory);
        return;
      case SITE_BR_TABLE:
        writeSplitBrTable(out, new ByteReader(reader.bytes, offset, end), arg, this.#layout);
        return;
      case SITE_DEAD_BR_TABLE:
        out.u8(UNREACHABLE);
        return;
      case SITE_LOCAL:
        this.#writeSpilledUse(reader.bytes[offset]!, this.#spilled.globalOf(arg));
        return;
      case SITE_GLOBAL:
        this.#writeGlobalUse(reader.bytes[offset]!, arg);
        return;
      default:
        out.u8(arg);
    }
  }

  #afterCall(typeIndex: number): void {
    const { module } = this.#state;
    dropMarkers(this.#out, this.#layout.references.markersOf(module.types[typeIndex]!));
    this.#out.all(this.#meter.reloadGas);
  }

  #writeSpilledUse(opcode: number, global: PlacedGlobal): void {
    if (opcode !== LOCAL_GET) writeSet(this.#out, global, this.#layout);
    if (opcode !== LOCAL_SET) writeGet(this.#out, global);
  }

  #writeGlobalUse(opcode: number, index: number): void {
    const { type } = this.#state.module.globals[index]!;
    const global = { type, lower: index, upper: this.#layout.upperHalves! + index };
    if (opcode === GLOBAL_GET) writeGet(this.#out, global);
    else writeSet(this.#out, global, this.#layout);
  }

  #canonicalise(type: TypeCode, next: number): void {
    if (isNanHiddenBy(this.#state.reader.bytes, next)) return;
    const { canonicalF32, canonicalF64 } = this.#layout.functions;
    const scratch = type === F32 ? this.#f32Local : this.#f64Local;
    if (scratch !== NO_LOCAL) writeCanonicalNan(this.#out, type, scratch);
    else writeOperator(this.#out, CALL, type === F32 ? canonicalF32 : canonicalF64);
  }
}

function writeGroup(out: ByteWriter, size: number, type: TypeCode): void {
  out.u32(size);
  out.u8(WRITTEN_TYPES[type]!);
}
