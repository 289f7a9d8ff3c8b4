// EXPERIMENTAL_split_storage_info.

import { option, string } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { height } from '../../types/primitives.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors } from '../messages/errors.ts';

export const splitStorageInfo = defineMethod({
  name: 'EXPERIMENTAL_split_storage_info',
  summary: 'Where old data is stored: the node has a single store for all data.',
  params: struct('RpcSplitStorageInfoRequest', {}),
  result: struct('RpcSplitStorageInfoResponse', {
    headHeight: option(height),
    finalHeadHeight: option(height),
    coldHeadHeight: option(height),
    hotDbKind: option(string),
  }),
  returns: '`head_height`, `final_head_height`, `cold_head_height` (null) and `hot_db_kind`.',
  errors: defineErrors('RpcSplitStorageInfoError', {}),
  holds: untilNextBlock,
  handle: ({ chain }) => ({
    headHeight: chain.head().height,
    finalHeadHeight: chain.finalHead().height,
    coldHeadHeight: null,
    hotDbKind: 'RPC',
  }),
});
