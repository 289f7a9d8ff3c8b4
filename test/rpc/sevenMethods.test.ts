// The seven methods of the interface description, each at `POST /<method>` of a running node: every
// field of every result, by the tables of support/describedFields.ts, over a chain with every kind
// of activity; and every form of params that the description names.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, ROOT, startTestNode } from '../support/runningNode.ts';
import type { TransactionResult } from '../support/sender.ts';
import { type DescribedMethod, RESULT_SHAPES } from './support/describedFields.ts';
import { CHANGED_ACCOUNTS, performSteps } from './support/eventfulChain.ts';
import { findFaults } from './support/shape.ts';

interface BlockAnswer {
  readonly header: {
    readonly hash: string;
    readonly height: number;
    readonly epoch_id: string;
    readonly last_final_block: string;
    readonly block_merkle_root: string;
  };
  readonly chunks: readonly { readonly chunk_hash: string; readonly height_included: number }[];
}

let rpc: RpcClient;
let results: readonly TransactionResult[];
/** All blocks up to the last final one. */
const blocks: BlockAnswer[] = [];

before(async () => {
  ({ rpc } = await startTestNode());
  results = await performSteps(rpc);
  const final = await rpc.call<BlockAnswer>('block', { finality: 'final' });
  for (let height = 0; height <= final.header.height; height++) {
    blocks.push(await rpc.call('block', { block_id: height }));
  }
});

/** The result of a request, with exactly the fields of its method. */
async function callDescribed<T>(method: DescribedMethod, params: unknown): Promise<T> {
  const result = await rpc.call<T>(method, params);
  assert.deepEqual(findFaults(result, RESULT_SHAPES[method]), []);
  return result;
}

function listKeys(values: readonly object[]): string[] {
  return [...new Set(values.flatMap((value) => Object.keys(value)))].sort();
}

interface ReceiptAnswer {
  readonly receipt: { readonly Action?: { readonly actions: readonly (string | object)[] } };
}

test('tx_status shows every kind of action, receipt and result', async () => {
  const receipts: ReceiptAnswer[] = [];
  const statuses: object[] = [];
  for (const { transaction, status } of results) {
    const params = { tx_hash: transaction.hash, sender_account_id: ALICE, wait_until: 'FINAL' };
    const shown = await callDescribed<TransactionResult & { receipts: ReceiptAnswer[] }>(
      'tx_status',
      params,
    );
    assert.deepEqual(shown.status, status);
    assert.equal(shown.final_execution_status, 'FINAL');
    receipts.push(...shown.receipts);
    statuses.push(shown.status as object);
  }
  assert.deepEqual(listKeys(statuses), ['Failure', 'SuccessValue']);
  const actions = results.flatMap(
    ({ transaction }) => (transaction as unknown as { actions: (string | object)[] }).actions,
  );
  assert.deepEqual(listKeys(actions.filter((action) => typeof action === 'object')), [
    'AddKey',
    'Delegate',
    'DeleteAccount',
    'DeleteKey',
    'DeployContract',
    'DeployGlobalContract',
    'DeployGlobalContractByAccountId',
    'DeterministicStateInit',
    'FunctionCall',
    'Stake',
    'Transfer',
    'TransferToGasKey',
    'UniversalStateInit',
    'UseGlobalContract',
    'UseGlobalContractByAccountId',
    'WithdrawFromGasKey',
  ]);
  // Data and distributions have no outcomes.
  assert.deepEqual(listKeys(receipts.map(({ receipt }) => receipt)), ['Action']);
});

test('chunk shows every chunk, found in three ways', async () => {
  const receipts: ReceiptAnswer[] = [];
  const transactions: { hash: string }[] = [];
  for (const { header, chunks } of blocks) {
    const [chunk] = chunks;
    assert.ok(chunk !== undefined);
    const byBlock = await callDescribed<ChunkAnswer>('chunk', {
      block_id: header.height,
      shard_id: 0,
    });
    const byHash = await callDescribed<ChunkAnswer>('chunk', { chunk_hash: chunk.chunk_hash });
    const byId = await callDescribed<ChunkAnswer>('chunk', { chunk_id: chunk.chunk_hash });
    assert.equal(byBlock.header.chunk_hash, chunk.chunk_hash);
    assert.deepEqual(byHash, byId);
    assert.deepEqual({ ...byBlock, header: null }, { ...byHash, header: null });
    if (chunk.height_included !== header.height) continue;
    receipts.push(...byBlock.receipts);
    transactions.push(...byBlock.transactions);
  }
  assert.deepEqual(
    transactions.map(({ hash }) => hash),
    results.map(({ transaction }) => transaction.hash),
  );
  assert.deepEqual(listKeys(receipts.map(({ receipt }) => receipt)), [
    'Action',
    'Data',
    'GlobalContractDistribution',
  ]);
});

interface ChunkAnswer {
  readonly header: { readonly chunk_hash: string };
  readonly receipts: readonly ReceiptAnswer[];
  readonly transactions: readonly { readonly hash: string }[];
}

test('EXPERIMENTAL_changes shows what each block did to accounts', async () => {
  const changed = new Set<string>();
  const causes = new Set<string>();
  for (const { header } of blocks) {
    const { block_hash, changes } = await callDescribed<ChangesAnswer>('EXPERIMENTAL_changes', {
      block_id: header.height,
      account_ids: CHANGED_ACCOUNTS,
      changes_type: 'account_changes',
    });
    assert.equal(block_hash, header.hash);
    for (const { change, cause } of changes) {
      changed.add(change.account_id);
      causes.add(cause.type);
    }
  }
  assert.deepEqual([...causes].sort(), ['receipt_processing', 'transaction_processing']);
  assert.deepEqual([...changed].sort(), [...CHANGED_ACCOUNTS].sort());
});

interface ChangesAnswer {
  readonly block_hash: string;
  readonly changes: readonly {
    readonly change: { readonly account_id: string };
    readonly cause: { readonly type: string };
  }[];
}

test('EXPERIMENTAL_light_client_block_proof shows each final block', async () => {
  const head = blocks.at(-1) as BlockAnswer;
  for (const { header } of blocks) {
    const { block_header_lite } = await callDescribed<{
      block_header_lite: { inner_lite: { height: number } };
    }>('EXPERIMENTAL_light_client_block_proof', {
      block_hash: header.hash,
      light_client_head: head.header.hash,
    });
    assert.equal(block_header_lite.inner_lite.height, header.height);
  }
});

test('validators shows the current epoch and the proposals', async () => {
  const { epoch_id } = (blocks.at(-1) as BlockAnswer).header;
  const shown = await callDescribed<ValidatorsAnswer>('validators', { epoch_id });
  const ids = (list: readonly { account_id: string }[]) => list.map(({ account_id }) => account_id);
  assert.deepEqual(ids(shown.current_validators), [ROOT]);
  assert.deepEqual(ids(shown.current_proposals), ['carol.test.near']);
});

interface ValidatorsAnswer {
  readonly current_validators: readonly { readonly account_id: string }[];
  readonly current_proposals: readonly { readonly account_id: string }[];
}

test('client_config and genesis_config show the running node', async () => {
  const client = await callDescribed<{ chain_id: string; epoch_length: number; rpc_addr: string }>(
    'client_config',
    null,
  );
  const genesis = await callDescribed<{ chain_id: string; epoch_length: number }>(
    'genesis_config',
    null,
  );
  assert.equal(client.chain_id, genesis.chain_id);
  assert.equal(client.epoch_length, genesis.epoch_length);
  assert.equal(`http://${client.rpc_addr}`, rpc.url);
});
