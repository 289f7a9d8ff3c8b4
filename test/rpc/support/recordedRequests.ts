// The recorded requests of test/recordings/data/tour/rpc.jsonl.gz with their exact responses.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { repositoryPath } from '../../support/repository.ts';

export interface RecordedRequest {
  /** Counts from one, as the recording's notes do. */
  readonly number: number;
  readonly label: string;
  readonly path: string;
  /** Null for a GET. */
  readonly body: string | null;
  readonly status: number;
  readonly contentType: string | null;
  /** The bytes of the response as text. */
  readonly response: string;
}

const RESPONSE_KEY = ',"response":';

export function readRecordedRequests(): RecordedRequest[] {
  const path = repositoryPath('test', 'recordings', 'data', 'tour', 'rpc.jsonl.gz');
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  return lines.map((line, index) => {
    const { label, path: requestPath, body, status, content_type: contentType } = JSON.parse(line);
    // Parsing would lose the digits of large integers, so the response is cut out of the line.
    const raw = line.slice(line.indexOf(RESPONSE_KEY) + RESPONSE_KEY.length, -1);
    const isJson = contentType === 'application/json';
    const response = isJson ? raw : JSON.parse(raw);
    return { number: index + 1, label, path: requestPath, body, status, contentType, response };
  });
}
