// A follower that executes the blocks it receives: its store equals that of the chain itself, and a
// source that lies about anything, bound or not, is refused.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Column } from '../../../src/chain/columns/columns.ts';
import { openChain } from '../../../src/chain/openChain.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import { BlockRefused } from '../../../src/follow/blockRefused.ts';
import { ComputedEpochs } from '../../../src/follow/epochs/computedEpochs.ts';
import { Follower } from '../../../src/follow/follower.ts';
import type { BlockMessage, ShardMessage } from '../../../src/follow/messages/blockMessage.ts';
import { BlockExecutor } from '../../../src/node/follow/execute/blockExecutor.ts';
import { openExecuted } from '../../../src/node/follow/execute/openExecuted.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import type { ChunkHeader } from '../../../src/types/chunk.ts';
import {
  ALICE,
  createLocalChain,
  digestRows,
  type LocalChain,
  signTransaction,
} from '../../chain/localChain.ts';
import { createBusyChain } from '../../follow/busyChain.ts';
import { listMessages } from '../../follow/followedChain.ts';
import { recordedContract } from '../../support/recordedContracts.ts';
import { contractsFolder } from '../../support/recordings.ts';

let local: LocalChain;
let messages: readonly BlockMessage[];

before(() => {
  local = createBusyChain();
  messages = [...listMessages(local.chain)];
});

function open(store: MemoryStore): Follower {
  const { genesis } = local;
  return openExecuted({ store, genesis, code: contractsFolder(), mayLackApprovals: false });
}

async function executeAll(store = new MemoryStore()): Promise<MemoryStore> {
  const follower = open(store);
  for (const message of messages) await follower.take(message);
  assert.equal(follower.heldCount, 1);
  return store;
}

/** Everything in a store, except the proof of randomness, which no source sends. */
function describeRows(store: MemoryStore): readonly string[] {
  const rows: string[] = [];
  for (const [name, column] of Object.entries(Column)) {
    if (name === 'meta' || name === 'block') continue;
    for (const [key, value] of store.range(column)) {
      rows.push(
        `${name} ${Buffer.from(key).toString('hex')} ${Buffer.from(value).toString('hex')}`,
      );
    }
  }
  return rows;
}

describe('a follower that executes blocks', () => {
  it('stores what the chain itself has stored', async () => {
    const store = await executeAll();
    const original = new Set(describeRows(local.store));
    const found = describeRows(store);
    const missing = found.filter((row) => !original.has(row));
    assert.deepEqual(missing, []);
    // The newest block is held back, with all its rows.
    assert.ok(found.length > original.size - 40, `${found.length} of ${original.size} rows`);
  });

  it('continues exactly where it stopped', async () => {
    const whole = await executeAll();
    const store = new MemoryStore();
    for (let taken = 0; taken < messages.length; ) {
      const follower = open(store);
      const { nextHeight } = follower;
      taken = messages.findIndex(({ block }) => block.header.height === nextHeight);
      for (const message of messages.slice(taken, taken + 3)) await follower.take(message);
      if (taken + 3 >= messages.length) break;
    }
    assert.deepEqual(digestRows({ ...local, store }), digestRows({ ...local, store: whole }));
  });
});

/** Null if every block passes. */
async function followWith(
  changeShard: (shard: ShardMessage) => ShardMessage,
): Promise<BlockRefused | null> {
  const follower = open(new MemoryStore());
  let refusal: BlockRefused | null = null;
  for (const { block, shards } of messages) {
    try {
      await follower.take({ block, shards: shards.map(changeShard) });
    } catch (error) {
      assert.ok(error instanceof BlockRefused, String(error));
      refusal = error;
      break;
    }
  }
  if (refusal !== null) {
    const { height } = follower.chain.head();
    assert.ok(height < refusal.info.height, 'nothing of the block is stored');
  }
  return refusal;
}

