// Batches: an array of requests at the root endpoint. They are read-only. Entries are independent
// of each other, and responses have the same order; notifications get no response. Limits and error
// codes follow the reference's query batches.

import type { JsonValue } from '../../base/json/exactJson.ts';
import type { EpochReader } from '../../chain/stored/epochReader.ts';
import { type HttpResponse, jsonResponse } from '../../http/httpResponse.ts';
import type { MethodContext } from '../core/context.ts';
import {
  FORMAT_EXPECTED,
  formatError,
  NO_ID,
  type RpcRequest,
  readBatchEntry,
  TRAILING,
} from '../messages/envelope.ts';
import { batchRefused, invalidRequest, parseError, type RpcError } from '../messages/errors.ts';

/** Resolves with the text of the response's envelope. */
type AnswerEntry = (request: RpcRequest) => Promise<string>;

/** The response to a batch, or the error for the batch as a whole. */
interface BatchResponse extends HttpResponse {
  readonly isRefused: boolean;
}

const NO_CONTENT: BatchResponse = {
  status: 204,
  contentType: null,
  body: new Uint8Array(0),
  isRefused: false,
};

interface Batch {
  readonly entries: readonly JsonValue[];
  /** Whether anything follows the array. */
  readonly hasTrailing: boolean;
}

export async function answerBatch(
  { entries, hasTrailing }: Batch,
  { limits, turns, epochs }: Pick<MethodContext, 'limits' | 'turns' | 'epochs'>,
  answerEntry: AnswerEntry,
): Promise<BatchResponse> {
  // What follows a single request is ignored, as in the reference.
  if (hasTrailing) return refuseBatch(400, parseError(TRAILING));
  if (entries.length === 0) return refuseBatch(400, emptyBatch(epochs));
  const { batchEntriesMax, batchConcurrencyMax, batchAnswerBytesMax } = limits;
  if (entries.length > batchEntriesMax) {
    const text = `the batch has ${entries.length} entries and may have ${batchEntriesMax}`;
    return refuseBatch(200, batchRefused(-32010, text));
  }
  let length = 0;
  const answers = await mapBounded(entries, batchConcurrencyMax, async (entry) => {
    // A hundred expensive reads in one turn of the event loop would block all other clients.
    await turns.next();
    // Once the responses are too long the batch is refused, and the remaining entries are not run.
    if (length > batchAnswerBytesMax) return null;
    const answer = await answerOne(entry, answerEntry);
    length += answer?.length ?? 0;
    return length > batchAnswerBytesMax ? null : answer;
  });
  const texts = answers.filter((answer) => answer !== null);
  if (texts.length === 0 && length === 0) return NO_CONTENT;
  const answer = length > batchAnswerBytesMax ? null : jsonResponse(200, `[${texts.join(',')}]`);
  if (answer !== null && answer.body.length <= batchAnswerBytesMax) {
    return { ...answer, isRefused: false };
  }
  const text = `the answers take more than ${batchAnswerBytesMax} bytes`;
  return refuseBatch(200, batchRefused(-32011, text));
}

/** The older snapshot of the reference has no batches: there it is like anything else. */
function emptyBatch({ rules }: Pick<EpochReader, 'rules'>): RpcError {
  const isRelease = rules.dialect === 'release';
  return isRelease ? invalidRequest('the batch has no entries') : parseError(FORMAT_EXPECTED);
}

function refuseBatch(status: number, error: RpcError): BatchResponse {
  return { ...jsonResponse(status, formatError(error, NO_ID)), isRefused: true };
}

/** Null for a notification: it is read-only and has no response, so it is not run. */
async function answerOne(value: JsonValue, answerEntry: AnswerEntry): Promise<string | null> {
  const entry = readBatchEntry(value);
  if (entry === null) {
    return formatError(invalidRequest('the entry is not a JSON RPC request'), NO_ID);
  }
  const { id, method, params } = entry;
  return id === null ? null : answerEntry({ id, method, params });
}

/** Maps with at most `width` pending promises. */
async function mapBounded<A, B>(
  items: readonly A[],
  width: number,
  map: (item: A) => Promise<B>,
): Promise<B[]> {
  const results: B[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await map(items[at] as A);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  return results;
}
