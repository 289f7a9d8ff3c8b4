// A chain that never fails: it makes the surviving blocks again, in a store that loses nothing, and
// must come to the same hashes. Its answers are the measure of what the node has told.

import { equalBytes } from '../../../src/base/bytes.ts';
import { openChain } from '../../../src/chain/openChain.ts';
import { createTrieStates } from '../../../src/chain/trieStates.ts';
import { createContractRunner } from '../../../src/node/contractRunner.ts';
import { PROTOCOL_VERSION } from '../../../src/params/protocolVersion.ts';
import { RpcService } from '../../../src/rpc/rpcService.ts';
import { MemoryStore } from '../../../src/store/memoryStore.ts';
import { Ledger } from '../../chain/ledger.ts';
import { createFakeContext } from '../../rpc/support/fakeContext.ts';
import type { World } from '../world.ts';
import type { BlockLog } from './blockLog.ts';
import type { ChainTemplate } from './chainTemplate.ts';

const fakeContext = createFakeContext();
const contracts = createContractRunner(PROTOCOL_VERSION);

interface OracleOptions {
  readonly world: World;
  readonly template: ChainTemplate;
  readonly log: BlockLog;
  /** Whether every token is counted after each block, which takes longer than making it. */
  readonly countsTokens: boolean;
}

export function makeBlocksAgain({ world, template, log, countsTokens }: OracleOptions): RpcService {
  const { genesis, batches } = template;
  const store = new MemoryStore();
  for (const batch of batches) store.commit(batch);
  const chain = openChain(store, genesis, contracts);
  const ledger = countsTokens ? new Ledger() : null;
  for (const { hash, height } of log.blocks) {
    const made = world.require(log.howMade(hash), `block ${height} was made by a chain`);
    const extended = chain.extend(made.proposal, made.authority, made.patch);
    world.check(
      equalBytes(extended.built.hash, hash),
      `block ${height} is the same without any fault`,
    );
    ledger?.note(chain, extended);
  }
  return new RpcService({
    ...fakeContext,
    chain: chain.stored,
    epochs: chain.epochs,
    states: createTrieStates(chain.stored, chain.nodes),
    genesis: genesis.config,
  });
}
