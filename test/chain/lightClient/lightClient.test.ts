// A light client follows a chain of several validators over many epochs: it starts at genesis, gets
// the chain's light client responses, and accepts nothing that it cannot verify.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatHash, HASH_ZERO, type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import { secretToPublic } from '../../../src/base/crypto/keys.ts';
import { merkleRootAndPaths } from '../../../src/base/merkle/merkle.ts';
import {
  buildLightClientBlock,
  createLightClientSource,
  nextLightClientBlock,
} from '../../../src/chain/lightClient/lightClient.ts';
import { blockPath } from '../../../src/chain/records/blockProof.ts';
import type { StoredOutcome } from '../../../src/chain/stored/chainReader.ts';
import { COST_NAMES } from '../../../src/params/costNames.ts';
import type { Block } from '../../../src/types/block.ts';
import { shardIds } from '../../../src/types/shardLayout.ts';
import {
  LightBlockProofView,
  LightClientBlockView,
  LightHeaderView,
  lightHeaderToView,
} from '../../../src/types/views/blockView.ts';
import {
  MerklePathView,
  OutcomeWithIdView,
  outcomeToView,
} from '../../../src/types/views/outcomeView.ts';
import {
  type BlockProofJson,
  type LightBlockJson,
  LightClient,
  type OutcomeProofJson,
  Unproven,
} from '../../support/lightClient.ts';
import { FORGIVING, LAYOUT, NEAR, RICH, secretOf, TestNetwork } from '../../support/testNetwork.ts';
import { Workload } from '../workload.ts';

const EPOCH_LENGTH = 12;
const EPOCHS = 9;
const STAKES = { ingrid: 40_000_000n * NEAR, victor: 25_000_000n * NEAR };

/** The responses for light clients, as the JSON of RPC. */
class LightServer {
  readonly #network: TestNetwork;

  constructor(network: TestNetwork) {
    this.#network = network;
  }

  block(hash: Hash): Block {
    const block = this.#network.chain.stored.block(hash);
    assert.ok(block !== null);
    return block;
  }

  next(last: Hash): LightBlockJson | null {
    const { stored, epochs, head } = this.#network.chain;
    const source = createLightClientSource(stored, epochs);
    const block = nextLightClientBlock(source, this.block(last).header, head.block.header);
    return block && JSON.parse(LightClientBlockView.json(block));
  }

  proveBlock(hash: Hash, head: Hash): BlockProofJson {
    const { stored } = this.#network.chain;
    const path = blockPath(
      stored.ordinal(hash) as number,
      stored.ordinal(head) as number,
      (...at) => stored.subtreeRoot(...at),
    );
    const blockHeaderLite = lightHeaderToView(this.block(hash).header);
    return JSON.parse(LightBlockProofView.json({ blockHeaderLite, blockProof: path }));
  }

  /** Null as long as no block before the head commits to the outcome. */
  proveOutcome(outcome: StoredOutcome, head: Hash): OutcomeProofJson | null {
    const { stored } = this.#network.chain;
    const index = shardIds(LAYOUT).indexOf(outcome.shardId);
    let hash = stored.nextHash(outcome.blockHash);
    while (hash !== null && !this.block(hash).header.rest.chunkMask[index]) {
      hash = stored.nextHash(hash);
    }
    if (hash === null || this.#height(hash) >= this.#height(head)) return null;
    const roots = this.block(hash).body.chunks.map(({ inner }) => inner.value.prevOutcomeRoot);
    const path = merkleRootAndPaths(roots.map(sha256)).paths[index] ?? [];
    const { id, proof, outcome: executed } = outcome;
    const placed = outcomeToView({ id, proof, outcome: executed, blockHash: hash }, COST_NAMES);
    return {
      ...this.proveBlock(hash, head),
      outcome_root_proof: JSON.parse(MerklePathView.json(path)),
      outcome_proof: JSON.parse(OutcomeWithIdView.json(placed)),
    };
  }

  header(hash: Hash): BlockProofJson['block_header_lite'] {
    return JSON.parse(LightHeaderView.json(lightHeaderToView(this.block(hash).header)));
  }

  #height(hash: Hash): number {
    return this.block(hash).header.lite.height;
  }
}

function createClient(network: TestNetwork, server: LightServer): LightClient {
  const genesis = network.chain.stored.genesis().hash;
  const producers = network.genesis.config.validators.map(({ accountId, amount, publicKey }) => ({
    account_id: accountId,
    public_key: `ed25519:${formatHash(publicKey.data)}`,
    stake: `${amount}`,
  }));
  producers.sort((a, b) => (BigInt(b.stake) > BigInt(a.stake) ? 1 : -1));
  return new LightClient(server.header(genesis), producers);
}

