// How long the trace of a transaction takes, and how much memory, for a call that burns 300 Tgas of
// Wasm and for one with 50,000 host calls: `node .build/profiling/traces.js`.

import { utf8ToBytes } from '../src/base/bytes/bytes.ts';
import { TransactionTrace } from '../src/trace/tree/transactionTrace.ts';
import { BOB, TGAS } from '../test/chain/localChain.ts';
import { type HostCall, hostCalls } from '../test/support/recordedContracts.ts';
import { readBuilt } from '../test/symbols/support/builtContracts.ts';
import { createTracedChain } from '../test/trace/tracedChain.ts';

const ROUNDS = 3;
const MIB = 1024 * 1024;
const GAS = 300n * TGAS;

const calls = Array.from({ length: 50_000 }, (): HostCall => ['epoch_height']);
const CASES = [
  { name: 'Wasm', code: readBuilt('ledger.wasm'), method: 'spin', args: utf8ToBytes('{}') },
  { name: 'host calls', code: null, method: 'run', args: hostCalls(...calls) },
];

for (const { name, code, method, args } of CASES) {
  const chain = await createTracedChain();
  if (code !== null) {
    const patches = [{ kind: 'SetCode', value: { accountId: BOB, code } }] as const;
    await chain.controls.run({ kind: 'patchState', patches });
  }
  const value = { methodName: method, args, gas: GAS, deposit: 0n };
  const id = await chain.send([{ kind: 'FunctionCall', value }]);
  const before = process.memoryUsage().rss;
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    const trace = chain.trace(id);
    const ms = performance.now() - startMs;
    if (trace === null) throw new Error('there is no trace');
    const bytes = TransactionTrace.json(trace).length;
    const grown = (process.memoryUsage().rss - before) / MIB;
    const tgas = trace.gasBurnt / TGAS;
    process.stdout.write(
      `${name}: ${tgas} Tgas, ${ms.toFixed(0)} ms, ${bytes} bytes of JSON, ` +
        `${grown.toFixed(0)} MiB more memory\n`,
    );
  }
}
