// The length of the module that the reference would make of a contract. Only its limit matters:
// InstrumentedCodeTooLarge.

import { utf8ToBytes } from '../../../base/bytes/bytes.ts';
import type { WasmCosts } from '../../../params/tables/limits.ts';
import { positiveLength, u32Length } from '../format/byteWriter.ts';
import * as section from '../format/sectionIds.ts';
import { NONE } from '../format/wasmTypes.ts';
import type { ConstantExpression, ElementSegment, WasmModule } from '../module/wasmModule.ts';
import { EXPORT_MEMORY, NULL_FUNCTION } from '../module/wasmModule.ts';
import type { FunctionState } from './functionState.ts';
import { type GasPoints, LINEAR_COST } from './gasPoints.ts';
import { SITE_CALL, SITE_REF_FUNC, SITE_RETURN } from './rewriteSites.ts';

/** Functions that the reference imports before the contract's own. */
const INJECTED_IMPORTS = [
  'finite_wasm_gas_exhausted',
  'finite_wasm_stack_exhausted',
  'finite_wasm_gas',
];
const INJECTED_MODULE_LENGTH = 'internal'.length;
const SHIFT = INJECTED_IMPORTS.length;
const INJECTED_TYPES_LENGTH = 3 + 4;
const INJECTED_GLOBALS_LENGTH = 5 + 7;
const INJECTED_LOCALS_LENGTH = 4;
const MEMORY_SECTION_LENGTH = 6;
const FRAME_BYTES_PER_OPERATION = 8;

/** Adds up the bodies, function by function. */
export class ReferenceLength {
  readonly #regularOpCost: number;
  readonly #linearCostsLength: number;
  /** Lengths of the indexes of the two injected globals. */
  readonly #gasIndex: number;
  readonly #stackIndex: number;
  /** Lengths of charges, by cost. */
  readonly #charges: number[] = [];
  bodies = 0;

  constructor(module: WasmModule, costs: WasmCosts) {
    this.#regularOpCost = Number(costs.regularOpCost);
    this.#linearCostsLength =
      positiveLength(Number(costs.linearOpBaseCost)) +
      positiveLength(Number(costs.linearOpUnitCost));
    this.#gasIndex = u32Length(module.globals.length);
    this.#stackIndex = u32Length(module.globals.length + 1);
  }

  addFunction(state: FunctionState): void {
    const { locals, model, points, reader } = state;
    const stackCharge = positiveLength(locals.frameBytes + model.bytesMax);
    const entry = 19 + 2 * this.#stackIndex + stackCharge;
    const release = 17 + 2 * this.#stackIndex + stackCharge;
    const frameCost = Math.ceil(locals.frameBytes / FRAME_BYTES_PER_OPERATION);
    let length = u32Length(locals.groupCount + 2) + INJECTED_LOCALS_LENGTH;
    for (let index = 0; index < locals.groupCount; index++) {
      length += u32Length(locals.groupSizes[index]!) + 1;
    }
    length += entry + this.#charge(frameCost) + release + 1;
    length += reader.end - state.start + this.#rewritten(state, release);
    length += this.#charged(points, this.#linearCharge(locals.count));
    this.bodies += u32Length(length) + length;
  }

  #charged({ costs, count }: GasPoints, linear: number): number {
    let length = 0;
    for (let index = 0; index < count; index++) {
      const cost = costs[index]!;
      if (cost !== 0) length += cost === LINEAR_COST ? linear : this.#charge(cost);
    }
    return length;
  }

  #charge(cost: number): number {
    return (this.#charges[cost] ??=
      3 * (1 + this.#gasIndex) + 3 * (1 + positiveLength(cost * this.#regularOpCost)) + 9);
  }

  #linearCharge(localCount: number): number {
    const scratch64 = u32Length(localCount);
    const scratch32 = u32Length(localCount + 1);
    const indexes = 2 * (1 + scratch32) + 3 * (1 + scratch64) + 3 * (1 + this.#gasIndex);
    return indexes + 2 + this.#linearCostsLength + 34;
  }

  /** What operators gain in length by being rewritten. */
  #rewritten(state: FunctionState, release: number): number {
    const { sites } = state;
    let length = 0;
    for (let index = 0; index < sites.count; index++) {
      const kind = sites.kinds[index];
      if (kind === SITE_RETURN) length += release;
      if (kind !== SITE_CALL && kind !== SITE_REF_FUNC) continue;
      const original = sites.ends[index]! - sites.offsets[index]!;
      length += 1 + u32Length(sites.args[index]! + SHIFT) - original;
    }
    return length;
  }
}

