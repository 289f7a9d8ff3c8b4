// status. The response of GET /status has the same members in their declared order.

import { formatTime } from '../../base/time.ts';
import { described, named, type TypeOf } from '../../codec/codec.ts';
import { bool, option, string, u32, u64Number, vec } from '../../codec/primitives.ts';
import { omitNull, struct } from '../../codec/struct.ts';
import { newestVersion } from '../../params/protocol.ts';
import { accountId } from '../../types/accountId.ts';
import { dateTime, hash, height, publicKey } from '../../types/primitives.ts';
import { createVersion } from '../config/clientConfig.ts';
import type { RpcContext } from '../core/context.ts';
import { statusErrors } from '../core/health.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { findBlock } from '../params/blockReference.ts';
import { ignored } from '../params/params.ts';

const syncInfo = {
  latestBlockHash: hash,
  latestBlockHeight: height,
  latestStateRoot: described(hash, 'The state root before the latest block.'),
  latestBlockTime: dateTime,
  syncing: described(bool, 'Whether the node is catching up with its network.'),
  earliestBlockHash: described(option(hash), 'The oldest block that the node has.'),
  earliestBlockHeight: option(height),
  earliestBlockTime: option(dateTime),
  epochId: described(option(hash), 'The epoch of the latest block.'),
  epochStartHeight: option(height),
} as const;

function createView(order?: 'declared') {
  return struct(
    'RpcStatusResponse',
    {
      version: createVersion(order),
      chainId: string,
      protocolVersion: described(u32, 'The version at the latest block.'),
      latestProtocolVersion: described(u32, 'The newest version that the node supports.'),
      rpcAddr: described(omitNull(option(string)), 'Where JSON-RPC is served.'),
      validators: described(
        vec(struct('ValidatorInfo', { accountId })),
        'The block producers of the epoch.',
      ),
      syncInfo: struct('StatusSyncInfo', syncInfo, order),
      validatorAccountId: described(option(accountId), 'The validator that the node runs.'),
      validatorPublicKey: option(publicKey),
      nodePublicKey: publicKey,
      nodeKey: described(option(publicKey), 'Deprecated: the same as `validator_public_key`.'),
      uptimeSec: u64Number,
      genesisHash: hash,
    },
    order,
  );
}

const StatusView = createView();
type StatusView = TypeOf<typeof StatusView>;

/** The result of GET /status. */
export const PlainStatusView: typeof StatusView = createView('declared');

export const status = defineMethod({
  name: 'status',
  summary: 'Information about the node and the progress of its chain.',
  params: named('RpcStatusRequest', ignored),
  result: StatusView,
  returns:
    '`version`, `chain_id`, `genesis_hash`, the protocol versions, `rpc_addr`, the current ' +
    "`validators`, `sync_info` (the latest and the earliest block, the epoch), the node's keys " +
    'and `uptime_sec`.',
  errors: statusErrors,
  holds: untilNextBlock,
  varies: ({ node }) => `${node.uptimeSeconds()} ${node.isSyncing()}`,
  handle: describeStatus,
});

export function describeStatus(context: RpcContext): StatusView {
  const { chain, epochs, clientConfig, node } = context;
  const find = (kind: 'optimistic' | 'earliest_available') => {
    const reference =
      kind === 'optimistic'
        ? ({ kind: 'finality', value: kind } as const)
        : ({ kind: 'sync_checkpoint', value: kind } as const);
    const found = findBlock(chain, reference, 'BLOCK');
    if (typeof found === 'string') throw statusErrors.INTERNAL_ERROR(found);
    return { ...found.block.header.lite, hash: found.hash };
  };
  const latest = find('optimistic');
  const earliest = find('earliest_available');
  const epoch = epochs.epoch(latest.epochId);
  return {
    version: clientConfig.version,
    chainId: clientConfig.chainId,
    protocolVersion: epoch.info.protocolVersion,
    latestProtocolVersion: newestVersion(epochs.rules.dialect, epoch.info.protocolVersion),
    rpcAddr: clientConfig.rpcAddr,
    validators: epoch.blockProducers,
    syncInfo: {
      latestBlockHash: latest.hash,
      latestBlockHeight: latest.height,
      latestStateRoot: latest.prevStateRoot,
      latestBlockTime: formatTime(latest.timestamp),
      syncing: node.isSyncing(),
      earliestBlockHash: earliest.hash,
      earliestBlockHeight: earliest.height,
      earliestBlockTime: formatTime(earliest.timestamp),
      epochId: latest.epochId,
      epochStartHeight: epochs.epochStartHeight(latest.hash),
    },
    validatorAccountId: node.validator?.accountId ?? null,
    validatorPublicKey: node.validator?.publicKey ?? null,
    nodePublicKey: node.nodePublicKey,
    nodeKey: node.validator?.publicKey ?? null,
    uptimeSec: node.uptimeSeconds(),
    genesisHash: chain.genesis().hash,
  };
}
