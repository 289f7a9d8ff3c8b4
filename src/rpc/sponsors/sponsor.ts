// A service that pays for others: what it sends for a body, and how it answers.

import type { JsonObject, JsonValue } from '../../base/json/exactJson.ts';
import { isJsonObject } from '../../codec/codec.ts';

interface Sponsored {
  /** The params of `perigee_impersonate`, as JSON. */
  readonly params: string;
  /** The answer for its result. */
  readonly finish: (result: object) => object;
}

/** Throws a SponsorRefusal, or a PerigeeError, for a body that is not understood. */
export type Sponsor = (body: JsonValue) => Sponsored;

/** An answer that is not a success. */
export class SponsorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function requireBody(body: JsonValue): JsonObject {
  if (isJsonObject(body)) return body;
  throw new SponsorRefusal(400, 'the body must be a JSON object');
}
