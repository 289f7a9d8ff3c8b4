// Values of a contract by the types in its ABI: results, whose type it states, and stored values,
// for which it does not say where a type is used.

import type { BorshType, ContractAbi } from '#abi';
import { isOption, shapeOf } from './borshSchema.ts';
import { decodeBorsh } from './borshValues.ts';
import { type DecodedValue, decodeValue } from './values.ts';

const TYPES_MAX = 100;

/** By the type if the bytes are a value of it, otherwise by what they look like. */
export function decodeTyped(bytes: Uint8Array, type: BorshType | null): DecodedValue {
  const text = type === null ? null : formatAs(bytes, type);
  return text === null ? decodeValue(bytes) : { kind: 'Borsh', text, length: bytes.length };
}

/** As JSON; null for bytes that are not a value of the type. */
export function formatAs(bytes: Uint8Array, type: BorshType): string | null {
  try {
    return JSON.stringify(decodeBorsh(type, bytes), null, 2);
  } catch {
    return null;
  }
}

/** Structs and enums in the arguments and results of the methods, which may be stored as well. */
export function listStoredTypes({ methods }: ContractAbi): BorshType[] {
  const found = new Map<string, BorshType>();
  for (const { borsh, borshResult } of methods.values()) {
    const types = [...(borsh ?? []).map(({ type }) => type), ...(borshResult ? [borshResult] : [])];
    for (const { definitions } of types) {
      for (const declaration of Object.keys(definitions)) {
        const type = { declaration, definitions };
        if (found.size < TYPES_MAX && isOwnType(type)) found.set(declaration, type);
      }
    }
  }
  return [...found.values()];
}

function isOwnType({ declaration, definitions }: BorshType): boolean {
  const shape = shapeOf(declaration, definitions);
  return shape?.kind === 'struct' || (shape?.kind === 'enum' && !isOption(shape.variants));
}

export interface StoredValue {
  readonly type: string;
  readonly text: string;
}

/**
 * The only type that the bytes can be a value of. Numbers fit too many bytes: a value without any
 * text in it is not recognized.
 */
export function guessStored(bytes: Uint8Array, types: readonly BorshType[]): StoredValue | null {
  const fitting = types.flatMap((type) => {
    const text = formatAs(bytes, type);
    return text === null ? [] : [{ type: type.declaration, text }];
  });
  const [only, ...others] = fitting;
  const isClear = only !== undefined && others.length === 0 && /: "[a-z]/i.test(only.text);
  return isClear ? only : null;
}
