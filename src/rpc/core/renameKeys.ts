// Aliases for the keys of params.

import { isJsonObject } from '../../codec/codec.ts';
import type { Method } from './method.ts';

/** Renames aliases to the method's own keys, unless those are present already. */
export function renameKeys({ synonyms }: Method, params: unknown): unknown {
  if (synonyms === undefined || !isJsonObject(params)) return params;
  const renamed = Object.entries(params).map(([key, value]) => {
    const known = Object.hasOwn(synonyms, key) ? synonyms[key] : undefined;
    return [known !== undefined && !Object.hasOwn(params, known) ? known : key, value];
  });
  return Object.fromEntries(renamed);
}
