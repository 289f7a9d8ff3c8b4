// EXPERIMENTAL_protocol_config.

import { named } from '../../codec/codec.ts';
import { describeProtocol, ProtocolConfigView } from '../config/protocolConfig.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors, errorKind, hidden } from '../messages/errors.ts';
import { BlockReference, requireBlock } from '../params/blockReference.ts';

const errors = defineErrors('RpcProtocolConfigError', {
  UNKNOWN_BLOCK: errorKind<{ what: string }>({
    when: 'There is no such block.',
    info: hidden(),
    text: ({ what }) => `Block Not Found: ${what}`,
  }),
});

export const protocolConfig = defineMethod({
  name: 'EXPERIMENTAL_protocol_config',
  summary: 'The parameters of the protocol at a block.',
  params: named('RpcProtocolConfigRequest', BlockReference),
  result: ProtocolConfigView,
  returns:
    "What genesis and the block's epoch say, and `runtime_config`: fees, costs and limits of " +
    'execution.',
  errors,
  blockOf: (reference) => reference,
  holds: untilNextBlock,
  handle: ({ chain, epochs, genesis }, reference) => {
    const { block } = requireBlock(chain, reference, 'BLOCK HEADER', errors.UNKNOWN_BLOCK);
    const { protocol, shardLayout } = epochs.epoch(block.header.lite.epochId);
    return describeProtocol(genesis, { protocol, shardLayout, rules: epochs.rules });
  },
});
