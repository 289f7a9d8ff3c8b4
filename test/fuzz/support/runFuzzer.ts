// A fuzz test: a second or two in `npm test`, minutes in `npm run test:long`. The first round
// always has the same seed; further rounds have new seeds, which a failure names.

import { type TestContext, test } from 'node:test';
import { countRounds } from '../../support/testForm.ts';
import { Fuzzer, type FuzzTarget } from './fuzzer.ts';

const SEED = 20_261_117;
const LONG_ROUNDS = 100_000;

export function testFuzzer(
  title: string,
  createTarget: () => FuzzTarget | Promise<FuzzTarget>,
  inputsPerRound: number,
): void {
  test(title, async (context: TestContext) => {
    const fuzzer = new Fuzzer(await createTarget());
    try {
      for (const round of countRounds(context, 'rounds of fuzzing', {
        short: 1,
        long: LONG_ROUNDS,
      }))
        await fuzzer.run(SEED + round, inputsPerRound);
    } finally {
      fuzzer.stop();
      context.diagnostic(fuzzer.describe());
    }
  });
}
