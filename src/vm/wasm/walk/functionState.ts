// What is known of a function while its body is walked, and what the walk has found.
// One object serves all functions of a module, so that its buffers are made once.

import type { ByteReader } from '../format/byteReader.ts';
import type { Signature } from '../format/wasmTypes.ts';
import type { WasmModule } from '../module/wasmModule.ts';
import { hasNarrowGlobals } from '../module/wideGlobals.ts';
import { ControlFrames } from './controlFrames.ts';
import { GasPoints } from './gasPoints.ts';
import { LocalGroups } from './localGroups.ts';
import { OperandStack } from './operandStack.ts';
import { RewriteSites } from './rewriteSites.ts';
import { StackModel } from './stackModel.ts';

/** Numbers below take one byte. */
export const SHORT = 0x80;

export class FunctionState {
  readonly module: WasmModule;
  /** Stands at the operator that is being visited, and ends with the body. */
  readonly reader: ByteReader;
  readonly locals = new LocalGroups();
  readonly frames = new ControlFrames();
  readonly operands = new OperandStack(this.frames);
  readonly model = new StackModel();
  readonly points = new GasPoints();
  readonly sites = new RewriteSites();
  signature: Signature = { params: new Uint8Array(0), result: 0 };
  /** Where the operators start, after the declarations of locals. */
  start = 0;
  /** Blocks, loops and ifs. */
  blockCount = 0;
  /** Types of the float results that may have to be canonicalised, a bit for each type code. */
  nanTypes = 0;

  /** Are all locals but the parameters to become globals? */
  isSpilled = false;
  /** Indexes of locals and offsets of memory below these take one byte and are valid. */
  shortLocals = 0;
  readonly shortOffsets: number;
  readonly hasNarrowGlobals: boolean;
  /** Does the table consist of numbers? */
  readonly hasNumberTable: boolean;

  constructor(module: WasmModule, reader: ByteReader, hasNumberTable: boolean) {
    this.module = module;
    this.reader = reader;
    this.hasNumberTable = hasNumberTable;
    this.shortOffsets = module.hasMemory ? SHORT : 0;
    this.hasNarrowGlobals = hasNarrowGlobals(module);
  }

  /** The reader is at the first operator, and the locals have been read. */
  begin(signature: Signature, isSpilled: boolean): void {
    this.isSpilled = isSpilled;
    const bodyLength = this.reader.end - this.reader.offset;
    this.signature = signature;
    this.start = this.reader.offset;
    this.blockCount = 0;
    this.nanTypes = 0;
    this.shortLocals = this.isSpilled ? 0 : Math.min(this.locals.count, SHORT);
    this.frames.begin();
    this.operands.begin(bodyLength);
    this.model.begin(bodyLength);
    this.points.begin(bodyLength);
    this.sites.begin();
  }
}
