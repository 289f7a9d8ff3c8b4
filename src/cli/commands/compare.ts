// `perigee compare`: sends the same requests to two nodes; the exit code says whether they agree.

import { writeFileSync } from 'node:fs';
import { assert } from '../../base/assert.ts';
import { PerigeeError } from '../../base/errors.ts';
import {
  type CompareOptions,
  type CompareResult,
  compareNodes,
  type DifferentAnswer,
} from '../../compare/compareNodes.ts';
import { sourceClock } from '../../follow/sources/sourceClock.ts';
import { createProgress } from '../../process/progress.ts';
import { type CommandLine, defaultedText, optionText } from '../commandLine.ts';
import { parsePath, parseUrl, parseWholeNumber } from '../optionValues.ts';

const BLOCKS_BOUNDS = { min: 1, max: 100_000 };
/** This many differing responses are kept for the file; all are counted and printed. */
const KEPT_MAX = 10_000;

export async function compare(line: CommandLine): Promise<number> {
  const different: DifferentAnswer[] = [];
  const progress = createProgress('compared', process.stderr, 'questions');
  const options = readCompareOptions(line, ({ request, verdict }, count) => {
    progress.step(`${count} questions`);
    if (verdict.kind !== 'different') return;
    const { differences } = verdict;
    if (different.length < KEPT_MAX) different.push({ request, differences });
    progress.end();
    process.stdout.write(formatDifferent({ request, differences }));
  });
  const result = await failReadably(() => compareNodes(options));
  progress.end();
  process.stdout.write(`${formatResult(result)}\n`);
  const json = optionText(line, 'json');
  if (json !== undefined) {
    const { left, right } = options;
    const report = { left, right, ...result, answers: different };
    writeFileSync(parsePath(json), `${JSON.stringify(report, null, 2)}\n`);
  }
  return result.different === 0 ? 0 : 1;
}

export function readCompareOptions(
  line: CommandLine,
  onAnswer: CompareOptions['onAnswer'],
): CompareOptions {
  const [left, right] = line.args;
  assert(left !== undefined && right !== undefined, 'compare has two arguments');
  const requests = optionText(line, 'requests');
  return {
    left: parseUrl('An address', left),
    right: parseUrl('An address', right),
    requests: requests === undefined ? requests : parsePath(requests),
    blocks: parseWholeNumber('--blocks', defaultedText(line, 'blocks'), BLOCKS_BOUNDS),
    ignored: (optionText(line, 'ignore') ?? '').split(',').filter((name) => name !== ''),
    clock: sourceClock,
    signal: new AbortController().signal,
    onAnswer,
  };
}

/** Reports a file that cannot be read. */
async function failReadably<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EISDIR' && code !== 'EACCES') throw error;
    throw new PerigeeError({ code: 'requests' }, `The requests cannot be read: ${message}.`);
  }
}

function formatDifferent({ request, differences }: DifferentAnswer): string {
  const lines = differences.map(
    ({ path, left, right }) => `  ${path}: ${left ?? 'nothing'} | ${right ?? 'nothing'}`,
  );
  return [request, ...lines, ''].join('\n');
}

function formatResult({ questions, unanswered, different }: CompareResult): string {
  const kept = unanswered === 0 ? '' : `, ${unanswered} about what one of them has not kept`;
  const verdict = different === 0 ? 'no answers differ' : `${different} answers differ`;
  return `${questions} questions${kept}: ${verdict}`;
}
