// What the state is assumed to have been, in a JSON file: a list of changes, each named and written
// as in a simulation. Bound: as many as a simulation takes.

import { bytesToUtf8 } from '../base/bytes/bytes.ts';
import { parseJson } from '../base/json/plainJson.ts';
import type { StateEdit } from '../chain/patch/stateEdit.ts';
import { JsonError } from '../codec/codec.ts';
import { vec } from '../codec/primitives.ts';
import { stateOverride } from '../rpc/params/stateEdits.ts';
import { OVERRIDES_MAX } from '../simulate/simulationRequest.ts';

const Overrides = vec(stateOverride);

/** Throws a PerigeeError for anything else. */
export function parseOverrides(file: Uint8Array): readonly StateEdit[] {
  const overrides = Overrides.parse(parseJson(bytesToUtf8(file)));
  if (overrides.length <= OVERRIDES_MAX) return overrides;
  throw new JsonError(`there are more than ${OVERRIDES_MAX} overrides`);
}
