// Traces of transactions of another network: gathers what is needed, keeps it in a folder, and has
// a thread execute it. Bounds: the requests of a trace, the size of answers and of the folder, and
// ten minutes for the execution.

import { deserialize, serialize } from 'node:v8';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import {
  bytesKey,
  bytesToHex,
  bytesToUtf8,
  concatBytes,
  utf8ToBytes,
} from '../base/bytes/bytes.ts';
import { formatHash, type Hash } from '../base/crypto/hash.ts';
import { parseExactJson } from '../base/json/exactJson.ts';
import type { StateEdit } from '../chain/patch/stateEdit.ts';
import { decode, encode } from '../codec/codec.ts';
import { bytes, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { TaskThread } from '../execution/taskThread.ts';
import type { BlockSource } from '../follow/sources/blockSource.ts';
import { OriginRefusal } from '../fork/askOrigin.ts';
import { askRow, askRows } from '../fork/askRow.ts';
import { answerQuestions, createSignal } from '../fork/blockingQuestions.ts';
import type { Dialect } from '../params/dialect.ts';
import type { TraceRequest } from '../trace/traceTransaction.ts';
import type { AccountId } from '../types/accountId.ts';
import { hash, height } from '../types/primitives.ts';
import { OutcomeWithIdView } from '../types/views/outcomeView.ts';
import { gatherFromBlocks } from './gatherFromBlocks.ts';
import { askStatus, gatherFromNode } from './gatherFromNode.ts';
import type { KeptAnswers } from './keptAnswers.ts';
import { outcomePath, type PastTransaction } from './pastTransaction.ts';
import { RemoteError } from './remoteError.ts';
import type {
  FinishedRemoteTrace,
  RemoteTask,
  RemoteThreadData,
  RowAnswer,
  RowQuestion,
} from './remoteMessages.ts';
import { explainRemote, isPruned, type RemoteNode } from './remoteNode.ts';
import { RemoteTrace } from './remoteTrace.ts';

const HeightOnly = struct({ header: struct({ height }) });

const EXECUTION_MS_MAX = 600_000;
/** Raised when what is kept of a transaction changes. */
const HISTORY_FORMAT = 1;
const ABSENT = Uint8Array.of(0);
const PRESENT = Uint8Array.of(1);

export interface RemoteTracerOptions {
  /** Has the rows, and the transaction unless there are `blocks`. */
  readonly node: RemoteNode;
  readonly blocks: BlockSource | null;
  readonly kept: KeptAnswers;
  /** Whether the network must not be asked. */
  readonly isOffline: boolean;
  readonly debugInfo?: string | undefined;
}

export interface RemoteRequest extends TraceRequest {
  readonly dialect: Dialect;
  /** Of the block with the transaction; null if the node has to find it. */
  readonly height: number | null;
  readonly overrides: readonly StateEdit[];
  /** Code to run in place of an account's; without an account, in place of the receiver's. */
  readonly code?: { readonly accountId: AccountId | null; readonly code: Uint8Array } | undefined;
}

export class RemoteTracer {
  readonly #options: RemoteTracerOptions;
  readonly #thread: TaskThread<RemoteTask, FinishedRemoteTrace>;
  readonly #port: MessagePort;
  /** Why the last row could not be had. */
  #rowError: unknown = null;
  #head: Promise<Hash> | null = null;

  constructor(options: RemoteTracerOptions) {
    this.#options = options;
    const { port1, port2 } = new MessageChannel();
    const signal = createSignal();
    answerQuestions<RowQuestion, RowAnswer>({ port: port1, signal }, (one) => this.#answer(one));
    this.#port = port1;
    const data: RemoteThreadData = { line: { port: port2, signal }, debugInfo: options.debugInfo };
    const url = new URL('./remoteTraceWorker.js', import.meta.url);
    const worker = { url, data, transferList: [port2], taskName: 'trace' };
    this.#thread = new TaskThread(worker, () => port1.close());
  }

  async trace(request: RemoteRequest): Promise<RemoteTrace> {
    const { transactionHash, level, dialect, height: includedAt } = request;
    this.#options.node.beginTrace();
    const past = await this.#gather(transactionHash, includedAt);
    this.#rowError = null;
    const overrides = listEdits(request, past);
    // The stack of a failure needs rows too: all that are kept make a trace of any level.
    const executed = level === 'receipts' ? 'calls' : level;
    const task = { transactionHash, level: executed, dialect, past, overrides } as const;
    const finished = await this.#thread.run(task, EXECUTION_MS_MAX);
    if (finished.kind === 'traced') {
      const remote = RemoteTrace.parse(parseExactJson(finished.text));
      return level === 'receipts' ? withoutCalls(remote) : remote;
    }
    throw this.#rowError ?? new RemoteError('remote_source', finished.message);
  }

  async close(): Promise<void> {
    this.#port.close();
    this.#options.blocks?.close();
    await this.#thread.stop();
  }

  async #gather(id: Hash, includedAt: number | null): Promise<PastTransaction> {
    const { node, blocks, kept, isOffline } = this.#options;
    const name = blocks?.name ?? node.name;
    const question = `history ${HISTORY_FORMAT} ${name} ${formatHash(id)}`;
    const known = kept.read(question);
    if (known !== null) return deserialize(known) as PastTransaction;
    if (isOffline) throw createOffline(`transaction ${formatHash(id)} of ${name}`);
    const past =
      blocks === null
        ? await gatherFromNode(node, id)
        : await gatherFromBlocks(blocks, node, {
            id,
            height: includedAt ?? (await this.#find(id)),
          });
    if (isComplete(past)) kept.keep(question, serialize(past));
    return past;
  }

  /** The height of the block with a transaction. */
  async #find(id: Hash): Promise<number> {
    const { node } = this.#options;
    const { transactionOutcome } = await askStatus(node, id);
    const block_id = formatHash(transactionOutcome.blockHash);
    const { header } = await node.ask('block', { block_id }, HeightOnly);
    return header.height;
  }

  async #answer(question: RowQuestion): Promise<RowAnswer> {
    try {
      return readAnswer(question.kind, await this.#ask(question));
    } catch (error) {
      const { message, cause } = error as Error;
      if (cause instanceof OriginRefusal && !isPruned(cause)) return { kind: 'refused', message };
      const { kind } = question;
      const block = kind === 'path' ? null : `the state after ${formatHash(question.blockHash)}`;
      this.#rowError = explainRemote(error, this.#options.node.name, block);
      return { kind: 'failed', message };
    }
  }

  async #ask(question: RowQuestion): Promise<Uint8Array> {
    const { node, kept, isOffline } = this.#options;
    const name = nameOf(question);
    const known = kept.read(name);
    if (known !== null) return known;
    if (isOffline) throw createOffline(name);
    const answer = await this.#askNode(node, question);
    kept.keep(name, answer);
    return answer;
  }

  async #askNode(node: RemoteNode, question: RowQuestion): Promise<Uint8Array> {
    if (question.kind === 'path') return utf8ToBytes((await this.#askPath(node, question)) ?? '');
    node.countRequest();
    const place = node.placeOf(question.blockHash);
    if (question.kind === 'row') {
      const value = await askRow(place, question.key);
      return value === null ? ABSENT : concatBytes(PRESENT, value);
    }
    const keys = (await askRows(place, question.key)).map(({ key }) => key);
    return encode(KeyList, keys);
  }

  /** A light client may ask for a proof of any outcome before its head. */
  async #askPath(
    node: RemoteNode,
    { receiptId, receiverId }: RowQuestion & { readonly kind: 'path' },
  ): Promise<string | null> {
    this.#head ??= node
      .ask('block', { finality: 'final' }, HashOnly)
      .then((one) => one.header.hash);
    const params = {
      type: 'receipt',
      receipt_id: formatHash(receiptId),
      receiver_id: receiverId,
      light_client_head: formatHash(await this.#head),
    };
    const proof = await node.askOrNull('EXPERIMENTAL_light_client_proof', params, Proof);
    return proof && outcomePath(proof.outcomeProof);
  }
}

function withoutCalls({ trace, whatIf, ...others }: RemoteTrace): RemoteTrace {
  const shorten = (one: RemoteTrace['trace']) => ({
    ...one,
    level: 'receipts' as const,
    receipts: one.receipts.map((receipt) => ({ ...receipt, actions: [] })),
  });
  return { ...others, trace: shorten(trace), whatIf: whatIf && shorten(whatIf) };
}

const HashOnly = struct({ header: struct({ hash }) });
const Proof = struct({ outcomeProof: OutcomeWithIdView });

function nameOf(question: RowQuestion): string {
  if (question.kind === 'path') return `path ${formatHash(question.receiptId)}`;
  const { kind, blockHash, key } = question;
  return `${kind} ${bytesToHex(key)} after block ${formatHash(blockHash)}`;
}

function readAnswer(kind: RowQuestion['kind'], answer: Uint8Array): RowAnswer {
  switch (kind) {
    case 'row':
      return { kind, value: answer[0] === ABSENT[0] ? null : answer.slice(1) };
    case 'keys':
      return { kind, keys: decode(KeyList, answer) };
    case 'path':
      return { kind, path: answer.length === 0 ? null : bytesToUtf8(answer) };
  }
}

const KeyList = vec(bytes);

function listEdits({ overrides, code }: RemoteRequest, past: PastTransaction): StateEdit[] {
  if (code === undefined) return [...overrides];
  const accountId = code.accountId ?? past.transaction.receiverId;
  return [...overrides, { kind: 'SetCode', value: { accountId, code: code.code } }];
}

function createOffline(what: string): RemoteError {
  const text = `${what} is not among the kept answers, and --offline asks nobody`;
  return new RemoteError('remote_offline', text);
}

/** Whether nothing can be added: all receipts have been executed that ever will be. */
function isComplete({ outcome, outcomes, receipts }: PastTransaction): boolean {
  const ended = new Set(outcomes.map(({ id }) => bytesKey(id)));
  for (const { receiptId, receipt } of receipts) {
    if (receipt.kind === 'GlobalContractDistribution') ended.add(bytesKey(receiptId));
  }
  const made = [outcome, ...outcomes].flatMap((one) => one.outcome.receiptIds);
  return made.every((id) => ended.has(bytesKey(id)));
}