/** The whole length, given that of the function bodies. */
export function referenceModuleLength(module: WasmModule, bodiesLength: number): number {
  const lengths = module.sectionLengths;
  const bodyCount = module.functionTypes.length - module.imports.length;
  const hasImports = bodyCount > 0 || lengths[section.SECTION_IMPORT] !== 0;
  const hasGlobals = bodyCount > 0 || lengths[section.SECTION_GLOBAL] !== 0;
  const code = bodyCount === 0 ? 0 : u32Length(bodyCount) + bodiesLength;
  return [
    typesLength(module, hasImports),
    hasImports ? importsLength(module) : 0,
    functionsLength(module),
    lengths[section.SECTION_TABLE]!,
    MEMORY_SECTION_LENGTH,
    hasGlobals ? globalsLength(module) : 0,
    exportsLength(module, hasGlobals),
    elementsLength(module),
    lengths[section.SECTION_DATA_COUNT]!,
    code,
    lengths[section.SECTION_DATA]!,
  ].reduce((sum, length) => sum + sectionLength(length), section.MODULE_HEADER.length);
}

/** Empty sections are left out. */
function sectionLength(content: number): number {
  return content === 0 ? 0 : 1 + u32Length(content) + content;
}

function sumOf<T>(items: Iterable<T>, lengthOf: (item: T) => number): number {
  let sum = 0;
  for (const item of items) sum += lengthOf(item);
  return sum;
}

function nameLength(length: number): number {
  return u32Length(length) + length;
}

function typesLength(module: WasmModule, hasInjected: boolean): number {
  const count = module.types.length + (hasInjected ? 2 : 0);
  if (count === 0) return 0;
  const own = sumOf(
    module.types,
    ({ params, result }) =>
      2 + u32Length(params.length) + params.length + (result === NONE ? 0 : 1),
  );
  return u32Length(count) + own + (hasInjected ? INJECTED_TYPES_LENGTH : 0);
}

function importsLength(module: WasmModule): number {
  const typeIndex = [module.types.length, module.types.length, module.types.length + 1];
  const injected = INJECTED_IMPORTS.map(
    (name, index) =>
      nameLength(INJECTED_MODULE_LENGTH) +
      nameLength(name.length) +
      1 +
      u32Length(typeIndex[index]!),
  );
  const own = sumOf(
    module.imports,
    (entry) =>
      nameLength('env'.length) +
      nameLength(utf8ToBytes(entry.name).length) +
      1 +
      u32Length(entry.typeIndex),
  );
  return u32Length(module.imports.length + SHIFT) + sumOf(injected, (length) => length) + own;
}

function functionsLength(module: WasmModule): number {
  const types = module.functionTypes.slice(module.imports.length);
  return types.length === 0 ? 0 : u32Length(types.length) + sumOf(types, u32Length);
}

function globalsLength(module: WasmModule): number {
  const own = sumOf(module.globals, ({ init }) => 2 + expressionLength(module, init));
  return u32Length(module.globals.length + 2) + own + INJECTED_GLOBALS_LENGTH;
}

function exportsLength(module: WasmModule, hasGlobals: boolean): number {
  const own = module.exports.filter(({ kind }) => kind !== EXPORT_MEMORY);
  const injected: [string, number][] = [['memory', 0]];
  if (hasGlobals) injected.push(['remaining_gas', module.globals.length]);
  if (module.start !== null) injected.push(['start', module.start + SHIFT]);
  return (
    u32Length(own.length + injected.length) +
    sumOf(own, ({ name, kind, index }) => {
      const target = kind === 0 ? index + SHIFT : index;
      return nameLength(name.length + 1) + 1 + u32Length(target);
    }) +
    sumOf(injected, ([name, index]) => nameLength(name.length) + 1 + u32Length(index))
  );
}

function elementsLength(module: WasmModule): number {
  const { elements } = module;
  if (elements.length === 0) return 0;
  return u32Length(elements.length) + sumOf(elements, (segment) => elementLength(module, segment));
}

function elementLength(module: WasmModule, segment: ElementSegment): number {
  const { mode, tableOffset, hasIndex, isExpressions, functions } = segment;
  const isPlain = mode === 'active' && !hasIndex;
  const head = 1 + (hasIndex ? 1 : 0) + (isPlain ? 0 : 1);
  const offset = tableOffset === null ? 0 : expressionLength(module, tableOffset);
  const entries = sumOf(functions, (index) => {
    if (!isExpressions) return u32Length(index + SHIFT);
    return index === NULL_FUNCTION ? 3 : expressionLength(module, { kind: 'function', index });
  });
  return head + offset + u32Length(functions.length) + entries;
}

/** The expression with its `end`, in the shortest encoding. */
function expressionLength(module: WasmModule, expression: ConstantExpression): number {
  if (expression.kind === 'function') return 2 + u32Length(expression.index + SHIFT);
  const { start } = expression;
  let { end } = expression;
  const isInteger = module.code[start] === 0x41 || module.code[start] === 0x42;
  // A last byte that only repeats the sign bit of the one before can go.
  while (isInteger && end - start > 2) {
    const sign = (module.code[end - 2]! & 0x40) === 0 ? 0x00 : 0x7f;
    if (module.code[end - 1] !== sign) break;
    end--;
  }
  return end - start + 1;
}
