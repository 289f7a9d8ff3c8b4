/**
 * The column of named rows. Unlike those of other columns they are overwritten. A store needs it to
 * find its own stamp (storeVersion.ts).
 */

import { defineColumn, RAW } from './column.ts';
import { metaKey } from './storeKeys.ts';

export const meta = defineColumn({
  name: 'meta',
  number: 0,
  key: { text: 'name', blockHash: 'none', encode: metaKey },
  value: RAW,
  about:
    'version of the store, fingerprint of the genesis, protocol rules, staged changes, head, ' +
    'final head, tail',
  cluster: null,
  pruning: 'n/a',
  isReverted: false,
  identity: null,
  required: 'none',
  ofBlock: null,
  isSameFollowed: false,
  isCommon: true,
});
