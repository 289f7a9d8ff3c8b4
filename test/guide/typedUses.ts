// Uses of the library that must compile, and others that must not. `npm test` compiles this file
// with the sources, and again with the packed package and an older compiler; it never runs.

import {
  type ChainEvent,
  type Client,
  createClient,
  createNode,
  isRpcCallError,
  type PerigeeNode,
} from '../../src/index.ts';

const client: Client = createClient('http://127.0.0.1:3030', { token: 'secret', retries: 2 });

export async function useResults(): Promise<void> {
  const { header } = await client.rpc('block', { finality: 'final' });
  const height: number = header.height;
  const time: bigint = BigInt(header.timestamp);
  const account = await client.rpc('query', {
    request_type: 'view_account',
    block_id: height,
    account_id: 'alice.near',
  });
  const amount: string = account.amount;
  const status = await client.rpc('status');
  const chain: string = status.chain_id;
  await client.rpc('status', null, { timeoutMs: 5 });
  // @ts-expect-error: a timestamp may be a bigint, so it is not a plain number
  const rounded: number = header.timestamp;
  // @ts-expect-error: a block has no such field
  header.hight;
  // @ts-expect-error: an account has no code
  account.code_base64;
  use(time, amount, chain, rounded);
}

export async function useParams(): Promise<void> {
  // @ts-expect-error: there is no such method
  await client.rpc('blocks', { finality: 'final' });
  // @ts-expect-error: params are missing
  await client.rpc('block');
  // @ts-expect-error: there is no such finality
  await client.rpc('block', { finality: 'finale' });
  // @ts-expect-error: there is no such key
  await client.rpc('block', { finality: 'final', height: 1 });
  // @ts-expect-error: an account is missing
  await client.rpc('query', { request_type: 'view_account', finality: 'final' });
  // @ts-expect-error: there is no such request
  await client.rpc('query', { request_type: 'account', finality: 'final', account_id: 'a' });
  // @ts-expect-error: the interface has a string here, not an integer
  await client.rpc('send_tx', { signed_tx_base64: 5n });
  await client.rpc('perigee_set_time', { timestamp: 2n ** 61n });
}

export async function useErrors(): Promise<void> {
  try {
    await client.rpc('block', { block_id: 7 });
  } catch (error) {
    if (!isRpcCallError(error, 'block')) throw error;
    const { name, cause } = error.info.error;
    if (name === 'HANDLER_ERROR' && cause.name === 'UNKNOWN_BLOCK') use(cause.info);
    // @ts-expect-error: not an error of `block`
    if (cause.name === 'UNKNOWN_ACCOUNT') use(cause);
    const code: 'rpc' = error.code;
    use(code);
  }
}

export async function useBatches(): Promise<void> {
  const [block, status, account] = await client.batch([
    { method: 'block', params: { finality: 'final' } },
    { method: 'status' },
    {
      method: 'query',
      params: { request_type: 'view_account', finality: 'final', account_id: 'a' },
    },
  ]);
  if (block.ok && account.ok) use(block.result.header.hash, account.result.amount);
  if (!status.ok) use(status.error.info.error.cause.name);
  // @ts-expect-error: there is a result only if the call succeeded
  block.result;
  // @ts-expect-error: params are missing
  await client.batch([{ method: 'block' }]);
  // @ts-expect-error: a status has no header
  if (status.ok) status.result.header;
}

export async function useWaits(): Promise<void> {
  const status = await client.waitForTransaction('hash', 'alice.near', {
    until: 'FINAL',
    onProgress: (reached) => use(reached?.final_execution_status),
  });
  use(status.receipts_outcome.length);
  const included = await client.waitForTransaction('hash', 'alice.near', { until: 'INCLUDED' });
  // @ts-expect-error: a transaction that is included may not be executed
  included.receipts_outcome;
  // @ts-expect-error: there is no such milestone
  await client.waitForTransaction('hash', 'alice.near', { until: 'DONE' });
}

export async function useEvents(): Promise<void> {
  for await (const event of client.events({ kinds: ['block', 'log'], from: 5 })) {
    if (event.kind === 'block') use(event.data.hash);
    if (event.kind === 'revert') use(event.data.height);
    // @ts-expect-error: the stream has no such kind
    if (event.kind === 'receipt') use(event);
    // @ts-expect-error: only after the kind is known
    event.data.log;
  }
  for await (const event of client.events()) use(event satisfies ChainEvent);
  // @ts-expect-error: there is no such kind
  client.events({ kinds: ['blocks'] });
}

export async function useNode(): Promise<void> {
  const node: PerigeeNode = await createNode({ accounts: 1 });
  await node.setBalance('alice.test.near', 7n);
  const sent = await node.impersonate('alice.test.near', 'bob.test.near', [
    { Transfer: { deposit: '1' } },
  ]);
  use(sent.status, sent.transaction.hash);
  // @ts-expect-error: the interface has a string here
  await node.impersonate('alice.test.near', 'bob.test.near', [{ Transfer: { deposit: 1n } }]);
  // @ts-expect-error: there is no such action
  await node.impersonate('alice.test.near', 'bob.test.near', [{ Jump: {} }]);
  const { rows } = await node.rpc('perigee_gas_report');
  use(rows.length);
  // @ts-expect-error: there is no such method
  await node.rpc('perigee_gas');
  // @ts-expect-error: an amount is a bigint
  await node.setBalance('alice.test.near', '7');
  await node.stop();
}

function use(..._values: unknown[]): void {}
