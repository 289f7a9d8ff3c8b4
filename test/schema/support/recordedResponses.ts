// All JSON-RPC responses in test/recordings/data with the methods that gave them. Of the files that
// are much larger than the others, only some lines are read.

import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readRecordedRequests } from '../../rpc/support/recordedRequests.ts';
import { type RecordingName, recordingFolder } from '../../support/recordings.ts';
import { repositoryPath } from '../../support/repository.ts';

export interface RecordedResponse {
  readonly source: string;
  readonly method: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/** The methods of the responses in a line, by its keys. */
const METHODS: Readonly<Record<string, string>> = {
  block: 'block',
  chunks: 'chunk',
  changes_in_block: 'block_effects',
  changes: 'changes',
  validators: 'validators',
  status: 'tx_status',
  send_tx: 'send_tx',
  response: 'query',
};
/** Files with lines as above; the others have parts of these lines. */
const FILES = /^(blocks|transactions|late|epochs|state-proofs)\.jsonl(\.gz)?$/;
/** Which lines of the largest files are read: every n-th. */
const STRIDES: Readonly<Record<string, number>> = {
  'flood/blocks.jsonl.gz': 20,
  'flood/transactions.jsonl.gz': 20,
  'nightly/blocks.jsonl.gz': 5,
  'steps/blocks.jsonl.gz': 20,
  'tour/blocks.jsonl.gz': 5,
};

/** The responses to the 395 requests of `tour`, as far as they name a method and are JSON. */
export function listTourResponses(): RecordedResponse[] {
  return readRecordedRequests().flatMap(({ number, label, body, contentType, response }) => {
    const method = /"method":"(\w+)"/.exec(body ?? '')?.[1];
    if (method === undefined || contentType !== 'application/json') return [];
    return [{ source: `tour/rpc ${number} ${label}`, method, response: JSON.parse(response) }];
  });
}

/** The responses of the other files. */
export function* listChainResponses(): Generator<RecordedResponse> {
  for (const recording of readdirSync(repositoryPath('test', 'recordings', 'data'))) {
    const folder = recordingFolder(recording as RecordingName);
    for (const file of readdirSync(folder).filter((name) => FILES.test(name))) {
      const stride = STRIDES[`${recording}/${file}`] ?? 1;
      const lines = readLines(`${folder}/${file}`);
      for (const [index, line] of lines.entries()) {
        if (index % stride === 0) yield* readLine(`${recording}/${file}:${index + 1}`, line);
      }
    }
  }
}

function readLines(path: string): string[] {
  const bytes = readFileSync(path);
  const text = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  return text.toString('utf8').trimEnd().split('\n');
}

function readLine(source: string, line: string): RecordedResponse[] {
  return Object.entries(JSON.parse(line) as Readonly<Record<string, unknown>>).flatMap(
    ([key, value]) => {
      const method = METHODS[key];
      if (method === undefined) return [];
      return [value].flat().flatMap((response) => {
        const isResponse = typeof response === 'object' && response !== null;
        return isResponse ? [{ source: `${source} ${key}`, method, response }] : [];
      }) as RecordedResponse[];
    },
  );
}
