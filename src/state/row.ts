// One row of the state through the codec of its value.

import { type Codec, decode, encode } from '../codec/codec.ts';
import type { StateReader, StateUpdate } from './stateUpdate.ts';

export function readRow<T>(state: StateReader, key: Uint8Array, codec: Codec<T>): T | null {
  const bytes = state.get(key);
  return bytes === null ? null : decode(codec, bytes);
}

export function writeRow<T>(state: StateUpdate, key: Uint8Array, codec: Codec<T>, value: T): void {
  state.set(key, encode(codec, value));
}
