// A contract with an embedded description, as near-sdk and cargo-near embed it: a near-abi document
// of version 0.4.0, compressed with Zstandard. Its methods return their input.

import { base64ToBytes } from '../../src/base/bytes/bytes.ts';
import { encodeSmallModule, I64, i32Const } from '../vm/support/smallModule.ts';

/** Compressed with `zstd -19` from 1,369 bytes. */
export const EMBEDDED_ABI = base64ToBytes(
  'KLUv/WRZBC0TALahZibwdKsDRAzBSMvKqyNDL0RIv9DVFvAkoQsICmJi2FcTlGxxWByWq1gAYQBZAJWH4kycyj0n' +
    'NFPZEVyeiuOuterba0dYvQgt6QzzA0nd07GSPNII1sDZPCq1pBj3aLeVUtdigbPXvt018/aWPF/Szpcf35ZnpzwD' +
    'D+Xtk0JbWyRi2ZSzLwk3YhIYGda2VnLl6uyahiJvfxOCnP15fSdrZt+JOpYd5lgH5+2OvrNPCq+b1kQhNRlyomFE' +
    'IlDQbHSEZJBYOOqCVCDNSsSHNFHJIIh4mHhwsJCmjY/L2ynLVCQta86uWx5LkZ1Tm7p0smOrbono9nWjZbueXZjr' +
    'wjxGa2YmrNfeYwROk2UpD6VdWlLAcie03n5ZVjpl+k5oW8LLrusPIgGCE079IIC3T10DorM/GN1pUec4U/nsk9qP' +
    'ahPXdXY9d/aDcJyLBIaKClZnjxEvBIAKKJM7cX1QptJnAkGtupf6pbSeYa6zH1wsA9cbb68cXb9Ng1C2UknDNXrc' +
    '9ReBikY7WKvJHSmVnkVjZCHmHSXecNVwgo/GUSAgRmCMgtgDqPKgLGswmldFRBkma1JlaLFy8PmaI48H9khXohjC' +
    'hOt0KGquXQd2RHjC5qmP7QpAwz8slAje2FeiI1XkARb8LNAgpNTXh7GxWDkghmHtC9r659QKizeWKm2AcaKiXdAK' +
    '8Nk1iDr3iHAQOLB3AIjWIKzmogNYDyQqdvd/MlvUa0Wl0AbLcbXArliP4A5+T4ccZG0cTQnHAvIyYTHwfBKUYo68' +
    'ccLC8L3MCCFc66wWRgGovYIEq4PQlGejvSi5AAVOETOK',
);

const INPUT = 0;
const READ_REGISTER = 1;
const REGISTER_LEN = 2;
const VALUE_RETURN = 3;

const call = (index: number): number[] => [0x10, index];
const i64 = (value: number): number[] => [0x42, ...i32Const(value).slice(1)];
const storeByte = (at: number, byte: number): number[] => {
  return [...i32Const(at), ...i32Const(byte), 0x3a, 0, 0];
};

export const abiContract: Uint8Array = encodeSmallModule({
  imports: [
    { name: 'input', params: [I64] },
    { name: 'read_register', params: [I64, I64] },
    { name: 'register_len', params: [I64], results: [I64] },
    { name: 'value_return', params: [I64, I64] },
  ],
  functions: [
    {
      body: [
        ...[...EMBEDDED_ABI].flatMap((byte, at) => storeByte(at, byte)),
        ...[...i64(EMBEDDED_ABI.length), ...i64(0), ...call(VALUE_RETURN)],
      ],
    },
    {
      body: [
        ...[...i64(0), ...call(INPUT)],
        ...[...i64(0), ...i64(0), ...call(READ_REGISTER)],
        ...[...i64(0), ...call(REGISTER_LEN), ...i64(0), ...call(VALUE_RETURN)],
      ],
    },
  ],
  exports: { __contract_abi: 4, greet: 5, set_greeting: 5, read_raw: 5 },
  hasMemory: true,
});
