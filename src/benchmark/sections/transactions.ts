// Transactions through RPC: how long one takes to reach each milestone, and how many per second are
// possible. A node that has just started runs code that V8 has not optimised yet, as in a test
// suite; a node that runs for longer is faster. Both are measured, and reported separately. The
// other node takes turns with ours if a key of it is given.

import type { KeyFile } from '../../home/homeFolder.ts';
import { TX_LEVELS, type TxLevel } from '../../rpc/transactions/transactionStatus.ts';
import type { Action } from '../../types/action.ts';
import { type Bench, countOf, workerArgs } from '../bench.ts';
import {
  type BenchAccount,
  CALL,
  DEPLOY,
  localFunder,
  type SignedRequest,
  sendParams,
  TRANSFER,
  tokenTransfer,
} from '../benchAccount.ts';
import { sendLanes } from '../loadGenerator.ts';
import { withNode } from '../measuredNode.ts';
import { medianOfEach, summariseTimes } from '../measurement.ts';
import { withPaused } from '../pausedProcesses.ts';
import { createSenders, refreshSenders } from '../senders.ts';
import { requestBody, type Target } from '../target.ts';
import { waitForTransaction } from '../waitForTransaction.ts';

/** Enough that no row reflects the compilation of a function, or leftovers of a bulk. */
const UNMEASURED_ROUNDS = 20;
/** The levels take turns in each, so that a slow moment of the machine affects all of them. */
const ROUNDS = 100;
/** Another node may wait for its next block in each. */
const OTHER_ROUNDS = 10;
const EARLY_LEVELS: readonly TxLevel[] = ['EXECUTED_OPTIMISTIC', 'FINAL'];
/** Each has a connection, over which its transactions are sent in order. */
const SENDERS = 32;
/** Thousands may be waiting to be executed when the last of them is requested. */
const WAIT_MS = 120_000;
const JUST_STARTED = ', just started';

interface BulkRow {
  readonly what: string;
  readonly count: number;
  create(party: Party, receiver: BenchAccount): { receiverId: string; actions: readonly Action[] };
}

const TRANSFERS: BulkRow = {
  what: 'transfers, executed',
  count: 6_000,
  create: (_, { accountId }) => ({ receiverId: accountId, actions: TRANSFER }),
};

const BULKS: readonly BulkRow[] = [
  TRANSFERS,
  {
    what: 'contract calls, executed',
    count: 5_000,
    create: ({ contractId }) => ({ receiverId: contractId, actions: CALL }),
  },
  {
    what: 'ft_transfer calls, executed',
    count: 5_000,
    create: ({ contractId }, { accountId }) => ({
      receiverId: contractId,
      actions: tokenTransfer(accountId),
    }),
  },
];

export async function measureTransactions(bench: Bench): Promise<void> {
  for (const [i, shards] of bench.shards.entries()) {
    const section = `transactions, ${countOf(shards, 'shard')}`;
    const args = [...workerArgs(bench), '--shards', `${shards}`, '--wait-timeout', `${WAIT_MS}`];
    await withNode(bench.program, args, async (node) => {
      const own = await joinChain(node, localFunder());
      await withPaused(bench.other, () => measureEarly(bench, section, own));
      const other = i === 0 ? await joinOther(bench) : null;
      for (const row of BULKS) await measureRate(bench, section, { row, own, other });
      await measureLevels(bench, section, { own, other });
    });
  }
}

/** A node with the accounts that send transactions to it. */
interface Party {
  readonly target: Target;
  readonly senders: readonly BenchAccount[];
  readonly contractId: string;
}

async function joinChain(target: Target, funder: KeyFile): Promise<Party> {
  const senders = await createSenders(target, funder, SENDERS);
  const [first] = senders as [BenchAccount];
  const deployment = first.sign(first.accountId, DEPLOY);
  await target.call('send_tx', sendParams(deployment, 'NONE'));
  await waitForTransaction(target, deployment, 'FINAL', WAIT_MS);
  return { target, senders, contractId: first.accountId };
}

async function joinOther({ other, otherKey, say }: Bench): Promise<Party | null> {
  if (other === null) return null;
  if (otherKey !== null) return joinChain(other, otherKey);
  say('transactions of the other node are left out: --against-key names a funded account');
  return null;
}

