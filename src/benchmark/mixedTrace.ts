// A trace of requests as wallets, dapps and explorers send them: some methods more often than
// others, and few accounts, blocks and transactions far more often than most.

import { listDistinctQuestions, type QuestionSource } from './distinctQuestions.ts';
import { requestBody } from './target.ts';
import { createRandom, createZipf } from './zipf.ts';

/** How many of a hundred requests are about what, by the names of the distinct questions. */
const SHARES: Readonly<Record<string, number>> = {
  call_function: 30,
  view_account: 20,
  view_access_key_list: 10,
  tx: 10,
  EXPERIMENTAL_tx_status: 5,
  block: 5,
  chunk: 4,
  EXPERIMENTAL_changes: 2,
  'view_account at old heights': 2,
};

/** What is always the same request. */
const FIXED = [
  { share: 6, body: requestBody('block', { finality: 'final' }) },
  { share: 3, body: requestBody('status', []) },
  { share: 3, body: requestBody('gas_price', [null]) },
];

const SEED = 7;

/** Both chains have the same mix; what a chain cannot be asked about is left out. */
export function createMixedTrace(source: QuestionSource, length: number): string[] {
  const random = createRandom(SEED);
  const questions = listDistinctQuestions(source);
  const choices = [
    ...FIXED.map(({ share, body }) => ({ share, next: () => body })),
    ...Object.entries(SHARES).flatMap(([what, share]) => {
      const bodies = questions.get(what) ?? [];
      const zipf = createZipf(bodies.length, random);
      return bodies.length === 0 ? [] : [{ share, next: () => bodies[zipf()] as string }];
    }),
  ];
  const deck = choices.flatMap(({ share, next }) => Array.from({ length: share }, () => next));
  return Array.from({ length }, () => (deck[Math.floor(random() * deck.length)] as () => string)());
}
