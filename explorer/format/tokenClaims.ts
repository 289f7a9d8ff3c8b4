// Results of token contracts, read with distrust: amounts that fit into 128 bits, and short ids.

const ID_LENGTH_MAX = 64;
/** The digits of 2^128. */
const AMOUNT = /^\d{1,39}$/;

/** A decimal text, or a number without loss; null for anything else. */
export function parseAmount(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? `${value}` : value;
  return typeof text === 'string' && AMOUNT.test(text) ? text : null;
}

/** The ids in a list of tokens, at most `idsMax`. */
export function parseTokenIds(value: unknown, idsMax: number): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, idsMax).flatMap((token: unknown) => {
    const id = typeof token === 'object' && token !== null && 'token_id' in token && token.token_id;
    return typeof id === 'string' ? [id.slice(0, ID_LENGTH_MAX)] : [];
  });
}
