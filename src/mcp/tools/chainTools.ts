// Tools about the chain as a whole: its state, blocks, logs, time and snapshots, and any method.

import type { MethodName } from '../../client/generated/wire.ts';
import { described, type JsonRecord, readOnly } from '../../codec/codec.ts';
import { bounded, option, string } from '../../codec/primitives.ts';
import { defaulted } from '../../codec/struct.ts';
import { readContractLogs } from '../../kit/contractLogs.ts';
import { closed } from '../../rpc/params/params.ts';
import { accountId } from '../../types/accountId.ts';
import { defineTool, methodTool, type Tool } from '../tool.ts';
import { block } from '../toolParams.ts';

const LOGS_MAX = 200;
const BLOCKS_BACK_MAX = 10_000;

const chainStatus = defineTool({
  name: 'chain_status',
  title: 'Status of the chain',
  description: 'The chain id, protocol version, newest block and address of the node.',
  effect: 'read',
  params: closed('ChainStatus', {}),
  run: async ({ client, rpc }) => {
    const { chain_id, protocol_version, sync_info, version } = await rpc('status');
    return { url: client.url, chain_id, protocol_version, sync_info, version };
  },
});

const getBlock = defineTool({
  name: 'get_block',
  title: 'Get a block',
  description: 'A block with its header and the headers of its chunks.',
  effect: 'read',
  params: closed('GetBlock', { block }),
  run: ({ rpc }, { block: reference }) => rpc('block', reference),
});

const contractLogs = defineTool({
  name: 'contract_logs',
  title: 'Logs of contracts',
  description:
    'What contracts have logged in the newest blocks, oldest first; ' +
    `at most the newest ${LOGS_MAX} logs.`,
  effect: 'read',
  params: closed('ContractLogs', {
    contractId: described(option(accountId), 'Only the logs of this contract.'),
    blocks: described(
      defaulted(bounded(1, BLOCKS_BACK_MAX), 1_000),
      'How many blocks are looked at.',
    ),
  }),
  run: async ({ client, rpc, signal }, { contractId, blocks }) => {
    const { latest_block_height: head, earliest_block_height: first } = (await rpc('status'))
      .sync_info;
    const from = Math.max(head - blocks + 1, first ?? 0);
    const logs: unknown[] = [];
    const query = { contract: contractId ?? undefined, from, to: head, signal };
    for await (const log of readContractLogs(client, query)) {
      logs.push(log);
      if (logs.length > LOGS_MAX) logs.shift();
    }
    return { from, to: head, logs };
  },
});

const listSnapshots = defineTool({
  name: 'list_snapshots',
  title: 'List snapshots',
  description: 'The snapshots of a local chain, with the heights that they return to.',
  effect: 'read',
  params: closed('ListSnapshots', {}),
  run: async ({ rpc }) => ({ snapshots: (await rpc('perigee_controls')).snapshots }),
});

const anyParams = readOnly<JsonRecord>({
  parse: (json) => json as JsonRecord,
  schema: () => ({ description: 'As its reference says: an object, for a few methods null.' }),
});

const callRpc = defineTool({
  name: 'rpc',
  title: 'Call any method of the node',
  description:
    'Calls a JSON-RPC method of the node, controls included; use it where no other tool fits. ' +
    'The resource `perigee://reference/rpc.md` lists the methods, with a page for each topic.',
  effect: 'destroy',
  params: closed('CallRpc', {
    method: described(string, 'Such as `validators` or `perigee_simulate`.'),
    params: defaulted(anyParams, {}),
  }),
  run: ({ rpc }, { method, params }) => {
    const call = rpc as (method: MethodName, params: unknown) => Promise<unknown>;
    return call(method as MethodName, params);
  },
});

export const CHAIN_TOOLS: readonly Tool[] = [
  chainStatus,
  getBlock,
  contractLogs,
  methodTool({
    name: 'mine_blocks',
    title: 'Produce blocks',
    effect: 'change',
    method: 'perigee_mine',
  }),
  methodTool({
    name: 'advance_time',
    title: 'Move the clock forward',
    effect: 'change',
    method: 'perigee_advance_time',
  }),
  methodTool({
    name: 'take_snapshot',
    title: 'Take a snapshot',
    effect: 'change',
    method: 'perigee_snapshot',
  }),
  listSnapshots,
  methodTool({
    name: 'revert_snapshot',
    title: 'Revert to a snapshot',
    effect: 'destroy',
    method: 'perigee_revert',
  }),
  callRpc,
];
