// What a request of each kind takes in processor time without HTTP and without the response cache,
// in rounds, as V8 optimises the code: `node .build/profiling/requests.js CHAINS [NAMES]` after
// `tsc -p tsconfig.test.json`. CHAINS is a folder that `bench --sections distinct --chains` has
// filled; NAMES are some of its rows, separated by commas. All threads count, V8's included.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utf8ToBytes } from '../src/base/bytes/bytes.ts';
import { listDistinctQuestions, type QuestionSource } from '../src/benchmark/distinctQuestions.ts';
import { parseCommandLine } from '../src/cli/commandLine.ts';
import { readStartOptions } from '../src/cli/commands/start.ts';
import { startNode } from '../src/node/startNode.ts';
import { ROOT } from '../src/rpc/core/endpoint.ts';

const QUESTIONS_MAX = 1_000;
const ROUNDS = 30;
const SHOWN = [0, 1, 2, 4, 9];

const [folder = '', names] = process.argv.slice(2);
const wanted = names?.split(',');
const source = JSON.parse(readFileSync(join(folder, 'own.json'), 'utf8')) as QuestionSource;
const line = ['start', '--home', join(folder, 'home'), '--port', '0', '--log', 'error'];
const node = await startNode(readStartOptions(parseCommandLine(line)));

/** A field that no method knows makes it another question. */
function ofRound(body: string, round: number): Buffer {
  const request = JSON.parse(body) as { params: object };
  return Buffer.from(
    utf8ToBytes(JSON.stringify({ ...request, params: { ...request.params, round } })),
  );
}

async function measureRound(bodies: readonly string[], round: number): Promise<number> {
  const requests = bodies.map((body) => ofRound(body, round));
  const before = process.cpuUsage();
  for (const request of requests) {
    await node.service.handle(ROOT, request);
    await new Promise(setImmediate);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests.length;
}

for (const [what, all] of listDistinctQuestions(source)) {
  // Positional params have no room for another field.
  const bodies = all.slice(0, QUESTIONS_MAX).filter((body) => !body.includes('"params":['));
  if (bodies.length === 0 || wanted?.includes(what) === false) continue;
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(bodies, round));
  const shown = SHOWN.map((round) => rounds[round]?.toFixed(0)).join(', ');
  const median = [...rounds].sort((a, b) => a - b)[ROUNDS / 2] as number;
  const rates = `rounds ${shown} µs, median ${median.toFixed(0)} µs`;
  process.stdout.write(`${what.padEnd(40)} ${bodies.length} requests: ${rates}\n`);
}
await node.stop();
