// A chain that never fails: it produces the surviving blocks again, in a store that loses nothing,
// and must get the same hashes. Its responses are compared with what the node has reported.

import { bytesToHex, equalBytes } from '../../../src/base/bytes/bytes.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { openChain } from '../../../src/chain/openChain.ts';
import { createTrieStates } from '../../../src/chain/stored/trieStates.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import { RpcService } from '../../../src/rpc/service/rpcService.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import type { Row, StoreReader } from '../../../src/store/store.ts';
import { Ledger } from '../../chain/ledger.ts';
import { createFakeContext } from '../../rpc/support/fakeContext.ts';
import type { World } from '../world.ts';
import type { BlockLog } from './blockLog.ts';
import type { ChainTemplate } from './chainTemplate.ts';

const fakeContext = createFakeContext();
const contracts = createContractRunner();

export interface Oracle {
  readonly service: RpcService;
  readonly store: StoreReader;
}

interface OracleOptions {
  readonly world: World;
  readonly template: ChainTemplate;
  readonly log: BlockLog;
  /** Whether every token is counted after each block, which takes longer than producing it. */
  readonly countsTokens: boolean;
}

export function makeBlocksAgain({ world, template, log, countsTokens }: OracleOptions): Oracle {
  const { genesis, batches } = template;
  const store = new MemoryStore();
  for (const batch of batches) store.commit(batch);
  const chain = openChain(store, genesis, contracts);
  const ledger = countsTokens ? new Ledger() : null;
  for (const { hash, height } of log.blocks) {
    const made = world.require(log.howMade(hash), `block ${height} was produced by a chain`);
    const extended = chain.extend(made.proposal, made.authority, made.patch);
    world.check(
      equalBytes(extended.built.hash, hash),
      `block ${height} is the same without any fault`,
    );
    ledger?.note(chain, extended);
  }
  const service = new RpcService({
    ...fakeContext,
    chain: chain.stored,
    epochs: chain.epochs,
    states: createTrieStates(chain.stored, chain.trie),
    genesis: genesis.config,
  });
  return { service, store };
}

/** The store of a node has the rows that it would have if nothing had ever failed. */
export function verifySameRows(world: World, store: StoreReader, expected: StoreReader): void {
  for (const [name, column] of Object.entries(Column)) {
    // Undo data exists as long as there is a snapshot.
    if (column === Column.undo) continue;
    const rows = [...expected.range(column)];
    const own = [...store.range(column)];
    world.check(own.length === rows.length, `${name} has ${own.length} rows for ${rows.length}`);
    own.forEach(([key, value], i) => {
      const [otherKey, otherValue] = rows[i] as Row;
      const isSame = equalBytes(key, otherKey) && equalBytes(value, otherValue);
      world.check(isSame, `${name} has another row under ${bytesToHex(key)}`);
    });
  }
}
