// Transactions through RPC: how long one takes to each milestone, and how many there are a second.

import { TX_LEVELS } from '../../rpc/txStatus.ts';
import { type Bench, workerArgs } from '../bench.ts';
import {
  BenchAccount,
  CALL,
  DEPLOY,
  type SignedRequest,
  sendParams,
  statusParams,
  TRANSFER,
} from '../benchAccount.ts';
import { sendAll } from '../loadGenerator.ts';
import { type MeasuredNode, withNode } from '../measuredNode.ts';
import { summariseTimes } from '../measurement.ts';
import { requestBody } from '../target.ts';

const section = 'transactions';
const WARM_UP = 20;
const ROUNDS = 50;
const BULK = 5_000;
const BULK_CONNECTIONS = 32;
const SENDERS = 10;

export async function measureTransactions(bench: Bench): Promise<void> {
  await withNode(bench.program, workerArgs(bench), async (node) => {
    const accounts = await BenchAccount.openAll(node, SENDERS);
    const [alice, bob] = accounts as [BenchAccount, BenchAccount];
    await node.call('send_tx', sendParams(alice.sign(alice.accountId, DEPLOY), 'FINAL'));
    const transfer = () => alice.sign(bob.accountId, TRANSFER);
    for (let i = 0; i < WARM_UP; i++) await node.call('send_tx', sendParams(transfer(), 'FINAL'));
    for (const milestone of TX_LEVELS) {
      const times = await measureLatency(node, transfer, milestone);
      const what = `a transfer until ${milestone}`;
      bench.report({ section, what, unit: 'ms', ...summariseTimes(times) });
    }
    const transfers = spread(accounts, (sender) => sender.sign(bob.accountId, TRANSFER));
    await measureBulk(bench, node, 'transfers', transfers);
    const calls = spread(accounts, (sender) => sender.sign(alice.accountId, CALL));
    await measureBulk(bench, node, 'contract calls', calls);
  });
}

async function measureLatency(
  node: MeasuredNode,
  sign: () => SignedRequest,
  milestone: string,
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const signed = sign();
    const startMs = performance.now();
    await node.call('send_tx', sendParams(signed, milestone));
    times.push(performance.now() - startMs);
    // The next one meets a chain at rest.
    await node.call('tx', { ...statusParams(signed), wait_until: 'FINAL' });
  }
  return times;
}

/** The senders take turns, so that each one's nonces arrive nearly in order. */
function spread(
  accounts: readonly BenchAccount[],
  sign: (sender: BenchAccount) => SignedRequest,
): SignedRequest[] {
  return Array.from({ length: BULK }, (_, i) =>
    sign(accounts[i % accounts.length] as BenchAccount),
  );
}

/** From the first one sent until the last one of every sender is executed. */
async function measureBulk(
  bench: Bench,
  node: MeasuredNode,
  what: string,
  signed: readonly SignedRequest[],
): Promise<void> {
  const bodies = signed.map((one) => requestBody('send_tx', sendParams(one, 'NONE')));
  const startMs = performance.now();
  await sendAll(node.url, bodies, BULK_CONNECTIONS);
  const acceptedMs = performance.now() - startMs;
  for (const last of signed.slice(-SENDERS)) {
    await node.call('tx', { ...statusParams(last), wait_until: 'EXECUTED_OPTIMISTIC' });
  }
  const executedMs = performance.now() - startMs;
  const rate = (ms: number) => Math.round((signed.length * 1000) / ms);
  bench.report({
    section,
    what: `${what}, executed`,
    value: rate(executedMs),
    unit: 'transactions/s',
    note: `${signed.length} over ${BULK_CONNECTIONS} connections, accepted ${rate(acceptedMs)}/s`,
  });
}
