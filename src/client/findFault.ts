// Whether JSON is of a declared type. Nodes of other versions are understood: objects may have more
// keys, and null for what may be absent.

import { NAMED } from './generated/shapes.ts';
import type { Shape } from './shape.ts';

/** What is wrong, and where: the names and indices that lead there. */
interface Fault {
  readonly path: readonly (string | number)[];
  readonly what: string;
}

type Members = Readonly<Record<string, unknown>>;

const U64_MAX = 2n ** 64n - 1n;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Deeper than any value; types that contain themselves have no bound of their own. */
const DEPTH_MAX = 128;

/** Null for a value of the shape, otherwise a clause such as `header.height is missing`. */
export function findFault(shape: Shape, json: unknown): string | null {
  const fault = check(shape, json, 0);
  return fault === null ? null : `${formatPath(fault.path)} ${fault.what}`;
}

function formatPath(path: Fault['path']): string {
  if (path.length === 0) return 'the result';
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

function check(shape: Shape, json: unknown, depth: number): Fault | null {
  if (depth > DEPTH_MAX) return found('is nested too deeply');
  const { $ref, allOf, anyOf } = shape;
  if ($ref !== undefined) return check(NAMED[$ref] ?? {}, json, depth);
  return (
    firstFault(allOf ?? [], (part) => check(part, json, depth)) ??
    (anyOf === undefined ? null : checkUnion(anyOf, json, depth)) ??
    checkType(shape, json) ??
    checkContents(shape, json, depth)
  );
}

function found(what: string): Fault {
  return { path: [], what };
}

function firstFault<T>(
  items: readonly T[],
  find: (item: T, index: number) => Fault | null,
): Fault | null {
  for (const [index, item] of items.entries()) {
    const fault = find(item, index);
    if (fault !== null) return fault;
  }
  return null;
}

/** The fault of the alternative that fits best. */
function checkUnion(union: readonly Shape[], json: unknown, depth: number): Fault | null {
  let deepest: Fault | null = null;
  for (const alternative of union) {
    const fault = check(alternative, json, depth) ?? findForeignKey(alternative, union, json);
    if (fault === null) return null;
    if (deepest === null || fault.path.length > deepest.path.length) deepest = fault;
  }
  return deepest;
}

/** A key that only other alternatives have is not that of a newer node. */
function findForeignKey(own: Shape, union: readonly Shape[], json: unknown): Fault | null {
  if (!isObject(json)) return null;
  const keys = keysOf(own);
  const foreign = Object.keys(json).find(
    (key) => !keys.has(key) && union.some((other) => keysOf(other).has(key)),
  );
  return foreign === undefined ? null : found(`may not have ${foreign}`);
}

const knownKeys = new WeakMap<Shape, ReadonlySet<string>>();

/** Of an object, in all of its alternatives. */
function keysOf(shape: Shape): ReadonlySet<string> {
  const known = knownKeys.get(shape);
  if (known !== undefined) return known;
  const { $ref, allOf = [], anyOf = [], properties = {} } = shape;
  const parts = [...allOf, ...anyOf, ...($ref === undefined ? [] : [NAMED[$ref] ?? {}])];
  const keys = new Set([...Object.keys(properties), ...parts.flatMap((part) => [...keysOf(part)])]);
  knownKeys.set(shape, keys);
  return keys;
}

function checkType(shape: Shape, json: unknown): Fault | null {
  const { type, enum: words } = shape;
  if (words !== undefined && !words.includes(json)) return found(`is none of ${words.join(', ')}`);
  if (type === undefined) return null;
  const types = typeof type === 'string' ? [type] : type;
  if (!types.some((one) => isOfType(one, json))) return found(`is not ${describe(types)}`);
  return typeof json === 'string' ? checkText(shape, json) : checkNumber(shape, json);
}

function describe(types: readonly string[]): string {
  return types.map((one) => (/^[aeio]/.test(one) ? `an ${one}` : `a ${one}`)).join(' or ');
}

function isOfType(type: string, json: unknown): boolean {
  switch (type) {
    case 'null':
      return json === null;
    case 'array':
      return Array.isArray(json);
    case 'object':
      return isObject(json);
    case 'integer':
      return typeof json === 'bigint' || Number.isInteger(json);
    case 'number':
      return typeof json === 'number' || typeof json === 'bigint';
    default:
      return typeof json === type;
  }
}

function isObject(json: unknown): json is Members {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function checkText(shape: Shape, text: string): Fault | null {
  const { pattern, contentEncoding, minLength = 0, maxLength = text.length } = shape;
  if (text.length < minLength || text.length > maxLength) return found('has the wrong length');
  if (pattern !== undefined && !new RegExp(pattern).test(text)) return found('has the wrong form');
  if (contentEncoding === 'base64' && !BASE64.test(text)) return found('is not base64');
  return null;
}

function checkNumber({ format, minimum, maximum }: Shape, json: unknown): Fault | null {
  if (typeof json !== 'number' && typeof json !== 'bigint') return null;
  const largest = maximum ?? (format === 'uint64' ? U64_MAX : undefined);
  const isWithin = json >= (minimum ?? json) && json <= (largest ?? json);
  return isWithin ? null : found('is out of range');
}

function checkContents(shape: Shape, json: unknown, depth: number): Fault | null {
  if (Array.isArray(json)) return checkItems(shape, json, depth);
  return isObject(json) ? checkMembers(shape, json, depth) : null;
}

function checkItems(shape: Shape, json: readonly unknown[], depth: number): Fault | null {
  const { items, prefixItems, minItems = 0, maxItems = json.length } = shape;
  if (json.length < minItems || json.length > maxItems) return found('has the wrong length');
  return firstFault(json, (item, index) => {
    const shapeOfItem = prefixItems?.[index] ?? items;
    return shapeOfItem === undefined ? null : under(index, check(shapeOfItem, item, depth + 1));
  });
}

function checkMembers(shape: Shape, json: Members, depth: number): Fault | null {
  const { properties = {}, required = [], values } = shape;
  const missing = required.find((key) => !Object.hasOwn(json, key));
  if (missing !== undefined) return under(missing, found('is missing'));
  const fault = firstFault(Object.entries(properties), ([key, one]) => {
    const isAbsent = !Object.hasOwn(json, key) || (json[key] === null && !required.includes(key));
    return isAbsent ? null : under(key, check(one, json[key], depth + 1));
  });
  if (fault !== null || values === undefined) return fault;
  return firstFault(Object.entries(json), ([key, one]) =>
    Object.hasOwn(properties, key) ? null : under(key, check(values, one, depth + 1)),
  );
}

function under(step: string | number, fault: Fault | null): Fault | null {
  return fault === null ? null : { path: [step, ...fault.path], what: fault.what };
}
