// Shapes of JSON values, for tables of fields: missing, additional and wrongly typed values are
// found and named by their path.

/** A word for a scalar, or a function that finds errors. */
export type Shape = 'string' | 'integer' | 'number' | 'boolean' | 'anything' | FaultFinder;
type FaultFinder = (value: unknown, path: string) => string[];

/** A key that ends with `?` may be absent. */
export type Fields = Readonly<Record<string, Shape>>;

export function findFaults(value: unknown, shape: Shape, path = '$'): string[] {
  if (typeof shape === 'function') return shape(value, path);
  if (shape === 'anything') return [];
  const isFitting = shape === 'integer' ? Number.isInteger(value) : typeof value === shape;
  return isFitting ? [] : [`${path} is no ${shape}: ${JSON.stringify(value)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Exactly these keys. */
export function object(fields: Fields): Shape {
  const known = Object.entries(fields).map(([key, shape]) => {
    return { key: key.replace(/\?$/, ''), isRequired: !key.endsWith('?'), shape };
  });
  return (value, path) => {
    if (!isObject(value)) return [`${path} is not an object: ${JSON.stringify(value)}`];
    const unknown = Object.keys(value)
      .filter((key) => !known.some((field) => field.key === key))
      .map((key) => `${path}.${key} is not expected`);
    const faults = known.flatMap(({ key, isRequired, shape }) => {
      if (Object.hasOwn(value, key)) return findFaults(value[key], shape, `${path}.${key}`);
      return isRequired ? [`${path}.${key} is missing`] : [];
    });
    return [...unknown, ...faults];
  };
}

export function list(shape: Shape): Shape {
  return (value, path) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => findFaults(item, shape, `${path}[${index}]`))
      : [`${path} is not a list: ${JSON.stringify(value)}`];
}

/** A list of exactly these shapes. */
export function tuple(...shapes: readonly Shape[]): Shape {
  return (value, path) => {
    if (!Array.isArray(value) || value.length !== shapes.length) {
      return [`${path} is not a list of ${shapes.length}: ${JSON.stringify(value)}`];
    }
    return shapes.flatMap((shape, index) => findFaults(value[index], shape, `${path}[${index}]`));
  };
}

/** An object whose keys are data. */
export function mapOf(shape: Shape): Shape {
  return (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => findFaults(item, shape, `${path}.${key}`))
      : [`${path} is not an object: ${JSON.stringify(value)}`];
}

export function nullable(shape: Shape): Shape {
  return (value, path) => (value === null ? [] : findFaults(value, shape, path));
}

export function words(...allowed: readonly string[]): FaultFinder {
  return (value, path) =>
    allowed.includes(value as string) ? [] : [`${path} is ${JSON.stringify(value)}`];
}

/** A bare word, or an object with exactly one of the keys. */
export function variants(bare: readonly string[], keyed: Fields): Shape {
  return (value, path) => {
    if (typeof value === 'string') return words(...bare)(value, path);
    const [key, ...others] = isObject(value) ? Object.keys(value) : [];
    const shape = key === undefined ? undefined : keyed[key];
    if (key === undefined || shape === undefined || others.length > 0) {
      return [`${path} is not a variant: ${JSON.stringify(value)}`];
    }
    return findFaults((value as Record<string, unknown>)[key], shape, `${path}.${key}`);
  };
}
