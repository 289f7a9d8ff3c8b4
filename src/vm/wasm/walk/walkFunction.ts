// One walk over a function body that does everything at once: it validates, notes where gas is
// charged and how high the modelled stack gets, and collects what has to be rewritten. Its
// findings are in the state.
//
// Preparing a contract is mostly this loop, often in a process that has just started. So frequent
// operators are handled on local variables and without calls; the others work on the state.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { refuse } from '../format/refuse.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { TYPE_SIZES } from '../format/wasmTypes.ts';
import { FRAME_BLOCK } from './controlFrames.ts';
import { visitControl } from './controlOperators.ts';
import type { FunctionState } from './functionState.ts';
import { SHORT } from './functionState.ts';
import { readImmediates } from './immediates.ts';
import * as shapes from './instructionShapes.ts';
import { SITE_NAN } from './rewriteSites.ts';
import { visitUntyped } from './untypedOperators.ts';

// Own copies: variables of other modules are slow to read before the code is compiled.
const { SHAPES, GET_SHAPES, SET_SHAPES, TEE_SHAPES } = shapes;
const { PLAIN, LOCAL, SPECIAL, MEMORY_ARGUMENT, EFFECT, MAKES_NAN } = shapes;
const { LOCAL_GET, LOCAL_SET, I32_CONST } = op;
const SIZES = TYPE_SIZES;

export function walkFunction(state: FunctionState): void {
  const { frames, reader } = state;
  frames.push(FRAME_BLOCK, state.signature.result, 0, 0);
  while (frames.depth > 0) visitSpecial(state, walkToSpecial(state), reader.offset - 1);
  if (!reader.isAtEnd()) refuse('Deserialization');
  state.points.finish();
}

/** Visits operators up to the next special one, whose opcode it reads and returns. */
function walkToSpecial(state: FunctionState): number {
  const { reader, operands, model, points, shortLocals, shortOffsets } = state;
  const { bytes, end } = reader;
  const { types } = operands;
  const { totals } = model;
  const localTypes = state.locals.types;
  const floor = state.frames.operandHeight;
  const { isDead } = state.frames;
  let { offset } = reader;
  let { height } = operands;
  let modelHeight = model.height;
  let pureStart = 0;
  let pureCount = 0;
  for (;;) {
    if (offset >= end) refuse('Deserialization');
    const start = offset;
    const opcode = bytes[offset++]!;
    let shape = SHAPES[opcode]!;
    const form = shape & 7;
    if (form === LOCAL && bytes[offset]! < shortLocals) {
      const type = localTypes[bytes[offset++]!]!;
      if (opcode === LOCAL_GET) shape = GET_SHAPES[type]!;
      else shape = opcode === LOCAL_SET ? SET_SHAPES[type]! : TEE_SHAPES[type]!;
    } else if (
      form === MEMORY_ARGUMENT &&
      bytes[offset]! <= ((shape >> 22) & 3) &&
      bytes[offset + 1]! < shortOffsets
    ) {
      offset += 2;
    } else if (opcode === I32_CONST && bytes[offset]! < SHORT) {
      offset++;
    } else if (form >= SPECIAL) {
      if (pureCount > 0) points.pure(pureStart, isDead, pureCount);
      reader.offset = offset;
      operands.height = height;
      model.height = modelHeight;
      return opcode;
    } else if (form !== PLAIN) {
      reader.offset = offset;
      shape = readImmediates(state, opcode, start);
      offset = reader.offset;
    }
    for (let expected = (shape >> 6) & 0x1ff; expected !== 0; expected >>= 3) {
      if (height > floor && types[height - 1] === (expected & 7)) height--;
      else height = popOther(state, height, expected & 7);
    }
    const result = (shape >> 3) & 7;
    if (result !== 0) types[height++] = result;
    if (!isDead) {
      modelHeight -= (shape >> 17) & 3;
      const pushed = (shape >> 19) & 7;
      if (pushed !== 0) {
        const total = totals[modelHeight]! + SIZES[pushed]!;
        totals[++modelHeight] = total;
        if (total > model.bytesMax) model.bytesMax = total;
      }
    }
    const gas = (shape >> 15) & 3;
    if (gas === 0) {
      if (pureCount++ === 0) pureStart = start;
    } else {
      if (gas === EFFECT) points.pureThenEffect(pureStart, isDead, pureCount, start);
      else points.pureThenBulk(pureStart, isDead, pureCount, start);
      pureCount = 0;
    }
    if ((shape & MAKES_NAN) !== 0) noteNan(state, result, start, offset);
  }
}

function visitSpecial(state: FunctionState, opcode: number, start: number): void {
  if (opcode <= op.RETURN) visitControl(state, opcode, start);
  else if (opcode <= op.SELECT_TYPED) visitUntyped(state, opcode, start);
  else refuse('Deserialization');
}

/** Takes an operand that is not simply there: unreachable code has any, other code is invalid. */
function popOther(state: FunctionState, height: number, expected: TypeCode): number {
  state.operands.height = height;
  state.operands.pop(expected);
  return state.operands.height;
}

function noteNan(state: FunctionState, type: TypeCode, start: number, end: number): void {
  state.nanTypes |= 1 << type;
  state.sites.add(SITE_NAN, start, end, type);
}
