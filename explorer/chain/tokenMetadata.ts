// The symbol and the decimals of fungible tokens (NEP-148), read once per contract. They are texts
// of strangers: a long symbol is cut, and decimals have a limit.

import { bytesToUtf8 } from '../format/bytes.ts';
import { Observable } from './observable.ts';
import { viewContract } from './viewContract.ts';

const TOKENS_MAX = 500;
const SYMBOL_LENGTH_MAX = 16;
const DECIMALS_MAX = 38;

export interface TokenMetadata {
  readonly symbol: string;
  readonly decimals: number;
}

/** By contract; null for one that has no metadata. Grows as metadata arrives. */
export const tokenMetadata = new Observable<ReadonlyMap<string, TokenMetadata | null>>(new Map());

const asked = new Set<string>();

/** Requests what is not known yet; the observable changes when it arrives. */
export function wantTokenMetadata(contract: string): void {
  if (asked.has(contract) || asked.size >= TOKENS_MAX) return;
  asked.add(contract);
  const keep = (found: TokenMetadata | null) => {
    tokenMetadata.value = new Map(tokenMetadata.value).set(contract, found);
  };
  viewContract(contract, 'ft_metadata', '{}').then(
    ({ bytes }) => keep(parseMetadata(bytesToUtf8(bytes) ?? '')),
    () => keep(null),
  );
}

function parseMetadata(text: string): TokenMetadata | null {
  try {
    const { symbol, decimals } = JSON.parse(text);
    if (typeof symbol !== 'string' || !(decimals >= 0 && decimals <= DECIMALS_MAX)) return null;
    return { symbol: symbol.slice(0, SYMBOL_LENGTH_MAX), decimals: Math.floor(decimals) };
  } catch {
    return null;
  }
}
