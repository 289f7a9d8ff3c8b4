// The contract calls of recorded chains as input lines. The storage of an account carries over from
// call to call, as in the recording.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { base64ToBytes, bytesToHex } from '../../../src/base/bytes/bytes.ts';
import type { JsonObject } from '../../../src/base/json/exactJson.ts';
import { repositoryPath } from '../../support/repository.ts';
import type { RecordedCall, RecordingHead } from '../support/recordedCalls.ts';

/** Longer values are left out of the storage that a call begins with. */
const VALUE_BYTES_MAX = 500;

const toHex = (base64: string): string => bytesToHex(base64ToBytes(base64));

/** A call without its version, with the code it was recorded with. */
export type RecordedLine = { readonly code: string; readonly fields: JsonObject };

export function readRecordedLines(chain: string): RecordedLine[] {
  const path = repositoryPath(`test/vm/data/${chain}.jsonl.gz`);
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  const [head, ...calls] = lines.map((line) => JSON.parse(line)) as [
    RecordingHead,
    ...RecordedCall[],
  ];
  const states = new Map<string, Record<string, string>>();
  return calls.flatMap((call) => {
    const state = { ...states.get(call.account) };
    for (const [key, value] of call.state) {
      delete state[toHex(key)];
      const hex = value === null ? null : toHex(value);
      if (hex !== null && hex.length <= 2 * VALUE_BYTES_MAX) state[toHex(key)] = hex;
    }
    states.set(call.account, state);
    const code = call.codeHash === null ? undefined : head.codes[call.codeHash];
    return code === undefined ? [] : [{ code, fields: describeCall(call, state) }];
  });
}

function describeCall(call: RecordedCall, storage: JsonObject): JsonObject {
  return {
    label: call.expected?.label ?? `${call.account} at ${call.height}`,
    method: call.method,
    args: call.args,
    gas: call.gas,
    deposit: call.deposit,
    balance: call.amount,
    locked: call.locked,
    storage,
    promise_results: [...call.results],
    current: call.account,
    signer: call.signer,
    signer_pk: toHex(call.signerKey),
    predecessor: call.predecessor,
    refund_to: call.refundTo,
    block_height: call.height,
    block_timestamp: call.ts,
    storage_usage: call.usage,
  };
}