async function measureEarly(bench: Bench, section: string, own: Party): Promise<void> {
  const times = await measureLatencies(own, EARLY_LEVELS, ROUNDS);
  for (const [i, level] of EARLY_LEVELS.entries()) {
    const what = `a transfer until ${level}${JUST_STARTED}`;
    bench.report({ section, what, unit: 'ms', ...summariseTimes(times[i] ?? []) });
  }
  const { executed, accepted } = await sendBulk(own, TRANSFERS);
  const what = `${TRANSFERS.what}${JUST_STARTED}`;
  const note = describeBulk(TRANSFERS, accepted);
  bench.report({ section, what, value: executed, unit: 'transactions/s', note });
}

interface Compared {
  readonly own: Party;
  readonly other: Party | null;
}

async function measureRate(
  bench: Bench,
  section: string,
  { row, own, other }: Compared & { readonly row: BulkRow },
): Promise<void> {
  const ours: BulkRates[] = [];
  const theirs: BulkRates[] = [];
  for (let run = 0; run < bench.runs; run++) {
    ours.push(await withPaused(bench.other, () => sendBulk(own, row)));
    if (other === null) continue;
    theirs.push(await withPaused(own.target, () => sendBulk(other, row)));
  }
  const { executed, accepted } = medianOfEach(ours);
  bench.report({
    section,
    what: row.what,
    value: executed,
    unit: 'transactions/s',
    against: other === null ? undefined : medianOfEach(theirs).executed,
    note: describeBulk(row, accepted),
  });
}

function describeBulk({ count }: BulkRow, accepted: number): string {
  return `${count} over ${countOf(SENDERS, 'connection')}, accepted ${accepted}/s`;
}

/** Transactions per second. */
interface BulkRates {
  readonly accepted: number;
  readonly executed: number;
}

/** From the first one sent until the last one of every sender is executed. */
async function sendBulk(party: Party, { count, create }: BulkRow): Promise<BulkRates> {
  const { target, senders } = party;
  await refreshSenders(target, senders);
  const lanes = senders.map((sender, lane) =>
    Array.from({ length: Math.ceil(count / senders.length) }, (_, i): SignedRequest => {
      const receiver = senders[(lane + i + 1) % senders.length] as BenchAccount;
      const { receiverId, actions } = create(party, receiver);
      return sender.sign(receiverId, actions);
    }),
  );
  const bodies = lanes.map((lane) =>
    lane.map((signed) => requestBody('send_tx', sendParams(signed, 'NONE'))),
  );
  const startMs = performance.now();
  await sendLanes(target.url, bodies);
  const acceptedMs = performance.now() - startMs;
  for (const lane of lanes) {
    const last = lane.at(-1) as SignedRequest;
    await waitForTransaction(target, last, 'EXECUTED_OPTIMISTIC', WAIT_MS);
  }
  const executedMs = performance.now() - startMs;
  const rate = (ms: number) => Math.round((lanes.flat().length * 1000) / ms);
  return { accepted: rate(acceptedMs), executed: rate(executedMs) };
}

async function measureLevels(
  bench: Bench,
  section: string,
  { own, other }: Compared,
): Promise<void> {
  const measure = (party: Party, rounds: number) => measureLatencies(party, TX_LEVELS, rounds);
  const ours = await withPaused(bench.other, () => measure(own, ROUNDS));
  const theirs =
    other === null ? [] : await withPaused(own.target, () => measure(other, OTHER_ROUNDS));
  for (const [i, level] of TX_LEVELS.entries()) {
    const against = theirs[i] === undefined ? undefined : summariseTimes(theirs[i]).value;
    const what = `a transfer until ${level}`;
    bench.report({ section, what, unit: 'ms', against, ...summariseTimes(ours[i] ?? []) });
  }
}

/** For each level the times of its transactions. */
async function measureLatencies(
  party: Party,
  levels: readonly TxLevel[],
  rounds: number,
): Promise<number[][]> {
  const { target, senders } = party;
  const [sender, receiver] = senders as [BenchAccount, BenchAccount];
  const times = levels.map((): number[] => []);
  const unmeasured = Math.min(UNMEASURED_ROUNDS, rounds);
  for (let round = -unmeasured; round < rounds; round++) {
    await refreshSenders(target, senders);
    for (const [i, level] of levels.entries()) {
      if (round < 0 && level !== 'FINAL') continue;
      const signed = sender.sign(receiver.accountId, TRANSFER);
      const startMs = performance.now();
      await target.call('send_tx', sendParams(signed, level));
      if (round >= 0) times[i]?.push(performance.now() - startMs);
      // The next one starts on an idle chain.
      await waitForTransaction(target, signed, 'FINAL', WAIT_MS);
    }
  }
  return times;
}
