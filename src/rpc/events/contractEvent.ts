// NEP-297 events that contracts emit in their logs: `EVENT_JSON:` and an object with `standard`,
// `version`, `event` and optionally `data`. Anything else is a plain log.

import { PerigeeError } from '../../base/errors.ts';
import { formatJsonValue, type JsonValue, parseExactJson } from '../../base/json/exactJson.ts';
import { type Codec, jsonOnly, type TypeOf } from '../../codec/codec.ts';
import { string } from '../../codec/primitives.ts';
import { defaulted, struct } from '../../codec/struct.ts';

const PREFIX = 'EVENT_JSON:';

/** Any JSON value. */
const anyJson: Codec<JsonValue> = jsonOnly({
  json: formatJsonValue,
  parse: (json) => json as JsonValue,
  schema: () => ({}),
});

export const ContractEvent = struct('ContractEvent', {
  standard: string,
  version: string,
  event: string,
  data: defaulted(anyJson, null),
});
export type ContractEvent = TypeOf<typeof ContractEvent>;

/** Null for a log that is not an event. */
export function parseContractEvent(log: string): ContractEvent | null {
  if (!log.startsWith(PREFIX)) return null;
  try {
    return ContractEvent.parse(parseExactJson(log.slice(PREFIX.length)));
  } catch (error) {
    if (error instanceof PerigeeError) return null;
    throw error;
  }
}
