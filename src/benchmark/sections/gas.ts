// How long contracts take for their gas, in transactions that use up all that they are given: every
// mix of Wasm instructions and every host function that is slow for its gas. The protocol reckons
// with a millisecond per Tgas, and a chunk has at most 1,000 Tgas.

import { concatBytes } from '../../base/bytes/bytes.ts';
import type { Action } from '../../types/action.ts';
import { type Bench, isWanted, workerArgs } from '../bench.ts';
import { type BenchAccount, deploymentOf, localFunder, sendParams } from '../benchAccount.ts';
import { encodeCaller, HOST_CALLS } from '../gas/hostCalls.ts';
import { WASM_MIXES } from '../gas/wasmMixes.ts';
import { withNode } from '../measuredNode.ts';
import { type Measurement, quantile } from '../measurement.ts';
import { readProcessorMs } from '../processTime.ts';
import { createSenders } from '../senders.ts';
import type { Target } from '../target.ts';

const TGAS = 10n ** 12n;
const CALL_TGAS = 100n;
/** Until V8 has compiled what is called. */
const WARM_UP_CALLS = 2;

interface GasContract {
  readonly code: Uint8Array;
  readonly args: Uint8Array;
}

export async function measureGas(bench: Bench): Promise<void> {
  await withNode(bench.program, workerArgs(bench), async (node) => {
    const [account] = (await createSenders(node, localFunder(), 1)) as [BenchAccount];
    let worst: Measurement | null = null;
    for (const [what, create] of listContracts()) {
      if (!isWanted(bench, what)) continue;
      const value = await measureContract(node, account, create(), bench.runs);
      const row: Measurement = { section: 'gas', what, unit: 'ms/Tgas', value };
      bench.report(row);
      if (value > (worst?.value ?? 0)) worst = row;
    }
    if (worst !== null) bench.report({ ...worst, what: `the worst: ${worst.what}` });
  });
}

function listContracts(): Map<string, () => GasContract> {
  const contracts = new Map<string, () => GasContract>();
  for (const [what, create] of WASM_MIXES) {
    contracts.set(what, () => ({ code: create(), args: new Uint8Array() }));
  }
  for (const [what, create] of HOST_CALLS) {
    contracts.set(what, () => {
      const call = create();
      const [name = ''] = what.split(' ');
      return { code: encodeCaller(name, call), args: concatBytes(...call.data) };
    });
  }
  return contracts;
}

/** The median of the processor time per Tgas, or of the time of the clock where that is unknown. */
async function measureContract(
  target: Target,
  account: BenchAccount,
  { code, args }: GasContract,
  runs: number,
): Promise<number> {
  await send(target, account, deploymentOf(code));
  const value = { methodName: 'main', args, gas: CALL_TGAS * TGAS, deposit: 0n };
  const call: readonly Action[] = [{ kind: 'FunctionCall', value }];
  const ratios: number[] = [];
  for (let i = 0; i < WARM_UP_CALLS + runs; i++) {
    const startMs = readMs(target);
    const gas = await send(target, account, call);
    const ms = readMs(target) - startMs;
    if (i >= WARM_UP_CALLS) ratios.push(ms / (gas / Number(TGAS)));
  }
  return quantile(ratios, 0.5);
}

function readMs({ pid }: Target): number {
  return readProcessorMs(pid) ?? performance.now();
}

interface SentTransaction {
  readonly transaction_outcome: GasOutcome;
  readonly receipts_outcome: readonly GasOutcome[];
}

interface GasOutcome {
  readonly outcome: { readonly gas_burnt: number };
}

/** Returns the gas that all of it has burnt. */
async function send(
  target: Target,
  account: BenchAccount,
  actions: readonly Action[],
): Promise<number> {
  const signed = account.sign(account.accountId, actions);
  const sent = await target.call<SentTransaction>('send_tx', sendParams(signed, 'EXECUTED'));
  const outcomes = [sent.transaction_outcome, ...sent.receipts_outcome];
  return outcomes.reduce((sum, { outcome }) => sum + outcome.gas_burnt, 0);
}
