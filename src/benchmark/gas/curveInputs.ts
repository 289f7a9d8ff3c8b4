// Points and signatures that host functions on elliptic curves take long for, as they are encoded:
// any points of the groups are as good. The hash and the secret keys of the signatures are
// `MESSAGE_HASH`.

import { base64ToBytes } from '../../base/bytes/bytes.ts';
import { sha256 } from '../../base/crypto/hash.ts';

export const MESSAGE_HASH = sha256(Uint8Array.of(7));

export const BLS_G1 = base64ToBytes(
  'CezjCPnR8BMXZSEt7KmWl7ES1h+b6aXx83gKUTNbP/mBdHoLLKIXm5bSwMkCTlIkAyuA06b1sJ+KhGIzicX4DKaa' +
    'DN2rwwl/nZwnMQ/UO+bnRSVsY0r0XKNHOwWQrjDR',
);
export const BLS_G2 = base64ToBytes(
  'CTgCdbvI5dzqfcTdfgVQ/yrEgJBTlu2lUGJlD40lHJbrSAZzk3zG2dakSqpWymbcEikVyCSghX4u5BSj3Msjrmka' +
    '5UMpeBMVoMdd8cBNbXpQoDD8hm8J1RYCDvgjJK+uCPI5ujKbOWf+SNcYo2z+X2Kn5C4L8cHtcUFQoWa/vWvPaztY' +
    'uXW57epW1T8joOhJCyHaeVWWnmEBDHoavBpvATaWHR47ILGnMmrHOP71xyFHnf2Ui1L98kVeRIE+z9iS',
);
export const BLS_G1_COMPRESSED = base64ToBytes(
  'iezjCPnR8BMXZSEt7KmWl7ES1h+b6aXx83gKUTNbP/mBdHoLLKIXm5bSwMkCTlIk',
);
export const BLS_G2_COMPRESSED = base64ToBytes(
  'iTgCdbvI5dzqfcTdfgVQ/yrEgJBTlu2lUGJlD40lHJbrSAZzk3zG2dakSqpWymbcEikVyCSghX4u5BSj3Msjrmka' +
    '5UMpeBMVoMdd8cBNbXpQoDD8hm8J1RYCDvgjJK+u',
);
export const BN_G1 = base64ToBytes(
  '8KsVGZZV0/J55rgVR9gVkxW9trG8MgL0P+prxZq/aQdhIv7ZPf/xzVdbnAu0Y54xdWQIjXzbT1UplEjgvpm3Kg==',
);
export const BN_G2 = base64ToBytes(
  '9cf7lAb63hIAXpqwjEd+jV5xkuEmKOVRkA6xTXhOBgaFbrb/Mk+CyaegeGhrFQS86+TPXc2RUXNCl7tXL3cUEJdV' +
    'bGZXbQNll+chRdcguWmgaCyNnA9LB+C5tYFWHY4FshF3FMrqKkVBVLVJrFOU3SMzjfPC/C+St0s18zUjHgI=',
);
/** With its recovery id in the first byte. */
export const SECP256K1_SIGNATURE = base64ToBytes(
  'AaQbWPDCAq0RCww2IYQrOpa1PESc61Z/uPUxOmyveG6ueftpJ8g7SMm0TEQiN/8Ab+MLt+NjF8MfO1dcv/wqhYI=',
);
export const P256_SIGNATURE = base64ToBytes(
  'kTEAqRxLwPRa1Mv8zFSaeY8slxH4ts7sp/QSn6pMmbxFdWujGnAiAGP/yRTwpJTk9Hd+zly+bLqbYaZXdu8Mtw==',
);
export const P256_KEY = base64ToBytes('Ak3AarthB72ks+aSAZ0W4w6Xat50f1g8YoOrbppyogFT');
