// Requests per second of each reading method, while a block is produced every 120 ms. Another node
// is measured in turns with this one, so that other load on the machine affects both.

import { bytesToBase64, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { type Bench, BLOCK_EVERY_MS, countOf, isWanted, workerArgs } from '../bench.ts';
import { BenchAccount, DEPLOY, sendParams, TRANSFER } from '../benchAccount.ts';
import type { LoadResult } from '../loadGenerator.ts';
import { type MeasuredNode, withNode } from '../measuredNode.ts';
import { medianOfEach } from '../measurement.ts';
import { chooseReadRequests, type ReadRequest } from '../readRequests.ts';
import { requestBody, type Target } from '../target.ts';

const WARM_UP_SHARE = 0.2;

export async function measureReads(bench: Bench): Promise<void> {
  const args = ['--mining', `interval:${BLOCK_EVERY_MS}`, ...workerArgs(bench)];
  await withNode(bench.program, args, async (node) => {
    const own = [...(await prepare(node)), ...(await chooseReadRequests(node))];
    // A node measures its event loop from the first request for its metrics.
    await readEventLoopMs(node);
    for (const request of own.filter(({ what }) => isWanted(bench, what))) {
      // Chosen again each time, because the other node may prune old blocks quickly.
      const others = bench.other === null ? [] : await chooseReadRequests(bench.other);
      const other = others.find(({ what }) => what === request.what);
      for (const connections of bench.connections) {
        await measureRequest(bench, { node, request, other, connections });
      }
    }
    await reportEventLoop(bench, node);
  });
}

/** Gives the chain transactions to read, and a contract to call. */
async function prepare(node: MeasuredNode): Promise<ReadRequest[]> {
  const [alice, bob] = (await BenchAccount.openAll(node, 2)) as [BenchAccount, BenchAccount];
  await node.call('send_tx', sendParams(alice.sign(alice.accountId, DEPLOY), 'FINAL'));
  await node.call('send_tx', sendParams(alice.sign(bob.accountId, TRANSFER), 'FINAL'));
  const call = {
    request_type: 'call_function',
    account_id: alice.accountId,
    method_name: 'echo',
    args_base64: bytesToBase64(utf8ToBytes('"echo"')),
    finality: 'final',
  };
  return [{ what: 'query call_function', method: 'query', params: call }];
}

interface OneMeasurement {
  readonly node: Target;
  readonly request: ReadRequest;
  readonly other: ReadRequest | undefined;
  readonly connections: number;
}

async function measureRequest(bench: Bench, one: OneMeasurement): Promise<void> {
  const { node, request, connections } = one;
  const { runs } = bench;
  const ours: LoadResult[] = [];
  const theirs: (LoadResult | null)[] = [];
  const aim = { target: node, request, connections };
  await warmUp(bench, aim);
  for (let turn = 0; turn < runs; turn++) {
    ours.push(await load(bench, aim, 1 / runs));
    if (!theirs.includes(null)) theirs.push(await loadOther(bench, one, turn === 0));
  }
  const { requestsPerSecond, ...detail } = medianOfEach(ours);
  const known = theirs.filter((result) => result !== null);
  const other = known.length === runs ? medianOfEach(known) : null;
  bench.report({
    section: 'reads',
    what: `${request.what}, ${countOf(connections, 'connection')}`,
    value: requestsPerSecond,
    unit: 'requests/s',
    against: other?.requestsPerSecond,
    detail,
    againstDetail: other ?? undefined,
  });
}

/**
 * Null if there is no other node. A node that lacks the method or rate-limits its clients does not
 * stop the run.
 */
async function loadOther(
  bench: Bench,
  { other: request, connections }: OneMeasurement,
  isFirst: boolean,
): Promise<LoadResult | null> {
  if (bench.other === null || request === undefined) return null;
  try {
    const aim = { target: bench.other, request, connections };
    if (isFirst) await warmUp(bench, aim);
    return await load(bench, aim, 1 / bench.runs);
  } catch (error) {
    bench.say(`${request.what} of the other node is left out: ${(error as Error).message}`);
    return null;
  }
}

interface Aim {
  readonly target: Target;
  readonly request: ReadRequest;
  readonly connections: number;
}

async function warmUp(bench: Bench, aim: Aim): Promise<void> {
  const { method, params } = aim.request;
  // Fails if the response is an error, which may come with status 200.
  await aim.target.call(method, params);
  await load(bench, aim, WARM_UP_SHARE);
}

/** For a share of the time of each kind of request. */
function load(
  { loadMs, generateLoad }: Bench,
  { target, request: { method, params }, connections }: Aim,
  share: number,
): Promise<LoadResult> {
  const body = requestBody(method, params);
  return generateLoad({ url: target.url, body, connections, durationMs: loadMs * share });
}

async function reportEventLoop(bench: Bench, node: Target): Promise<void> {
  bench.report({
    section: 'reads',
    what: 'delay of the event loop, p99',
    value: await readEventLoopMs(node),
    unit: 'ms',
  });
}

/** The 99th percentile of the node's event loop delay; null if unknown. */
async function readEventLoopMs(node: Target): Promise<number | null> {
  const response = await fetch(new URL('/metrics', node.url));
  const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await response.text())?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}
