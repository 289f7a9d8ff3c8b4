// What the author of a contract should know about a failure, besides the text that the chain has
// for it. No part of any response.

import type { Protocol } from '../params/protocol.ts';
import { whichVersionHas } from './host/hostTable.ts';
import type { FunctionCallFailure } from './vmErrors.ts';

/** Null if the failure needs no explanation. */
export function explainFailure(
  failure: FunctionCallFailure,
  { version, dialect }: Pick<Protocol, 'version' | 'dialect'>,
): string | null {
  if (failure.kind !== 'LinkError' || failure.missingImport === undefined) return null;
  const name = failure.missingImport;
  const first = whichVersionHas(name, dialect);
  return first === null
    ? `the contract imports ${name}, which no known protocol version has`
    : `the contract imports ${name}, which exists from protocol ${first} on; ` +
        `this chain is at ${version}`;
}
