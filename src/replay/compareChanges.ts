// The changes of the state that a recording shows for a block, against those that our chain keeps.
// The node was asked kind by kind and account by account, so the order among the changes is not
// recorded; the order of the touched keys is. It was asked about accounts that were touched in that
// kind, and a nonce of a gas key, though shown among the access keys, does not touch them.

import type { Hash } from '../base/crypto/hash.ts';
import { formatJsonValue, type JsonObject, type JsonValue } from '../base/json/exactJson.ts';
import { parseJson } from '../base/json/plainJson.ts';
import type { StoredChain } from '../chain/stored/storedChain.ts';
import { type Difference, findDifference } from '../compare/firstDifference.ts';
import { keyToTouched } from '../rpc/views/stateChanges.ts';
import { changesToViews } from '../state/changesToViews.ts';
import { StateChangeWithCauseView, Touched } from '../types/views/stateChangeView.ts';
import type { RecordedBlock } from './recording.ts';

const EVERY_KEY = new Uint8Array();

export function compareChanges(
  stored: StoredChain,
  blockHash: Hash,
  recorded: RecordedBlock,
): Difference | null {
  const changes = stored.stateChanges(blockHash, EVERY_KEY);
  const touched = changes.map(({ key }) => keyToTouched(key)).filter((item) => item !== null);
  const expected = recorded.changes.flatMap(listOf).map(formatJsonValue).sort();
  const shown = new Set(expected);
  const hasTouchedKeys = new Set(
    touched.filter(({ kind }) => kind === 'access_key_touched').map(({ value }) => value.accountId),
  );
  const found = changes
    .flatMap(changesToViews)
    .map((entry) => ({ ...entry.change, json: StateChangeWithCauseView.json(entry) }))
    .filter(
      ({ kind, value, json }) =>
        kind !== 'gas_key_nonce_update' || hasTouchedKeys.has(value.accountId) || shown.has(json),
    )
    .map(({ json }) => json)
    .sort();
  return (
    compareLists('changes_in_block', listOf(recorded.changesInBlock), touched.map(Touched.json)) ??
    compareLists('changes', expected.map(parseJson), found)
  );
}

function compareLists(
  field: string,
  expected: readonly JsonValue[],
  found: readonly string[],
): Difference | null {
  return findDifference([...expected], found.map(parseJson), field);
}

function listOf(answer: JsonObject): readonly JsonValue[] {
  return answer.changes as JsonValue[];
}
