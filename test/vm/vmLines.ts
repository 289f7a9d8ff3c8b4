// Runs the contract calls that standard input describes, one JSON object on each line, and prints
// their results in the same order: node .build/test/vm/vmLines.js < calls > results. The format is
// that of `support/oracleLine.ts`.

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { runLines } from './support/contractThread.ts';

for await (const result of runLines(createInterface({ input: process.stdin }))) {
  if (!process.stdout.write(`${result}\n`)) await once(process.stdout, 'drain');
}
