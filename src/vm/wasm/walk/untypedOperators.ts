// Operators whose types are those of their operands or of a function: drop, select and calls.

import { CALL, CALL_INDIRECT, DROP, SELECT, SELECT_TYPED } from '../../../base/wasm/wasmOpcodes.ts';
import { refuse } from '../format/refuse.ts';
import type { Signature } from '../format/wasmTypes.ts';
import { ANY, FUNCREF, I32, NONE } from '../format/wasmTypes.ts';
import { readTypeInBody } from './controlOperators.ts';
import type { FunctionState } from './functionState.ts';
import { SITE_CALL, SITE_CALL_INDIRECT } from './rewriteSites.ts';

export function visitUntyped(state: FunctionState, opcode: number, start: number): void {
  const { isDead } = state.frames;
  switch (opcode) {
    case CALL:
      applyCall(state, readCallee(state, start));
      state.points.effect(start, isDead);
      return;
    case CALL_INDIRECT:
      applyCall(state, readIndirectCallee(state, start));
      state.points.effect(start, isDead);
      return;
    case DROP:
      state.operands.popAny();
      if (!isDead) state.model.height--;
      state.points.pure(start, isDead);
      return;
    case SELECT:
    case SELECT_TYPED:
      if (opcode === SELECT) visitSelect(state);
      else visitTypedSelect(state);
      if (!isDead) state.model.height -= 2;
      state.points.pure(start, isDead);
      return;
    default:
      refuse('Deserialization');
  }
}

function readCallee(state: FunctionState, start: number): Signature {
  const { module, reader } = state;
  const index = reader.u32();
  const typeIndex = module.functionTypes[index];
  if (typeIndex === undefined) refuse('Deserialization');
  state.sites.add(SITE_CALL, start, reader.offset, index);
  return module.types[typeIndex]!;
}

function readIndirectCallee(state: FunctionState, start: number): Signature {
  const { module, reader } = state;
  const typeIndex = reader.u32();
  const signature = module.types[typeIndex];
  const table = reader.u32();
  if (signature === undefined || table !== 0 || module.table === null) refuse('Deserialization');
  state.operands.pop(I32);
  state.sites.add(SITE_CALL_INDIRECT, start, reader.offset, typeIndex);
  return signature;
}

/** The reference's model forgets the table index of an indirect call. */
function applyCall(state: FunctionState, { params, result }: Signature): void {
  const { operands, model } = state;
  for (let param = params.length - 1; param >= 0; param--) operands.pop(params[param]!);
  if (result !== NONE) operands.push(result);
  if (state.frames.isDead) return;
  model.height -= params.length;
  if (result !== NONE) model.push(result);
}

function visitTypedSelect(state: FunctionState): void {
  const { operands, reader } = state;
  if (reader.u32() !== 1) refuse('Deserialization');
  const type = readTypeInBody(state);
  operands.pop(I32);
  operands.pop(type);
  operands.pop(type);
  operands.push(type);
}

function visitSelect(state: FunctionState): void {
  const { operands } = state;
  operands.pop(I32);
  const second = operands.popAny();
  const first = operands.popAny();
  if (first === FUNCREF || second === FUNCREF) refuse('Deserialization');
  if (first !== second && first !== ANY && second !== ANY) refuse('Deserialization');
  operands.push(first === ANY ? second : first);
}
