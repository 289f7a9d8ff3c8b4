// network_info. The node has no peers. GET /network_info prints the same members in their declared
// order.

import { named, type TypeOf } from '../../codec/codec.ts';
import { option, string, u32, u64Number, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { publicKey } from '../../types/primitives.ts';
import type { RpcContext } from '../core/context.ts';
import { defineMethod } from '../core/method.ts';
import { defineErrors } from '../messages/errors.ts';
import { ignored } from '../params/params.ts';

const peerId = named('PeerId', publicKey);

function createView(order?: 'declared') {
  const peer = { id: peerId, addr: option(string), accountId: option(accountId) };
  const producer = { accountId, addr: option(string), peerId };
  return struct(
    'RpcNetworkInfoResponse',
    {
      activePeers: vec(struct('RpcPeerInfo', peer, order)),
      numActivePeers: u64Number,
      peerMaxCount: u32,
      sentBytesPerSec: u64Number,
      receivedBytesPerSec: u64Number,
      knownProducers: vec(struct('RpcKnownProducer', producer, order)),
    },
    order,
  );
}

const NetworkInfoView = createView();

/** The result of GET /network_info. */
export const PlainNetworkInfoView: typeof NetworkInfoView = createView('declared');

export const networkInfo = defineMethod({
  name: 'network_info',
  summary: "The node's peers: it has none.",
  params: named('RpcNetworkInfoRequest', ignored),
  result: NetworkInfoView,
  returns:
    '`active_peers`, `num_active_peers`, `peer_max_count`, `sent_bytes_per_sec`, ' +
    '`received_bytes_per_sec` and `known_producers`.',
  errors: defineErrors('RpcNetworkInfoError', {}, 'cause'),
  handle: describeNetwork,
});

export function describeNetwork({ node }: RpcContext): TypeOf<typeof NetworkInfoView> {
  return {
    activePeers: [],
    numActivePeers: 0,
    peerMaxCount: node.peersMax,
    sentBytesPerSec: 0,
    receivedBytesPerSec: 0,
    knownProducers: [],
  };
}
