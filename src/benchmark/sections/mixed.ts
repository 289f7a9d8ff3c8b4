// Reads with a realistic mix and popularity, repeated as users repeat them, while transactions
// arrive at a steady rate and a block is produced every 120 ms.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, countOf } from '../bench.ts';
import { type BenchAccount, localFunder, sendParams, TRANSFER } from '../benchAccount.ts';
import { compareRuns, type RunSide, withProcessorTime } from '../compareRuns.ts';
import { generateRepeatedLoad } from '../loadGenerator.ts';
import { quantile } from '../measurement.ts';
import { createMixedTrace } from '../mixedTrace.ts';
import { createSenders, refreshSenders } from '../senders.ts';
import { Target } from '../target.ts';

const TRACE_LENGTH = 50_000;
const SENDERS = 20;
const TRANSACTIONS_PER_SECOND = 50;
const WARM_UP_ROUNDS = 3;
const WARM_UP_CONNECTIONS = 8;

const readsRow = (connections: number) => `reads, ${countOf(connections, 'connection')}`;
const sendsRow = (connections: number) =>
  `a transfer until executed, beside ${countOf(connections, 'connection')}`;

export async function measureMixed(bench: Bench): Promise<void> {
  await compareRuns(bench, {
    name: 'mixed',
    rows: bench.connections.flatMap((connections) => [
      { what: readsRow(connections), unit: 'requests/s' as const },
      { what: sendsRow(connections), unit: 'ms' as const },
    ]),
    measure: async (sides) => {
      const prepared: PreparedSide[] = [];
      for (const side of sides) prepared.push(await prepareSide(bench, side));
      for (let round = 0; round < WARM_UP_ROUNDS; round++) {
        for (const one of prepared) {
          await one.side.alone(() => read(bench, one, WARM_UP_CONNECTIONS));
        }
      }
      for (const connections of bench.connections) {
        for (const one of prepared) {
          await one.side.alone(() => measureSide(bench, one, connections));
        }
      }
    },
  });
}

interface PreparedSide {
  readonly side: RunSide;
  readonly trace: readonly string[];
  /** Empty if the node must not receive transactions. */
  readonly senders: readonly BenchAccount[];
}

async function prepareSide(bench: Bench, side: RunSide): Promise<PreparedSide> {
  const trace = createMixedTrace(side.source, TRACE_LENGTH);
  const funder = side.isOwn ? localFunder() : bench.otherKey;
  if (funder === null) {
    bench.say('the other node receives no transactions: --against-key names a funded account');
    return { side, trace, senders: [] };
  }
  return { side, trace, senders: await createSenders(side.target, funder, SENDERS) };
}

async function measureSide(bench: Bench, prepared: PreparedSide, connections: number) {
  const { side } = prepared;
  await refreshSenders(side.target, prepared.senders);
  const [reads, times] = await Promise.all([
    withProcessorTime(side.target, () => read(bench, prepared, connections)),
    sendTransfers(bench, prepared),
  ]);
  const { requestsPerSecond, medianMs, p99Ms, processorUs } = reads;
  side.add(readsRow(connections), { value: requestsPerSecond, medianMs, p99Ms, processorUs });
  if (times.length === 0) return;
  const [median, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  const result = { value: median, medianMs: median, p99Ms: p99, processorUs: null };
  side.add(sendsRow(connections), result);
}

function read({ loadMs }: Bench, { side, trace }: PreparedSide, connections: number) {
  const { url } = side.target;
  return generateRepeatedLoad({ url, bodies: trace, connections, durationMs: loadMs });
}

/**
 * How long each took. Senders take turns, and times count from when a transfer was due, so that a
 * slow response does not hide that the next one had to wait.
 */
async function sendTransfers({ loadMs }: Bench, { side, senders }: PreparedSide) {
  const times: number[] = [];
  const startMs = performance.now();
  const everyMs = (1000 * senders.length) / TRANSACTIONS_PER_SECOND;
  await Promise.all(
    senders.map(async (sender, i) => {
      const target = new Target(side.target.url.href);
      const receiver = senders[(i + 1) % senders.length] as BenchAccount;
      const firstMs = startMs + (i * everyMs) / senders.length;
      for (let dueMs = firstMs; dueMs < startMs + loadMs; dueMs += everyMs) {
        await sleep(Math.max(0, dueMs - performance.now()));
        const signed = sender.sign(receiver.accountId, TRANSFER);
        await target.call('send_tx', sendParams(signed, 'EXECUTED_OPTIMISTIC'));
        times.push(performance.now() - dueMs);
      }
      target.close();
    }),
  );
  return times;
}
