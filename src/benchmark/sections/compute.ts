// View calls that compute: how long a contract's plain Wasm work takes over RPC, one call at a
// time. No two calls have the same arguments, so no result comes from a cache. The nodes take
// turns.

import { bytesToBase64, concatBytes, u64Le } from '../../base/bytes/bytes.ts';
import type { KeyFile } from '../../home/homeFolder.ts';
import { type Bench, isWanted, workerArgs } from '../bench.ts';
import { type BenchAccount, deploymentOf, localFunder, sendParams } from '../benchAccount.ts';
import { COMPUTE_CONTRACT } from '../computeContract.ts';
import { withNode } from '../measuredNode.ts';
import { summariseTimes } from '../measurement.ts';
import { withPaused } from '../pausedProcesses.ts';
import { createSenders } from '../senders.ts';
import type { Target } from '../target.ts';

/** Each method with its argument. */
const METHODS: Readonly<Record<string, number>> = {
  fib: 27,
  sieve: 200_000,
  sort: 3_000,
  mandelbrot: 150,
  table: 100_000,
  jumps: 500_000,
};

const CALLS = 40;
const WARM_UP_CALLS = 20;

export async function measureCompute(bench: Bench): Promise<void> {
  const { other, otherKey } = bench;
  if (other !== null && otherKey === null) {
    bench.say('view calls of the other node are left out: --against-key names a funded account');
  }
  await withNode(bench.program, workerArgs(bench), async (node) => {
    const own = await deploy(node, localFunder());
    const theirs = other === null || otherKey === null ? null : await deploy(other, otherKey);
    for (const [method, argument] of Object.entries(METHODS)) {
      const what = `${method} ${argument}`;
      if (!isWanted(bench, what)) continue;
      const ours = await withPaused(other, () => measureCalls(own, method, argument));
      const against =
        theirs && (await withPaused(node, () => measureCalls(theirs, method, argument)));
      bench.report({
        section: 'compute',
        what,
        unit: 'ms',
        ...summariseTimes(ours),
        ...(against && { against: summariseTimes(against).value }),
      });
    }
  });
}

interface Deployed {
  readonly target: Target;
  readonly contractId: string;
}

async function deploy(target: Target, funder: KeyFile): Promise<Deployed> {
  const [account] = (await createSenders(target, funder, 1)) as [BenchAccount];
  const actions = deploymentOf(COMPUTE_CONTRACT);
  await target.call('send_tx', sendParams(account.sign(account.accountId, actions), 'FINAL'));
  return { target, contractId: account.accountId };
}

/** How long each call took. */
async function measureCalls(
  { target, contractId }: Deployed,
  method: string,
  argument: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < WARM_UP_CALLS + CALLS; i++) {
    const startMs = performance.now();
    await target.call('query', {
      request_type: 'call_function',
      account_id: contractId,
      method_name: method,
      args_base64: bytesToBase64(concatBytes(u64Le(argument), u64Le(i))),
      finality: 'final',
    });
    if (i >= WARM_UP_CALLS) times.push(performance.now() - startMs);
  }
  return times;
}
