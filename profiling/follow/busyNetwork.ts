// The blocks of a network of realistic size, as files in NEAR Lake's layout: nine shards, a hundred
// validators who approve every block, and 150 transactions in each: transfers only, or a mix in
// which two thirds call contracts, with logs, contract data and calls to other contracts.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyFromSeed, type SecretKey } from '../../src/base/crypto/keys.ts';
import type { Chain } from '../../src/chain/chain.ts';
import { openChain } from '../../src/chain/openChain.ts';
import { createLocalAuthority } from '../../src/chain/signing/authority.ts';
import { createValidatorSigner } from '../../src/chain/signing/validatorSigner.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import { buildBlockMessage } from '../../src/follow/messages/buildMessage.ts';
import { LakeFolder } from '../../src/follow/sources/lakeFolder.ts';
import { messageToFiles } from '../../src/follow/sources/lakeStore.ts';
import { createLocalnetGenesis } from '../../src/params/genesisDefaults.ts';
import { authoriseBySignature } from '../../src/runtime/transactions/authorisation.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action } from '../../src/types/action.ts';
import { Genesis } from '../../src/types/genesis.ts';
import { shardIdOfAccount, shardIds } from '../../src/types/shardLayout.ts';
import { plainNonce, signTransaction } from '../../src/types/signTransaction.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { PROTOCOL } from '../../test/support/protocol.ts';
import { hostCalls, recordedContract } from '../../test/support/recordedContracts.ts';

const SHARDS = 9;
const VALIDATORS = 100;
const USERS_PER_SHARD = 60;
const TRANSACTIONS = 150;
const EPOCH_LENGTH = 43_200;
const VALIDITY_PERIOD = 86_400;
const BLOCK_NS = 600_000_000n;
const TGAS = 10n ** 12n;
/** Sixteen zero bytes in the contract's memory: an amount of zero. */
const ZERO_AT = 0x40000;

export const GENESIS_FILE = 'genesis.json';

export type Load = 'mixed' | 'transfers';

/** Writes the genesis and the blocks 1 to `blocks`. */
export async function writeBusyNetwork(
  directory: string,
  load: Load,
  blocks: number,
): Promise<void> {
  const genesis = createGenesis();
  writeFileSync(join(directory, GENESIS_FILE), Genesis.json(genesis));
  const lake = new LakeFolder(directory);
  const network = new BusyNetwork(genesis, load);
  for (let height = 1; height <= blocks; height++) {
    network.extend();
    const { stored, epochs, head } = network.chain;
    const message = buildBlockMessage({ chain: stored, epochs, origins: null }, head.hash);
    if (message === null) throw new Error(`block ${height} has no message`);
    await lake.write(height, messageToFiles(message));
  }
}

const VALIDATOR_IDS = Array.from({ length: VALIDATORS }, (_, i) => `validator${i}.near`);
/** The shards of the reference's localnet begin at `test1`, `test2` and so on. */
const CONTRACT_IDS = Array.from({ length: SHARDS }, (_, i) => `test${i}.contract.near`);
const USER_IDS = Array.from(
  { length: SHARDS * USERS_PER_SHARD },
  (_, i) => `test${i % SHARDS}.user${i}.near`,
);

function createGenesis(): Genesis {
  const genesis = createLocalnetGenesis({
    genesisTime: '2026-01-01T00:00:00.000000000Z',
    chainId: 'busynet',
    protocolVersion: PROTOCOL.version,
    accountIds: [...VALIDATOR_IDS, ...CONTRACT_IDS, ...USER_IDS],
    validators: VALIDATORS,
    shards: SHARDS,
  });
  const periods = { epochLength: EPOCH_LENGTH, transactionValidityPeriod: VALIDITY_PERIOD };
  return { ...genesis, config: { ...genesis.config, ...periods } };
}

interface Signer {
  readonly accountId: AccountId;
  readonly secret: SecretKey;
  nonce: bigint;
}