describe('a source that lies to a follower that executes blocks', () => {
  const refused = async (change: (shard: ShardMessage) => ShardMessage, reason: RegExp) => {
    const refusal = await followWith(change);
    assert.equal(refusal?.info.check, 'execution');
    assert.notEqual(refusal?.info.shardId, null);
    assert.match(refusal?.message ?? '', reason);
  };
  const changeOutcomes =
    (change: (outcome: Outcome) => Outcome) =>
    (shard: ShardMessage): ShardMessage => ({
      ...shard,
      receiptExecutionOutcomes: shard.receiptExecutionOutcomes.map((one) => ({
        ...one,
        executionOutcome: {
          ...one.executionOutcome,
          outcome: change(one.executionOutcome.outcome),
        },
      })),
    });
  type Outcome = ShardMessage['receiptExecutionOutcomes'][number]['executionOutcome']['outcome'];

  it('about why something failed', async () => {
    const lie = changeOutcomes((outcome) => {
      if (outcome.status.kind !== 'Failure') return outcome;
      const value = { kind: 'InvalidTxError', value: { kind: 'Expired' } } as const;
      return { ...outcome, status: { kind: 'Failure', value } };
    });
    await refused(lie, /outcome .*status\.Failure/);
  });

  it('about gas profiles', async () => {
    const lie = changeOutcomes((outcome) => {
      const { gasProfile } = outcome.metadata;
      if (gasProfile === null || gasProfile.length === 0) return outcome;
      const [first, ...rest] = gasProfile;
      const more = { ...(first as NonNullable<typeof first>), gasUsed: 1n };
      return { ...outcome, metadata: { ...outcome.metadata, gasProfile: [more, ...rest] } };
    });
    await refused(lie, /gas_profile\[0\]\.gas_used/);
  });

  it('about a balance', async () => {
    await refused(
      (shard) => ({
        ...shard,
        stateChanges: shard.stateChanges.map(({ cause, change }) => {
          if (change.kind !== 'account_update') return { cause, change };
          return { cause, change: { ...change, value: { ...change.value, amount: 1n } } };
        }),
      }),
      /state_changes\[\d\]/,
    );
  });

  it('by leaving a change out', async () => {
    await refused(
      (shard) => ({ ...shard, stateChanges: shard.stateChanges.slice(1) }),
      /state_changes/,
    );
  });

  it('about receipts that a chunk creates for itself', async () => {
    await refused(
      (shard) => ({
        ...shard,
        receiptExecutionOutcomes: shard.receiptExecutionOutcomes,
        chunk: shard.chunk && {
          ...shard.chunk,
          instantReceipts: shard.chunk.instantReceipts.map((receipt) => {
            return { ...receipt, predecessorId: 'someone.near' };
          }),
        },
      }),
      /predecessor_id/,
    );
  });
});

describe('the result of executing a block', () => {
  type Header = Extract<ChunkHeader['inner'], { kind: 'V5' }>['value'];
  const other = new Uint8Array(32).fill(7);

  /** Follows until the message of a successor contains another value for its first shard. */
  async function claim(change: (header: Header) => Partial<Header>): Promise<string> {
    const store = new MemoryStore();
    const { config } = local.genesis;
    const contracts = createContractRunner();
    const executor = new BlockExecutor(openChain(store, local.genesis, contracts));
    const follower = new Follower({
      store,
      guide: new ComputedEpochs(store, config),
      validityPeriod: config.transactionValidityPeriod,
      mayLackApprovals: false,
      execute: (block, next) => {
        const chunks = next.chunks.map((chunk): ChunkHeader => {
          assert.ok(chunk.inner.kind === 'V5');
          const value = { ...chunk.inner.value, ...change(chunk.inner.value) };
          return { ...chunk, inner: { kind: 'V5', value } };
        });
        executor.execute(block, { ...next, chunks });
      },
    });
    const [first, second] = messages as [BlockMessage, BlockMessage];
    await follower.take(first);
    const refusal = await follower.take(second).then(
      () => null,
      (error: BlockRefused) => error,
    );
    assert.equal(refusal?.info.check, 'execution');
    assert.equal(follower.chain.head().height, 0);
    return refusal.message;
  }

  it('must equal what the next chunk headers state', async () => {
    for (const [change, field] of [
      [{ prevStateRoot: other }, 'prev_state_root'],
      [{ prevOutcomeRoot: other }, 'outcome_root'],
      [{ prevGasUsed: 1n }, 'gas_used'],
      [{ prevBalanceBurnt: 1n }, 'balance_burnt'],
      [{ prevOutgoingReceiptsRoot: other }, 'outgoing_receipts_root'],
    ] as const) {
      const message = await claim(() => change);
      assert.match(
        message,
        new RegExp(`^block 1, shard \\d .*chunk header in block 2\\.${field}: `),
      );
    }
    const congested = await claim(({ congestionInfo }) => ({
      congestionInfo: { ...congestionInfo, receiptBytes: 1 },
    }));
    assert.match(congested, /congestion_info/);
  });
});

it('code that no block contains is read from a folder, or is missing', async () => {
  const quiet = createLocalChain({}, { shards: 2 });
  const code = recordedContract('hostcall');
  const deployed = {
    kind: 'DeployGlobalContract',
    value: { code, deployMode: 'CodeHash' },
  } as const;
  quiet.producer.submit(signTransaction(quiet, ALICE, ALICE, [deployed]));
  for (let i = 0; i < 206; i++) quiet.producer.produceBlock();
  const { genesis } = quiet;
  const blocks = [...listMessages(quiet.chain)];
  const parts = { genesis, mayLackApprovals: false };
  const knowing = openExecuted({ ...parts, store: new MemoryStore(), code: contractsFolder() });
  for (const message of blocks) await knowing.take(message);
  assert.equal(knowing.heldCount, 1);
  const ignorant = openExecuted({ ...parts, store: new MemoryStore() });
  const follow = async () => {
    for (const message of blocks) await ignorant.take(message);
  };
  await assert.rejects(follow(), /cannot be executed, as its code was not shown .* --code$/);
});
