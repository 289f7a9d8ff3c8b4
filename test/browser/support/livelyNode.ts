// A node with a chain to look at: calls across shards, failures, and every kind of hostile text
// that a contract can produce.

import { bytesKey, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import type { MiningMode } from '../../../src/chain/production/mining.ts';
import type { Action } from '../../../src/types/action.ts';
import { abiContract } from '../../support/abiContract.ts';
import { type HostCall, hostCalls, recordedContract } from '../../support/recordedContracts.ts';
import { startTestNode, type TestNode } from '../../support/runningNode.ts';
import {
  callContract,
  deploy,
  NEAR,
  Sender,
  type TransactionResult,
  transfer,
} from '../../support/sender.ts';

/** The first and the last of three shards. */
export const ALICE = 'alice.test.near';
export const IVAN = 'ivan.test.near';
export const BOB = 'bob.test.near';
/** Has a contract that describes itself. */
export const CAROL = 'carol.test.near';

export const MARKUP = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
export const RIGHT_TO_LEFT = 'שלום \u202Eevil\u202C עולם';
export const LONG_TEXT = 'long '.repeat(20_000);
export const EVENT = `EVENT_JSON:${JSON.stringify({
  standard: 'nep141',
  version: '1.0.0',
  event: 'ft_transfer',
  data: [{ memo: MARKUP }],
})}`;

/** Alice's tokens go to Ivan. */
const MOVE = `EVENT_JSON:${JSON.stringify({
  standard: 'nep141',
  version: '1.0.0',
  event: 'ft_transfer',
  data: [{ old_owner_id: ALICE, new_owner_id: IVAN, amount: '500' }],
})}`;

export interface LivelyNode extends TestNode {
  readonly results: {
    readonly panic: TransactionResult;
    readonly hostile: TransactionResult;
    readonly long: TransactionResult;
    readonly badName: TransactionResult;
    readonly transfer: TransactionResult;
    readonly created: TransactionResult;
    /** It succeeds, and tokens move, but the call of another contract that it makes fails. */
    readonly partly: TransactionResult;
    /** A contract calls another one on another shard, which logs, writes and returns a value. */
    readonly across: TransactionResult;
  };
}

const ZERO_AT = 0x40000;
const CALL_GAS = 10n ** 13n;

/** If a test takes long, blocks of an idle chain would push the blocks of interest off the page. */
export const NO_IDLE_BLOCKS: MiningMode = { heartbeatMs: 3_600_000 };

/** The last execution is proven once a later block is final. */
const BLOCKS_TO_PROVE = 5;

export async function startLivelyNode(mining = NO_IDLE_BLOCKS): Promise<LivelyNode> {
  const node = await startTestNode({ shards: 3, mining });
  const alice = new Sender(node.rpc, ALICE);
  const code = recordedContract('hostcall');
  for (const owner of [BOB, IVAN]) await new Sender(node.rpc, owner).send(owner, [deploy(code)]);
  await new Sender(node.rpc, CAROL).send(CAROL, [deploy(abiContract)]);
  const run = (contract: string, ...calls: HostCall[]) =>
    alice.send(contract, [callContract('run', hostCalls(...calls))]);
  const inner = hostCalls(
    ['log_utf8', 'inner call'],
    ['storage_write', 'name', 'value', 0],
    ['value_return', '{"answer":42}'],
  );
  const slippage = hostCalls(
    ['log_utf8', 'quote 19'],
    ['panic_utf8', 'Slippage: got 19, wanted at least 20'],
  );
  const send = (receiver: string, ...actions: Action[]) => alice.send(receiver, actions);
  // The hostile ones come first, so that the newest ones look good in screenshots.
  const results = {
    panic: await run(IVAN, ['panic_utf8', `${MARKUP} went wrong`]),
    hostile: await run(
      IVAN,
      ['log_utf8', MARKUP],
      ['log_utf8', RIGHT_TO_LEFT],
      ['log_utf8', EVENT],
      ['storage_write', MARKUP, RIGHT_TO_LEFT, 0],
      ['value_return', MARKUP],
    ),
    long: await run(IVAN, ['value_return', LONG_TEXT]),
    badName: await send(IVAN, callContract(MARKUP, new Uint8Array(0))),
    echo: await send(IVAN, callContract('echo', utf8ToBytes('{"hello":"world"}'))),
    transfer: await send(BOB, transfer(3n * NEAR)),
    refused: await run(BOB, ['panic_utf8', 'The account has not enough tokens']),
    created: await send(`sub.${ALICE}`, { kind: 'CreateAccount', value: {} }, transfer(NEAR)),
    partly: await run(
      BOB,
      ['log_utf8', MOVE],
      ['promise_create', IVAN, 'run', bytesKey(slippage), ZERO_AT, CALL_GAS],
      ['value_return', '"done"'],
    ),
    across: await run(
      BOB,
      ['promise_create', IVAN, 'run', bytesKey(inner), ZERO_AT, CALL_GAS],
      ['promise_return', 0],
    ),
  };
  await node.mine(BLOCKS_TO_PROVE);
  return { ...node, results };
}
