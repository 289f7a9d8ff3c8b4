// The thread that executes receipts of another network. It blocks while the main thread asks for a
// row. Bound: 256 MiB of rows for a trace; its task has a time limit.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { bytesKey } from '../base/bytes/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { publicMessage } from '../base/publicMessage.ts';
import { packFailure } from '../base/threadFailure.ts';
import { MIB } from '../base/units.ts';
import { createContractRunner } from '../execution/contractRunner.ts';
import { askBlocking, type QuestionLine } from '../fork/blockingQuestions.ts';
import { RowUnavailable } from '../store/rowUnavailable.ts';
import type { PastRows } from './changesBefore.ts';
import { createRemoteTrace } from './createRemoteTrace.ts';
import { RemoteError } from './remoteError.ts';
import type {
  FromRemoteThread,
  RemoteTask,
  RemoteThreadData,
  RowAnswer,
  RowQuestion,
} from './remoteMessages.ts';
import { RemoteTrace } from './remoteTrace.ts';

const ROWS_BYTES_MAX = 256 * MIB;
/** The main thread bounds its requests. */
const ROW_WAIT_MS = 120_000;

function run({ line, debugInfo }: RemoteThreadData): void {
  assert(parentPort !== null, 'receipts are executed in a thread of its own');
  const port = parentPort;
  const contracts = createContractRunner({ debugInfo });
  const say = (message: FromRemoteThread) => port.postMessage(message);
  port.on('message', (task: RemoteTask) => {
    try {
      const trace = createRemoteTrace(task, contracts, createRows(line));
      say({ kind: 'traced', text: RemoteTrace.json(trace) });
    } catch (error) {
      say(describeFailure(error));
    }
  });
  say({ kind: 'ready' });
}

function describeFailure(error: unknown): FromRemoteThread {
  if (error instanceof PerigeeError) return { kind: 'refused', message: error.message };
  return { kind: 'failed', message: publicMessage(error), failure: packFailure(error) };
}

/** Each row is asked for once. */
function createRows(line: QuestionLine): PastRows {
  const known = new Map<string, RowAnswer>();
  let bytes = 0;
  const ask = (question: RowQuestion): RowAnswer => {
    const name = nameOf(question);
    const before = known.get(name);
    if (before !== undefined) return before;
    const answer = askBlocking<RowQuestion, RowAnswer>(line, question, ROW_WAIT_MS);
    if (answer === undefined) throw new RemoteError('remote_source', 'a row does not arrive');
    if (answer.kind === 'failed') throw new RemoteError('remote_source', answer.message);
    bytes += name.length + sizeOf(answer);
    if (bytes > ROWS_BYTES_MAX) {
      const text = `the receipts read more than ${ROWS_BYTES_MAX} bytes`;
      throw new RemoteError('remote_source', text);
    }
    known.set(name, answer);
    return answer;
  };
  return {
    row: (blockHash, key) => {
      const answer = ask({ kind: 'row', blockHash, key });
      if (answer.kind === 'row') return answer.value;
      throw refusal(answer);
    },
    keys: (blockHash, key) => {
      const answer = ask({ kind: 'keys', blockHash, key });
      if (answer.kind === 'keys') return answer.keys;
      throw refusal(answer);
    },
    path: (receiptId, receiverId) => {
      const answer = ask({ kind: 'path', receiptId, receiverId });
      return answer.kind === 'path' ? answer.path : null;
    },
  };
}

function nameOf(question: RowQuestion): string {
  if (question.kind === 'path') return `path ${bytesKey(question.receiptId)}`;
  return `${question.kind} ${bytesKey(question.blockHash)} ${bytesKey(question.key)}`;
}

function refusal(answer: RowAnswer): RowUnavailable {
  return new RowUnavailable('message' in answer ? answer.message : 'it is not a row');
}

function sizeOf(answer: RowAnswer): number {
  if (answer.kind === 'row') return answer.value?.length ?? 0;
  if (answer.kind !== 'keys') return 0;
  return answer.keys.reduce((sum, key) => sum + key.length, 0);
}

run(workerData);
