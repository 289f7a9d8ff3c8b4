// Sends the same requests to two nodes and reports where their responses differ.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { SourceClock } from '../follow/sources/blockSource.ts';
import { compareAnswers, type Verdict } from './compareAnswers.ts';
import type { JsonDifference } from './jsonDifferences.ts';
import { RpcSide } from './rpcSide.ts';
import { sampleQuestions } from './sampleQuestions.ts';

export interface CompareOptions {
  readonly left: string;
  readonly right: string;
  /** A file with one request body per line; without it, blocks are sampled. */
  readonly requests?: string | undefined;
  /** How many blocks are sampled. */
  readonly blocks: number;
  /** Suffixes of paths that may differ. */
  readonly ignored: readonly string[];
  readonly clock: SourceClock;
  readonly signal: AbortSignal;
  onAnswer(asked: ComparedQuestion, count: number): void;
}

interface ComparedQuestion {
  /** The body of the request. */
  readonly request: string;
  readonly verdict: Verdict;
}

export interface DifferentAnswer {
  readonly request: string;
  readonly differences: readonly JsonDifference[];
}

export interface CompareResult {
  readonly questions: number;
  /** Requests for something that one of the nodes no longer has. */
  readonly unanswered: number;
  readonly different: number;
}

/** Concurrent requests. */
const PARALLEL_MAX = 4;

export async function compareNodes(options: CompareOptions): Promise<CompareResult> {
  const { clock, signal, requests, blocks, ignored } = options;
  const left = new RpcSide(options.left, clock, signal);
  const right = new RpcSide(options.right, clock, signal);
  const questions =
    requests === undefined ? sampleQuestions(left, right, blocks) : readQuestions(requests);
  const counts = { questions: 0, unanswered: 0, different: 0 };
  const compare = async (request: string): Promise<ComparedQuestion> => {
    const [ours, theirs] = await Promise.all([left.send(request), right.send(request)]);
    return { request, verdict: compareAnswers(ours, theirs, ignored) };
  };
  for await (const group of inGroups(questions, PARALLEL_MAX)) {
    for (const compared of await Promise.all(group.map(compare))) {
      counts.questions++;
      if (compared.verdict.kind !== 'equal') counts[compared.verdict.kind]++;
      options.onAnswer(compared, counts.questions);
    }
  }
  return counts;
}

/** Empty lines are skipped. */
async function* readQuestions(path: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.trim() !== '') yield line;
  }
}

async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  yield group;
}
