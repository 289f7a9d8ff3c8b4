// What blocks and chunks of most chains have in common (`repeated` of a column): the roots over
// nothing for one to four shards, and what an empty chunk's header has. Never change a byte: stored
// rows refer to them by their place. Anything new would need columns of its own.

import { hexToBytes } from '../../base/bytes/bytes.ts';

/** In the header of a block without outcomes and transactions. */
const ROOTS_OF_ZEROS = [
  '1223349a40d2ee10bd1bebb5889ef8018c8bc13359ed94b387810af96c6e4268',
  'a45bef5d5912366a0dbe1999d787e64abdc00e5dfd8a8f436b28f86e3bc3da61',
  '2eeb74a6177f588d80c0c752b99556902ddf9682d0b906f5aa2adbaf8466a4e9',
  '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
];
/** In the header of a block whose chunks sent nothing. */
const ROOTS_OF_NOTHING_SENT = [
  '06dd60469a796ae9a40302050ff143ed4b46b1b6a21afa99cebf4ffe7359ef6a',
  '02d1f631877f60309e63bb9df2b62c68667ff83f2a98452feae30d4134711e26',
  'faa7a92e91e193eb725544ff92b08f6762d87eff041e201a158eb3ef8b2bbbbd',
  '7a4fde36a426deaf5e1252f5718a06e1787f8d12cb7da5a18057fa9ffb66ce0d',
];
/** In the header of a chunk that sent nothing. */
const NOTHING_SENT = [
  '2f35a941487cdd310c963b423815819595b987c801bcd5c1bb5f4f8249bee830',
  'ce4e5398efb172b10c7e3eed2b385a4e7fc399068557d653dadb5b726bbb282a',
  'b0c0608b67fc71984735e28e29300ec7a09819a85e0a5b3965c7fec07be3e18a',
  'ee9b92e324e0341a965daf29b39555030e2c0e5591d7d3e2bd05ff785f946b05',
];
/** The root over the parts of an empty chunk, and its length. */
const EMPTY_CHUNK =
  '5b3f1252237e06ce03be952164edf4cb669690560b4b7e3b81858f03e52b72580800000000000000';
/** Gas used and its limit, what was burnt. */
const GAS = '00000000000000000080c6a47e8d0300000000000000000000000000000000';
/** The votes of one validator, and a block's work in a row of what epochs keep of it. */
const ONE_VALIDATOR = '000100000001000000010000000100000001';
const ZEROS = '00'.repeat(128);

export const REPEATED = hexToBytes(
  [
    ...ROOTS_OF_ZEROS,
    ...ROOTS_OF_NOTHING_SENT,
    ONE_VALIDATOR,
    ZEROS,
    EMPTY_CHUNK,
    GAS,
    ...NOTHING_SENT,
    ZEROS,
  ].join(''),
);
