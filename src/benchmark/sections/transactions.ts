// Transactions through RPC: how long one takes to reach each milestone, and how many per second are
// possible. A node that has just started runs code that V8 has not optimised yet, as in a test
// suite; a node that runs for longer is faster. Both are measured, and reported separately.

import { TX_LEVELS, type TxLevel } from '../../rpc/transactions/transactionStatus.ts';
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
/** Enough that no row reflects the compilation of a function, or leftovers of a bulk. */
const UNMEASURED_ROUNDS = 20;
/** The levels take turns in each, so that a slow moment of the machine affects all of them. */
const ROUNDS = 100;
const EARLY_LEVELS: readonly TxLevel[] = ['EXECUTED_OPTIMISTIC', 'FINAL'];
const FIRST_BULK = 5_000;
const BULK = 10_000;
const BULK_CONNECTIONS = 32;
const SENDERS = 10;
/** Thousands may be waiting to be executed when the last of them is requested. */
const WAIT_MS = 120_000;
const JUST_STARTED = ', just started';

export async function measureTransactions(bench: Bench): Promise<void> {
  const args = [...workerArgs(bench), '--wait-timeout', String(WAIT_MS)];
  await withNode(bench.program, args, async (node) => {
    const accounts = await BenchAccount.openAll(node, SENDERS);
    const [alice, bob] = accounts as [BenchAccount, BenchAccount];
    await node.call('send_tx', sendParams(alice.sign(alice.accountId, DEPLOY), 'FINAL'));
    const transfer = (sender = alice) => sender.sign(bob.accountId, TRANSFER);
    const call = (sender: BenchAccount) => sender.sign(alice.accountId, CALL);
    const measureLevels = async (levels: readonly TxLevel[], remark: string) => {
      await measureLatencies(node, transfer, ['FINAL'], UNMEASURED_ROUNDS);
      const times = await measureLatencies(node, transfer, levels, ROUNDS);
      for (const [i, level] of levels.entries()) {
        const what = `a transfer until ${level}${remark}`;
        bench.report({ section, what, unit: 'ms', ...summariseTimes(times[i] ?? []) });
      }
    };
    await measureLevels(EARLY_LEVELS, JUST_STARTED);
    const measureRate = (what: string, sign: Sign, count: number) =>
      measureBulk(bench, node, what, spread(accounts, sign, count));
    await measureRate(`transfers, executed${JUST_STARTED}`, transfer, FIRST_BULK);
    await measureRate('transfers, executed', transfer, BULK);
    await measureRate('contract calls, executed', call, BULK);
    await measureLevels(TX_LEVELS, '');
  });
}

type Sign = (sender: BenchAccount) => SignedRequest;

/** For each level the times of its transactions. */
async function measureLatencies(
  node: MeasuredNode,
  sign: () => SignedRequest,
  levels: readonly TxLevel[],
  rounds: number,
): Promise<number[][]> {
  const times = levels.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, level] of levels.entries()) {
      const signed = sign();
      const startMs = performance.now();
      await node.call('send_tx', sendParams(signed, level));
      times[i]?.push(performance.now() - startMs);
      // The next one starts on an idle chain.
      await node.call('tx', { ...statusParams(signed), wait_until: 'FINAL' });
    }
  }
  return times;
}

/** The senders take turns, so that each one's nonces arrive nearly in order. */
function spread(accounts: readonly BenchAccount[], sign: Sign, count: number): SignedRequest[] {
  return Array.from({ length: count }, (_, i) =>
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
    what,
    value: rate(executedMs),
    unit: 'transactions/s',
    note: `${signed.length} over ${BULK_CONNECTIONS} connections, accepted ${rate(acceptedMs)}/s`,
  });
}
