// Blocks and branches: validation, gas points and the modelled stack. A block type is empty or one
// value type; type indexes need multi-value and are refused.

import {
  BLOCK,
  BR,
  BR_IF,
  BR_TABLE,
  ELSE,
  END,
  IF,
  LOOP,
  RETURN,
  UNREACHABLE,
} from '../../../base/wasm/wasmOpcodes.ts';
import { readValueType } from '../format/readValueType.ts';
import { refuse } from '../format/refuse.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { FUNCREF, I32, NONE, TYPE_BYTES, WRITTEN_TYPES } from '../format/wasmTypes.ts';
import { FRAME_BLOCK, FRAME_ELSE, FRAME_IF, FRAME_LOOP } from './controlFrames.ts';
import type { FunctionState } from './functionState.ts';
import {
  BR_TABLE_PART,
  SITE_BR_TABLE,
  SITE_BYTE,
  SITE_DEAD_BR_TABLE,
  SITE_RETURN,
} from './rewriteSites.ts';

const BR_TABLE_TARGETS_MAX = 131_072;

export function visitControl(state: FunctionState, opcode: number, offset: number): void {
  switch (opcode) {
    case UNREACHABLE:
      state.points.unreachable(offset, state.frames.isDead);
      state.operands.abandon();
      return;
    case BLOCK:
      state.points.free(offset, state.frames.isDead);
      openFrame(state, FRAME_BLOCK);
      return;
    case LOOP:
      visitLoop(state, offset);
      return;
    case IF:
      visitIf(state, offset);
      return;
    case ELSE:
      visitElse(state, offset);
      return;
    case END:
      visitEnd(state, offset);
      return;
    case BR:
    case BR_IF:
    case BR_TABLE:
    case RETURN:
      visitBranch(state, opcode, offset);
      return;
    default:
      refuse('Deserialization');
  }
}

function openFrame(state: FunctionState, kind: number): void {
  const { operands, model, frames } = state;
  state.blockCount++;
  frames.push(kind, readBlockType(state), operands.height, model.height);
}

function readBlockType(state: FunctionState): TypeCode {
  const { reader } = state;
  if (reader.bytes[reader.offset] === TYPE_BYTES[NONE]) {
    reader.skip(1);
    return NONE;
  }
  return readTypeInBody(state);
}

/** A value type among operators, which is copied unless it is a reference, in either form. */
export function readTypeInBody(state: FunctionState): TypeCode {
  const { reader } = state;
  const start = reader.offset;
  const type = readValueType(reader);
  if (type === FUNCREF) state.sites.add(SITE_BYTE, start, reader.offset, WRITTEN_TYPES[type]!);
  return type;
}

function visitLoop(state: FunctionState, offset: number): void {
  const point = state.points.loop(offset, state.frames.isDead);
  openFrame(state, FRAME_LOOP);
  state.frames.setLoopPoint(point);
}

function visitIf(state: FunctionState, offset: number): void {
  state.points.effect(offset, state.frames.isDead);
  state.operands.pop(I32);
  if (!state.frames.isDead) state.model.height--;
  openFrame(state, FRAME_IF);
}

function visitElse(state: FunctionState, offset: number): void {
  const { frames, operands, model } = state;
  if (frames.kind() !== FRAME_IF) refuse('Deserialization');
  const result = closeFrame(state);
  frames.push(FRAME_ELSE, result, operands.height, model.height);
  state.points.effect(offset, frames.isDead, 0);
}

function visitEnd(state: FunctionState, offset: number): void {
  const { frames, operands, model } = state;
  if (frames.isTaken()) state.points.effect(offset, frames.isDead, 0);
  else state.points.free(offset, frames.isDead);
  if (frames.kind() === FRAME_IF && frames.result() !== NONE) refuse('Deserialization');
  const result = closeFrame(state);
  if (result === NONE || frames.depth === 0) return;
  operands.push(result);
  if (!frames.isDead) model.push(result);
}

/** Leaves the frame with neither its operands nor its result on the stacks. */
function closeFrame(state: FunctionState): TypeCode {
  const { frames, operands, model } = state;
  const result = frames.result();
  if (result !== NONE) operands.pop(result);
  if (operands.height !== frames.operandHeight) refuse('Deserialization');
  const modelHeight = frames.modelHeight();
  frames.pop();
  if (!frames.isDead) model.height = modelHeight;
  return result;
}

function visitBranch(state: FunctionState, opcode: number, offset: number): void {
  const { reader, frames, operands, points } = state;
  points.effect(offset, frames.isDead);
  if (opcode === BR_IF) {
    operands.pop(I32);
    if (!frames.isDead) state.model.height--;
    const type = takeBranch(state, reader.u32());
    if (type === NONE) return;
    operands.pop(type);
    operands.push(type);
    return;
  }
  if (opcode === BR_TABLE) {
    visitBrTable(state, offset);
  } else {
    const label = opcode === RETURN ? frames.depth - 1 : reader.u32();
    const type = takeBranch(state, label);
    if (type !== NONE) operands.pop(type);
    if (opcode === RETURN) state.sites.add(SITE_RETURN, offset, reader.offset, label);
  }
  operands.abandon();
}

function takeBranch(state: FunctionState, label: number): TypeCode {
  const { frames } = state;
  if (label >= frames.depth) refuse('Deserialization');
  const loopPoint = frames.take(label);
  if (loopPoint >= 0) state.points.takeLoop(loopPoint);
  return frames.labelType(label);
}

function visitBrTable(state: FunctionState, offset: number): void {
  const { reader, operands, frames, sites } = state;
  operands.pop(I32);
  const targets = reader.u32();
  if (targets > BR_TABLE_TARGETS_MAX) refuse('Deserialization');
  let first: TypeCode = NONE;
  for (let index = 0; index <= targets; index++) {
    const type = takeBranch(state, reader.u32());
    if (index === 0) first = type;
    if ((type === NONE) !== (first === NONE)) refuse('Deserialization');
    if (type === NONE) continue;
    // What is popped goes back: an unknown operand stays unknown for the next target.
    const actual = operands.popAny();
    operands.push(actual);
    operands.pop(type);
    operands.push(actual);
  }
  if (targets <= BR_TABLE_PART) return;
  const kind = frames.isDead ? SITE_DEAD_BR_TABLE : SITE_BR_TABLE;
  sites.add(kind, offset, reader.offset, first);
}
