// How fast a recorded chain is applied and compared.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Bench } from '../bench.ts';
import { BenchError } from '../benchError.ts';

export async function measureReplay(bench: Bench): Promise<void> {
  const { program, recording } = bench;
  if (recording === null) {
    bench.say('replay is left out: --recording names the folder of a recording');
    return;
  }
  const startMs = performance.now();
  const child = spawn(process.execPath, [program, 'replay', recording, '--log', 'error'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  await once(child, 'close');
  const seconds = (performance.now() - startMs) / 1000;
  const blocks = Number(/(\d+) blocks/.exec(output)?.[1]);
  if (child.exitCode !== 0 || Number.isNaN(blocks)) {
    throw new BenchError({ code: 'node_ended' }, `The replay failed: ${output.trim()}`);
  }
  bench.report({
    section: 'replay',
    what: recording,
    value: Math.round(blocks / seconds),
    unit: 'blocks/s',
    note: `${blocks} blocks in ${seconds.toFixed(1)} s, with the start of the program`,
  });
}