describe('a light client', () => {
  // One validator never works, another one joins: the producers change.
  const network = new TestNetwork({
    stakes: STAKES,
    silent: ['victor'],
    config: { epochLength: EPOCH_LENGTH, ...FORGIVING },
  });
  const server = new LightServer(network);
  const work = new Workload(network, 2);
  const publicKey = secretToPublic(secretOf(RICH));
  const stake = { kind: 'Stake', value: { stake: 60_000_000n * NEAR, publicKey } } as const;
  const outcomes: Hash[] = [];
  const hashes: Hash[] = [];
  while (network.height < EPOCHS * EPOCH_LENGTH) {
    const transactions = [work.next(), work.next()];
    if (hashes.length === 4) transactions.push(network.sign(RICH, RICH, [stake]));
    const skip = work.below(15) === 0 ? 1 : 0;
    const { built, shards } = network.extend({ transactions, skip });
    hashes.push(built.hash);
    outcomes.push(...shards.flatMap(({ result }) => result.outcomes.map(({ id }) => id)));
  }

  /** Follows the chain as far as it goes; returns the responses on the way. */
  function follow(client: LightClient): LightBlockJson[] {
    const blocks: LightBlockJson[] = [];
    for (let next = nextOf(client); next !== null; next = nextOf(client)) {
      client.advance(next);
      blocks.push(next);
    }
    return blocks;
  }

  function nextOf(client: LightClient): LightBlockJson | null {
    return server.next(network.hashAt(client.height));
  }

  it('follows the chain from genesis over every epoch', () => {
    const client = createClient(network, server);
    const blocks = follow(client);
    const epochs = new Set(blocks.map(({ inner_lite }) => inner_lite.epoch_id));
    assert.ok(epochs.size >= 5, `${epochs.size} epochs`);
    assert.equal(client.hash, formatHash(network.hashAt(client.height)));
    const names = blocks.map(({ next_bps }) =>
      next_bps?.map(({ account_id }) => account_id).sort(),
    );
    assert.ok(names.some((list) => list?.includes('victor')));
    assert.deepEqual(names.at(-1), ['ingrid', RICH, 'test.near'].sort());
  });

  it('gets the newest block with the next two heights of its epoch, at any head', () => {
    const { stored, epochs } = network.chain;
    const source = createLightClientSource(stored, epochs);
    const lites = hashes.map((hash) => server.block(hash).header.lite);
    let epochEnds = 0;
    for (let head = 4; head < lites.length; head++) {
      const isFollowed = (i: number) =>
        [1, 2].every((n) => {
          const [block, follower] = [lites[i], lites[i + n]];
          return (
            follower?.height === (block?.height ?? 0) + n &&
            formatHash(follower.epochId) === formatHash(block?.epochId ?? HASH_ZERO)
          );
        });
      let newest = head - 2;
      while (!isFollowed(newest)) newest--;
      if (newest < head - 2) epochEnds += 1;
      const block = buildLightClientBlock(source, server.block(hashes[head] as Hash).header);
      assert.equal(block?.innerLite.height, lites[newest]?.height, `head ${lites[head]?.height}`);
    }
    assert.ok(epochEnds > EPOCHS, 'also where the head is at the beginning of an epoch');
  });

  it('accepts no forged block', () => {
    const client = createClient(network, server);
    const first = nextOf(client) as LightBlockJson;
    const { inner_lite, approvals_after_next: approvals, next_bps } = first;
    const forgeries: Record<string, LightBlockJson> = {
      'another height': { ...first, inner_lite: { ...inner_lite, height: inner_lite.height + 1 } },
      'another root': { ...first, inner_lite: { ...inner_lite, outcome_root: '1'.repeat(32) } },
      'another successor': { ...first, next_block_inner_hash: first.inner_rest_hash },
      'no approvals': { ...first, approvals_after_next: approvals.map(() => null) },
      'exchanged approvals': { ...first, approvals_after_next: [...approvals].reverse() },
      'another producer': { ...first, next_bps: next_bps?.slice(1) ?? null },
    };
    for (const [what, block] of Object.entries(forgeries)) {
      assert.throws(() => client.advance(block), Unproven, what);
    }
    client.advance(first);
    assert.throws(() => client.advance(first), Unproven, 'the same block again');
  });

  it('verifies proofs of blocks before any head', () => {
    for (let i = 0; i < 300; i++) {
      const head = 1 + work.below(hashes.length - 1);
      const [ancestor, headHash] = [hashes[work.below(head)] as Hash, hashes[head] as Hash];
      const client = new LightClient(server.header(headHash), []);
      const proof = server.proveBlock(ancestor, headHash);
      assert.equal(client.verifyBlock(proof), formatHash(ancestor));
      const other = new LightClient(server.header(hashes[head - 1] as Hash), []);
      assert.throws(() => other.verifyBlock(proof), Unproven);
    }
  });

  it('verifies proofs of outcomes', () => {
    const headHash = hashes.at(-1) as Hash;
    const client = new LightClient(server.header(headHash), []);
    let proved = 0;
    for (const id of outcomes) {
      const outcome = network.chain.stored.outcome(id) as StoredOutcome;
      const proof = server.proveOutcome(outcome, headHash);
      if (proof === null) continue;
      assert.equal(client.verifyOutcome(proof).id, formatHash(id));
      proved += 1;
    }
    assert.ok(proved > 200 && proved > outcomes.length - 20, `${proved} of ${outcomes.length}`);
  });

  it('accepts no forged outcome', () => {
    const headHash = hashes.at(-1) as Hash;
    const client = new LightClient(server.header(headHash), []);
    const outcome = network.chain.stored.outcome(outcomes[0] as Hash) as StoredOutcome;
    const proof = server.proveOutcome(outcome, headHash) as OutcomeProofJson;
    const { outcome_proof } = proof;
    const change = (fields: object) => ({
      ...proof,
      outcome_proof: { ...outcome_proof, outcome: { ...outcome_proof.outcome, ...fields } },
    });
    const forgeries: Record<string, OutcomeProofJson> = {
      'another status': change({ status: 'Unknown' }),
      'more tokens': change({ tokens_burnt: '1' }),
      'another log': change({ logs: ['hello'] }),
      'another id': { ...proof, outcome_proof: { ...outcome_proof, id: '1'.repeat(32) } },
      'another path': { ...proof, outcome_root_proof: [] },
    };
    for (const [what, forged] of Object.entries(forgeries)) {
      assert.throws(() => client.verifyOutcome(forged), Unproven, what);
    }
  });
});