class BusyNetwork {
  readonly chain: Chain;
  readonly #load: Load;
  readonly #authority = createLocalAuthority(
    VALIDATOR_IDS.map((id) => createValidatorSigner(id, keyFromSeed('ed25519', id))),
  );
  readonly #contracts = CONTRACT_IDS.map(createSigner);
  readonly #users = USER_IDS.map(createSigner);
  #count = 0;

  constructor(genesis: Genesis, load: Load) {
    this.#load = load;
    this.chain = openChain(new MemoryStore(), genesis, createContractRunner());
  }

  /** The first block has no chunks, and the second deploys the contracts. */
  extend(): void {
    const { height } = this.chain.head.block.header.lite;
    if (height === 0) this.#produce([]);
    else if (height === 1) this.#produce(this.#contracts.map((signer) => this.#deploy(signer)));
    else this.#produce(Array.from({ length: TRANSACTIONS }, () => this.#next()));
  }

  #produce(transactions: readonly HashedTransaction[]): void {
    const { shardLayout, genesisHeight } = this.chain.genesis;
    const { height, timestamp } = this.chain.head.block.header.lite;
    const chunks = shardIds(shardLayout).map((shardId) =>
      transactions
        .filter(
          ({ transaction }) => shardIdOfAccount(shardLayout, transaction.signerId) === shardId,
        )
        .map(authoriseBySignature),
    );
    const proposal = {
      height: height + 1,
      timestamp: timestamp + BLOCK_NS,
      chunks: height === genesisHeight ? chunks.map(() => null) : chunks,
      latestProtocolVersion: PROTOCOL.version,
    };
    this.chain.extend(proposal, this.#authority);
  }

  #deploy(signer: Signer): HashedTransaction {
    const code = recordedContract('hostcall');
    return this.#sign(signer, signer.accountId, [{ kind: 'DeployContract', value: { code } }]);
  }

  /** The sizes of logs, keys and values are those of token contracts. */
  #next(): HashedTransaction {
    const count = this.#count++;
    const from = this.#users[count % this.#users.length] as Signer;
    const to = this.#users[(count * 7 + 3) % this.#users.length] as Signer;
    const deposit = 10n ** 20n;
    if (this.#load === 'transfers' || count % 3 === 0) {
      return this.#sign(from, to.accountId, [{ kind: 'Transfer', value: { deposit } }]);
    }
    const contract = CONTRACT_IDS[(count * 5) % SHARDS] as AccountId;
    const other = CONTRACT_IDS[(count * 5 + 4) % SHARDS] as AccountId;
    const event = `EVENT_JSON:{"standard":"nep141","version":"1.0.0","event":"ft_transfer","data":[
      {"old_owner_id":"${from.accountId}","new_owner_id":"${to.accountId}","amount":"${count}"}]}`;
    const stores = [
      ['storage_write', `balance of ${from.accountId}`, `${count}`.padStart(40), 0],
      ['storage_write', `balance of ${to.accountId}`, `${count}`.padStart(40), 0],
      ['log_utf8', event],
    ] as const;
    const calls = [
      ['promise_create', other, 'echo', event, ZERO_AT, 5n * TGAS],
      ['promise_then', 0, contract, 'collect', '', ZERO_AT, 5n * TGAS],
      ['promise_return', 1],
    ] as const;
    const args = hostCalls(...stores, ...(count % 3 === 1 ? calls : []));
    const value = { methodName: 'run', args, gas: 100n * TGAS, deposit: 0n };
    return this.#sign(from, contract, [{ kind: 'FunctionCall', value }]);
  }

  #sign(signer: Signer, receiverId: AccountId, actions: readonly Action[]): HashedTransaction {
    signer.nonce += 1n;
    return signTransaction(signer.secret, {
      signerId: signer.accountId,
      nonce: plainNonce(signer.nonce),
      receiverId,
      blockHash: this.chain.head.hash,
      actions,
    });
  }
}

function createSigner(accountId: AccountId): Signer {
  return { accountId, secret: keyFromSeed('ed25519', accountId), nonce: 0n };
}
