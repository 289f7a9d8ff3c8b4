// How much memory a value takes, roughly: the bytes and texts in it, and a little for each part.

const PART_BYTES = 16;

export function estimateBytes(value: unknown): number {
  let total = 0;
  const parts = [value];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    total += PART_BYTES;
    if (typeof part === 'string' || part instanceof Uint8Array) total += part.length;
    else if (typeof part === 'object' && part !== null) {
      for (const inner of Object.values(part)) if (inner !== undefined) parts.push(inner);
    }
  }
  return total;
}
