// A chain that is produced and followed here: the messages of its blocks, as a source would deliver
// them, and a follower with its own store.

import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { parseJson } from '../../src/base/json/plainJson.ts';
import type { Chain } from '../../src/chain/chain.ts';
import { Follower } from '../../src/follow/follower.ts';
import { BlockMessage, parseBlockMessage } from '../../src/follow/messages/blockMessage.ts';
import { buildBlockMessage } from '../../src/follow/messages/buildMessage.ts';
import { openFromGenesis } from '../../src/follow/openFromGenesis.ts';
import { type AskChain, AskChainError } from '../../src/follow/sources/askChain.ts';
import type { ProtocolRules } from '../../src/params/protocolRules.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type { Store } from '../../src/store/store.ts';
import type { Genesis } from '../../src/types/genesis.ts';
import { ask, request } from '../rpc/support/ask.ts';

/** The messages of all blocks after genesis, each written as JSON and parsed again. */
export function* listMessages(chain: Pick<Chain, 'stored' | 'epochs'>): Generator<BlockMessage> {
  const { stored, epochs } = chain;
  let hash = stored.nextHash(stored.genesis().hash);
  while (hash !== null) {
    const message = buildBlockMessage({ chain: stored, epochs, origins: null }, hash);
    if (message === null) throw new Error('every block has a message');
    yield parseBlockMessage(utf8ToBytes(BlockMessage.json(message)));
    hash = stored.nextHash(hash);
  }
}

interface FollowerSettings {
  readonly mayLackApprovals?: boolean;
  readonly rules?: ProtocolRules;
}

export function createFollower(
  genesis: Genesis,
  store: Store = new MemoryStore(),
  { mayLackApprovals = false, rules }: FollowerSettings = {},
): Follower {
  const guide = openFromGenesis(store, genesis, { rules });
  const validityPeriod = genesis.config.transactionValidityPeriod;
  return new Follower({ store, guide, validityPeriod, mayLackApprovals });
}

/** The RPC of a chain in this process, as a follower uses it. */
export function createChainAsk(context: RpcContext): AskChain {
  return async (method, params, result) => {
    const { body } = await ask(context, '/', request(method, params));
    const json = parseJson(body) as { result?: unknown };
    if (json.result === undefined) throw new AskChainError('the chain', method, body);
    return result.parse(json.result);
  };
}
