/**
 * Code that writes values of one length in base58, unrolled: the words of 16 bits are multiplied
 * with the powers that they stand for, and the sums are carried and cut into pairs of digits. At
 * most 32 products of 2^16 and 58^4 are added, so plain numbers are exact.
 */

export const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const PAIR_58 = 58 ** 2;
export const LIMB_58 = 58 ** 4;
const ZERO_CODE = ALPHABET.charCodeAt(0);

/** The codes of two characters, as they are in memory, for each value below 58^2. */
const PAIR_CODES = new Uint16Array(
  Uint8Array.from({ length: 2 * PAIR_58 }, (_, i) =>
    ALPHABET.charCodeAt(i % 2 === 0 ? Math.floor(i / 116) : ((i - 1) / 2) % 58),
  ).buffer,
);

/** More than the digits of 64 bytes. */
const scratch = Buffer.alloc(128);
const scratchPairs = new Uint16Array(scratch.buffer, scratch.byteOffset, scratch.length / 2);

/** The length is even, and at most 64. */
export function compileEncoder(length: number): (bytes: Uint8Array) => string {
  const sums = listSums(length);
  // The last limb takes what is carried out of the others.
  const limbs = [...sums, []].map((terms, i, { length: count }) =>
    formatLimb(i === 0 ? terms : ['carry', ...terms], 2 * (count - 1 - i)),
  );
  const words = Array.from(
    { length: length / 2 },
    (_, i) => `const w${i}=bytes[${2 * i}]*256+bytes[${2 * i + 1}];`,
  );
  const end = 4 * limbs.length;
  const body = `${words.join('')}let sum,carry,limb,high;${limbs.join('')}
    let at=0;while(at<${end}&&scratch[at]===${ZERO_CODE})at++;
    for(let i=0;i<${length}&&bytes[i]===0;i++)at--;
    return scratch.latin1Slice(at,${end});`;
  const make = new Function('codes', 'pairs', 'scratch', `'use strict';return (bytes)=>{${body}}`);
  return make(PAIR_CODES, scratchPairs, scratch);
}

/** For each limb, the least significant first, what the words add to it. */
function listSums(length: number): string[][] {
  const sums: string[][] = [];
  for (let word = 0; word < length / 2; word++) {
    let power = 1n << BigInt(8 * length - 16 * (word + 1));
    for (let limb = 0; power > 0n; limb++, power /= BigInt(LIMB_58)) {
      sums[limb] ??= [];
      sums[limb]?.push(`w${word}*${power % BigInt(LIMB_58)}`);
    }
  }
  return sums;
}

/** Multiplying by the reciprocal instead of dividing may miss the quotient by one. */
function formatLimb(terms: readonly string[], at: number): string {
  return `sum=${terms.join('+')};
    carry=Math.floor(sum*${1 / LIMB_58});limb=sum-carry*${LIMB_58};
    if(limb<0){limb+=${LIMB_58};carry-=1}else if(limb>=${LIMB_58}){limb-=${LIMB_58};carry+=1}
    high=(limb+0.5)*${1 / PAIR_58}|0;
    pairs[${at}]=codes[high];pairs[${at + 1}]=codes[limb-high*${PAIR_58}];`;
}
