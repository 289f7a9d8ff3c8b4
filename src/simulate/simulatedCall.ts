// The result of a simulated view call. Nothing that runs contracts is needed to describe it: the
// thread that serves requests does not load it.

import { described, type TypeOf } from '../codec/codec.ts';
import { byteList, option, string, vec } from '../codec/primitives.ts';
import { omitNull, struct } from '../codec/struct.ts';
import { words } from '../codec/union.ts';
import { TraceFailure } from '../trace/tree/transactionTrace.ts';
import { gas, hash, height } from '../types/primitives.ts';

export const SimulatedCall = struct('PerigeeCallResult', {
  status: words('PerigeeCallStatus', ['success', 'failure']),
  result: described(omitNull(option(byteList)), 'The bytes that the method returned.'),
  logs: vec(string),
  gasBurnt: described(gas, 'By the contract.'),
  failure: omitNull(option(TraceFailure)),
  blockHash: described(hash, 'The block of the state.'),
  blockHeight: described(height, 'The height of that block.'),
});
export type SimulatedCall = TypeOf<typeof SimulatedCall>;
