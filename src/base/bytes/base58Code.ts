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

/** More than the digits of 64 bytes, and quotes around them. */
const scratch = Buffer.alloc(128);
/** Of the digits: even, and behind a quote. */
const START = 2;
const QUOTE = 0x22;
const scratchPairs = new Uint16Array(scratch.buffer, scratch.byteOffset, scratch.length / 2);

/** Writes the bytes from a place on; in quotes, as JSON has them, if wanted. */
export type Encode58 = (bytes: Uint8Array, start: number, isQuoted: boolean) => string;

/** The length is even, and at most 64. */
export function compileEncoder(length: number): Encode58 {
  const sums = listSums(length);
  // The last limb takes what is carried out of the others.
  const limbs = [...sums, []].map((terms, i, { length: count }) =>
    formatLimb(i === 0 ? terms : ['carry', ...terms], START / 2 + 2 * (count - 1 - i)),
  );
  const words = Array.from(
    { length: length / 2 },
    (_, i) => `const w${i}=bytes[start+${2 * i}]*256+bytes[start+${2 * i + 1}];`,
  );
  const end = START + 4 * limbs.length;
  const body = `${words.join('')}let sum,carry,limb,high;${limbs.join('')}
    let at=${START};while(at<${end}&&scratch[at]===${ZERO_CODE})at++;
    for(let i=start;i<start+${length}&&bytes[i]===0;i++)scratch[--at]=${ZERO_CODE};
    if(!isQuoted)return scratch.latin1Slice(at,${end});
    scratch[at-1]=scratch[${end}]=${QUOTE};
    return scratch.latin1Slice(at-1,${end + 1});`;
  const code = `'use strict';return (bytes,start,isQuoted)=>{${body}}`;
  const make = new Function('codes', 'pairs', 'scratch', code);
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
