// Where responses differ from the recorded ones on purpose: the only table of exceptions.

import type { RecordedRequest } from './recordedRequests.ts';

interface Exception {
  readonly applies: (recorded: RecordedRequest) => boolean;
  readonly reason: string;
}

const asks = (method: string) => (recorded: RecordedRequest) =>
  recorded.body?.includes(`"method":"${method}"`) ?? false;

const labelled = (label: string) => (recorded: RecordedRequest) => recorded.label === label;

const EXCEPTIONS: readonly Exception[] = [
  { applies: labelled('envelope array batch'), reason: 'batches are supported' },
  { applies: labelled('envelope method path'), reason: 'methods have their own paths' },
  { applies: asks('tx_status'), reason: 'the method came after the recorded node' },
  { applies: asks('sandbox_fast_forward'), reason: 'a recorded chain does not advance' },
  { applies: asks('genesis_config'), reason: 'three fields of the description are added' },
  { applies: asks('EXPERIMENTAL_genesis_config'), reason: 'three fields of the description' },
];

/** Why the response may differ, or null if it may not. */
export function findException(recorded: RecordedRequest): string | null {
  return EXCEPTIONS.find(({ applies }) => applies(recorded))?.reason ?? null;
}
