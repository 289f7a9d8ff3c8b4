// The errors of EXPERIMENTAL_indexer_block in the order in which they are checked, its places and
// its limit. The chain's rows are replaced where a test needs some that no chain has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, type Hash } from '../../src/base/crypto/hash.ts';
import type { RpcChain, RpcContext } from '../../src/rpc/core/context.ts';
import type { Refusal } from '../../src/rpc/core/refusal.ts';
import { RpcService } from '../../src/rpc/service/rpcService.ts';
import { contractDataTrieKey } from '../../src/state/trieKey.ts';
import { RowUnavailable } from '../../src/store/rowUnavailable.ts';
import { createShardLayout } from '../../src/types/shardLayout.ts';
import type { KeyChanges } from '../../src/types/stateChange.ts';
import { ALICE, NEAR, transfer } from '../chain/localChain.ts';
import { ask, request } from './support/ask.ts';
import { createDistantChain } from './support/distantChain.ts';
import { LoggingChain } from './support/loggingChain.ts';

const METHOD = 'EXPERIMENTAL_indexer_block';
const local = new LoggingChain();
local.deploy();
local.say('something');
local.submit(ALICE, ALICE, [transfer(NEAR)]);
local.mine(6);

const refused: Refusal[] = [];
const reported: unknown[] = [];
const context: RpcContext = {
  ...local.context,
  metrics: { ...local.context.metrics, countRefusal: (reason) => refused.push(reason) },
  reportFailure: (error) => reported.push(error),
};

/** The last block with a transaction. */
function findBlock(): Hash {
  const { chain } = context;
  for (let { height } = chain.head(); height > 0; height--) {
    const hash = chain.hashAt(height)!;
    const ids = [0, 1, 2].flatMap((shardId) => chain.outcomeIds(hash, shardId));
    if (ids.some((id) => chain.transaction(id) !== null)) return hash;
  }
  throw new Error('there is no transaction');
}

const blockHash = findBlock();
const shown = formatHash(blockHash);

async function askMethod(changed: RpcContext, params: unknown = { block_hash: shown }) {
  const { status, body: text } = await ask(changed, '/', request(METHOD, params));
  return { status, ...JSON.parse(text) };
}

function withChain(members: Partial<RpcChain>): RpcContext {
  const chain = new Proxy(context.chain, {
    get: (target, name) => {
      if (name in members) return Reflect.get(members, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...context, chain };
}

/** `data` repeats the cause. */
async function assertCause(changed: RpcContext, cause: unknown, params?: unknown): Promise<void> {
  const { status, error } = await askMethod(changed, params);
  assert.deepEqual([status, error?.name, error?.code], [200, 'HANDLER_ERROR', -32000]);
  assert.deepEqual([error.cause, error.data], [cause, cause]);
}

test('it is a method of nodes that enable it', async () => {
  const disabled = { ...context, limits: { ...context.limits, indexerRequestsMax: 0 } };
  const { status, error } = await askMethod(disabled);
  assert.deepEqual([status, error.cause.name, error.data], [400, 'METHOD_NOT_FOUND', METHOD]);
  const own = await ask(disabled, `/${METHOD}`, JSON.stringify({ method: METHOD }));
  assert.match(own.body, /METHOD_NOT_FOUND/);
  const batch = await ask(disabled, '/', `[${request(METHOD, { block_hash: shown })}]`);
  assert.match(batch.body, /METHOD_NOT_FOUND/);
  assert.ok((await askMethod(context)).result !== undefined);
});

test('the params have one key, and the positional form one value', async () => {
  assert.equal((await askMethod(context, [shown])).result.block.header.hash, shown);
  const unknown = (key: string) => `unknown field \`${key}\`, expected \`block_hash\``;
  const cases = [
    [{}, 'missing field `block_hash`'],
    [{ finality: 'final' }, unknown('finality')],
    [{ block_id: 1 }, unknown('block_id')],
    [{ block_hash: shown, finality: 'final' }, unknown('finality')],
    [{ a: 1, block_hash: 5 }, unknown('a')],
    [{ block_hash: 5, c: 1 }, 'invalid type: integer `5`, expected base58-encoded 256-bit hash'],
    [null, 'invalid type: null, expected struct RpcIndexerBlockRequest'],
    [[], 'invalid length 0, expected struct RpcIndexerBlockRequest with 1 element'],
    [[shown, 1], 'invalid length 2, expected fewer elements in array'],
  ] as const;
  for (const [params, text] of cases) {
    const { status, error } = await askMethod(context, params);
    assert.deepEqual([status, error.cause.name], [400, 'PARSE_ERROR'], text);
    assert.equal(error.data, `Failed parsing args: ${text}`);
  }
});

test('a node that is configured to keep less refuses first of all', async () => {
  const info = { error_message: 'save_tx_outcomes and save_state_changes must be enabled' };
  for (const missing of [{ saveTxOutcomes: false }, { saveStateChanges: false }]) {
    const clientConfig = { ...context.clientConfig, ...missing };
    const unknown = { block_hash: formatHash(new Uint8Array(32)) };
    const cause = { info, name: 'UNSUPPORTED' };
    await assertCause({ ...context, clientConfig }, cause, unknown);
  }
});

function unavailable(errorMessage: string): unknown {
  return { info: { error_message: errorMessage }, name: 'DATA_UNAVAILABLE' };
}

function incomplete(errorMessage: string): unknown {
  return { info: { error_message: errorMessage }, name: 'INCOMPLETE_DATA' };
}

const UNKNOWN =
  'Block either has never been observed on the node or has been garbage collected: BLOCK: ';

test('an unknown block, or one whose parent is unknown, is unavailable', async () => {
  const hash = formatHash(new Uint8Array(32).fill(7));
  await assertCause(context, unavailable(UNKNOWN + hash), { block_hash: hash });
  const { prevHash } = context.chain.block(blockHash)!.header;
  const tail = withChain({
    block: (asked) => (formatHash(asked) === shown ? context.chain.block(asked) : null),
  });
  await assertCause(tail, unavailable(UNKNOWN + formatHash(prevHash)));
});

test('a block that disappears while it is assembled is unavailable', async () => {
  let isPruned = false;
  const pruned = withChain({
    block: (asked) => (isPruned ? null : context.chain.block(asked)),
    chunk: (hash) => {
      isPruned = true;
      return context.chain.chunk(hash);
    },
  });
  await assertCause(pruned, unavailable('shard data disappeared during assembly'));
  isPruned = false;
  const lost = withChain({
    block: (asked) => (isPruned ? null : context.chain.block(asked)),
    chunk: () => {
      isPruned = true;
      return null;
    },
  });
  await assertCause(lost, unavailable('shard data disappeared during assembly'));
});

test('rows on a machine that does not respond are unavailable', async () => {
  const apart = withChain({
    outcome: () => {
      throw new RowUnavailable('no node responds');
    },
  });
  await assertCause(apart, unavailable('no node responds'));
});

test('a message that lacks something is incomplete', async () => {
  const transactions = 'missing or reordered transaction outcomes';
  await assertCause(withChain({ outcomeIds: () => [] }), incomplete(transactions));
  const reordered = {
    ...context,
    epochs: new Proxy(context.epochs, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'epoch') return typeof value === 'function' ? value.bind(target) : value;
        return (id: Hash) => {
          const epoch = target.epoch(id);
          const shardLayout = createShardLayout(['bob', 'carol'], [0, 1, 2]);
          return { ...epoch, shardLayout, blockProducer: (at: number) => epoch.blockProducer(at) };
        };
      },
    }),
  };
  await assertCause(reordered, incomplete('message shard order does not match block layout'));
});

