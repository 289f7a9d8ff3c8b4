// Changes bytes as fuzzers do: bits and bytes replaced, pieces removed, repeated, moved or taken
// from another input, and tokens of the target's language inserted.

import type { Random } from '../../vm/support/random.ts';

/** Longer inputs find nothing that shorter ones do not, and take longer. */
const INPUT_BYTES_MAX = 64 * 1024;
const EDGE_BYTES = [0, 1, 4, 0x20, 0x7f, 0x80, 0xc0, 0xfe, 0xff];

interface MutationParts {
  readonly random: Random;
  /** Inputs that pieces are taken from; never empty. */
  readonly corpus: readonly Uint8Array[];
  readonly dictionary: readonly Uint8Array[];
}

/** One to eight changes to a copy of the input. */
export function mutate(input: Uint8Array, parts: MutationParts): Uint8Array {
  let bytes = input;
  const changes = 1 + parts.random.below(8);
  for (let i = 0; i < changes; i++) bytes = changeOnce(bytes, parts);
  return bytes.slice(0, INPUT_BYTES_MAX);
}

function changeOnce(bytes: Uint8Array, { random, corpus, dictionary }: MutationParts): Uint8Array {
  const at = random.below(bytes.length + 1);
  const length = Math.min(1 + random.below(1 << random.below(9)), bytes.length - at);
  switch (random.below(8)) {
    case 0:
      return replace(bytes, at, 1, Uint8Array.of((bytes[at] ?? 0) ^ (1 << random.below(8))));
    case 1:
      return replace(bytes, at, 1, Uint8Array.of(random.below(256)));
    case 2:
      return replace(bytes, at, 1, Uint8Array.of(random.pick(EDGE_BYTES)));
    case 3:
      return replace(bytes, at, length, new Uint8Array(0));
    case 4:
      return replace(bytes, at, 0, bytes.subarray(at, at + length));
    case 5:
      return replace(bytes, at, length, takePiece(random.pick(corpus), random));
    case 6:
      return replace(bytes, random.below(bytes.length + 1), 0, bytes.subarray(at, at + length));
    default:
      return dictionary.length === 0
        ? replace(bytes, at, 1, Uint8Array.of(random.below(256)))
        : replace(bytes, at, random.chance(50) ? length : 0, random.pick(dictionary));
  }
}

function takePiece(bytes: Uint8Array, random: Random): Uint8Array {
  const start = random.below(bytes.length + 1);
  return bytes.subarray(start, start + 1 + random.below(256));
}

function replace(bytes: Uint8Array, at: number, length: number, piece: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + length)]);
}
