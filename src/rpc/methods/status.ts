// status. The response of GET /status has the same members in their declared order.

import { formatTime } from '../../chain/production/time.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { bool, option, string, u32, u64Number, vec } from '../../codec/primitives.ts';
import { omitNull, struct } from '../../codec/struct.ts';
import { newestVersion } from '../../params/protocol.ts';
import { accountId } from '../../types/accountId.ts';
import { hash, height, publicKey } from '../../types/primitives.ts';
import type { RpcContext } from '../core/context.ts';
import { statusErrors } from '../core/health.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { findBlock } from '../params/blockReference.ts';
import { ignored } from '../params/params.ts';

const version = { version: string, build: string, commit: string, rustcVersion: string } as const;

const syncInfo = {
  latestBlockHash: hash,
  latestBlockHeight: height,
  latestStateRoot: hash,
  latestBlockTime: string,
  syncing: bool,
  earliestBlockHash: option(hash),
  earliestBlockHeight: option(height),
  earliestBlockTime: option(string),
  epochId: option(hash),
  epochStartHeight: option(height),
} as const;

function createView(order: 'sorted' | 'declared') {
  return struct(
    {
      version: struct(version, order),
      chainId: string,
      protocolVersion: u32,
      latestProtocolVersion: u32,
      rpcAddr: omitNull(option(string)),
      validators: vec(struct({ accountId })),
      syncInfo: struct(syncInfo, order),
      validatorAccountId: option(accountId),
      validatorPublicKey: option(publicKey),
      nodePublicKey: publicKey,
      /** Deprecated; the same as the validator's key. */
      nodeKey: option(publicKey),
      uptimeSec: u64Number,
      genesisHash: hash,
    },
    order,
  );
}

const StatusView = createView('sorted');
type StatusView = TypeOf<typeof StatusView>;

/** The result of GET /status. */
export const PlainStatusView: typeof StatusView = createView('declared');

export const status = defineMethod({
  name: 'status',
  summary: 'Information about the node and the progress of its chain.',
  params: ignored,
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