test('a missing row is incomplete data, and reported', async () => {
  for (const changed of [withChain({ outcome: () => null }), withChain({ chunk: () => null })]) {
    reported.length = 0;
    const { error } = await askMethod(changed);
    assert.equal(error.cause.name, 'INCOMPLETE_DATA');
    assert.match(error.cause.info.error_message, /is missing, although others refer to it/);
    assert.equal(reported.length, 1);
  }
});

test('as many as allowed are assembled at once, and nobody waits', async () => {
  for (const indexerRequestsMax of [1, 3]) {
    refused.length = 0;
    const limits = { ...context.limits, indexerRequestsMax };
    const service = new RpcService({ ...context, limits });
    const send = async (hash: string) => {
      const body = utf8ToBytes(request(METHOD, { block_hash: hash }));
      return JSON.parse(bytesToUtf8((await service.handle({ kind: 'root' }, body)).body));
    };
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(shown)));
    const busy = answers.filter(({ error }) => error !== undefined);
    assert.equal(busy.length, 4 - indexerRequestsMax);
    for (const { error } of busy) {
      assert.deepEqual([error.cause, error.data], [{ name: 'BUSY' }, { name: 'BUSY' }]);
    }
    assert.deepEqual(refused, Array(busy.length).fill('indexer'));
    // Places are free again, also after errors.
    for (const hash of [formatHash(new Uint8Array(32)), shown]) await send(hash);
    assert.ok((await send(shown)).result !== undefined);
  }
});

test('a place is held while rows come from another machine', async () => {
  const distant = { ...context, ...createDistantChain(local.local.store) };
  const service = new RpcService(distant);
  const body = utf8ToBytes(request(METHOD, { block_hash: shown }));
  const first = Promise.resolve(service.handle({ kind: 'root' }, body));
  let isDone = false;
  void first.then(() => {
    isDone = true;
  });
  let rounds = 0;
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isDone) break;
    const { body: text } = await service.handle({ kind: 'root' }, body);
    assert.match(bytesToUtf8(text), /"BUSY"/);
    rounds++;
  }
  assert.ok(rounds > 1);
  assert.ok(JSON.parse(bytesToUtf8((await first).body)).result !== undefined);
});

const LIMIT = 32 * 1024 * 1024;

/** A block whose state changes have values of this many bytes. */
function withValues(lengths: readonly number[]): RpcContext {
  return withChain({
    stateChanges: (_block, _prefix): KeyChanges[] =>
      lengths.map((length) => ({
        key: contractDataTrieKey(ALICE, utf8ToBytes('k')),
        changes: [{ cause: { kind: 'InitialState' }, value: new Uint8Array(length) }],
      })),
  });
}

test('a result has up to 32 MiB', async () => {
  const lengthWith = async (value: number) =>
    JSON.stringify((await askMethod(withValues([value]))).result).length;
  const base = await lengthWith(0);
  const fitting = Math.floor((LIMIT - base) / 4) * 3;
  assert.ok((await lengthWith(fitting)) <= LIMIT);
  await assertCause(withValues([fitting + 3]), { name: 'LIMIT_EXCEEDED' });
  await assertCause(withValues(Array(200).fill(2 ** 20)), { name: 'LIMIT_EXCEEDED' });
});
