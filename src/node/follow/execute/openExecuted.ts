// Opens a chain that is followed and executed: its store is that of a producing node, so it can
// serve the same requests. Contract code that does not appear in any block comes from a folder.

import { bytesKey } from '../../../base/bytes/bytes.ts';
import type { Caches } from '../../../base/collections/caches.ts';
import { sha256 } from '../../../base/crypto/hash.ts';
import { openChain } from '../../../chain/openChain.ts';
import { createContractRunner } from '../../../execution/contractRunner.ts';
import { ComputedEpochs } from '../../../follow/epochs/computedEpochs.ts';
import { Follower } from '../../../follow/follower.ts';
import { verifyFollowedGenesis } from '../../../follow/openFromGenesis.ts';
import type { VerifiedBlock } from '../../../follow/verify/verifiedBlock.ts';
import { readContracts } from '../../../home/readContracts.ts';
import type { ProtocolRules } from '../../../params/protocolRules.ts';
import type { Store } from '../../../store/store.ts';
import type { Genesis } from '../../../types/genesis.ts';
import { BlockExecutor } from './blockExecutor.ts';

interface ExecutedParts {
  readonly store: Store;
  readonly caches?: Caches | undefined;
  readonly genesis: Genesis;
  /** A folder with contracts that do not appear in any block. */
  readonly code?: string | undefined;
  /** Where prepared contracts are kept. */
  readonly preparedFolder?: string;
  readonly rules?: Partial<ProtocolRules> | undefined;
  readonly mayLackApprovals: boolean;
  onBlock?(block: VerifiedBlock): void;
}

export function openExecuted(parts: ExecutedParts): Follower {
  const { store, genesis, rules, code, preparedFolder, mayLackApprovals, onBlock, caches } = parts;
  verifyFollowedGenesis(genesis);
  const { transactionValidityPeriod } = genesis.config;
  const folder = preparedFolder === undefined ? {} : { folder: preparedFolder };
  const contracts = createContractRunner({ ...folder, caches, keepsMemory: true });
  const chain = openChain(store, genesis, contracts, { rules, caches });
  const executor = new BlockExecutor(chain);
  const codes = new Map(
    (code === undefined ? [] : readContracts(code)).map((wasm) => [bytesKey(sha256(wasm)), wasm]),
  );
  return new Follower({
    store,
    chain: chain.stored,
    caches,
    guide: new ComputedEpochs(store, genesis.config, caches),
    validityPeriod: transactionValidityPeriod,
    mayLackApprovals,
    execute: (block, next) => executor.execute(block, next),
    codeByHash: (hash) => codes.get(bytesKey(hash)) ?? null,
    ...(onBlock !== undefined && { onBlock }),
  });
}
