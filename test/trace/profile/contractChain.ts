// A local chain whose account bob has a contract, with the file that has its debug information, and
// transactions that call it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import type { Hash } from '../../../src/base/crypto/hash.ts';
import {
  createContractRunner,
  type NodeContractRunner,
} from '../../../src/execution/contractRunner.ts';
import type { TraceSource } from '../../../src/trace/storedHistory.ts';
import {
  ALICE,
  BOB,
  createLocalChain,
  type LocalChain,
  signTransaction,
  TGAS,
} from '../../chain/localChain.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';

/** Parts of a contract's call. */
interface Call {
  readonly method: string;
  readonly args?: string;
  readonly tgas?: bigint;
}

export interface ContractChain extends LocalChain {
  readonly source: TraceSource & { readonly contracts: NodeContractRunner };
  /** Sends one transaction with these calls; mines until its receipts have been executed. */
  call(...calls: readonly Call[]): Promise<Hash>;
}

/** `debugFiles` by name. */
export async function createContractChain(
  code: Uint8Array,
  debugFiles: Readonly<Record<string, Uint8Array>> = {},
): Promise<ContractChain> {
  const local = createLocalChain({}, { shards: 1 });
  await local.controls.run({
    kind: 'patchState',
    patches: [{ kind: 'SetCode', value: { accountId: BOB, code } }],
  });
  const debugInfo = createTemporaryFolder();
  for (const [name, bytes] of Object.entries(debugFiles)) {
    writeFileSync(join(debugInfo, name), bytes);
  }
  const { stored, epochs, trie, genesis } = local.chain;
  const contracts = createContractRunner({ debugInfo });
  return {
    ...local,
    source: { chainId: genesis.chainId, stored, epochs, trie, contracts },
    call: async (...calls) => {
      const actions = calls.map(({ method, args = '', tgas = 20n }) => {
        const value = {
          methodName: method,
          args: utf8ToBytes(args),
          gas: tgas * TGAS,
          deposit: 0n,
        };
        return { kind: 'FunctionCall', value } as const;
      });
      const transaction = signTransaction(local, ALICE, BOB, actions);
      local.producer.submit(transaction);
      await local.controls.run({ kind: 'mine', blocks: 4 });
      return transaction.hash;
    },
  };
}
