// maintenance_windows, also known as EXPERIMENTAL_maintenance_windows.

import { createPlainDraw } from '../../chain/epoch/earlyKickout.ts';
import type { Epoch } from '../../chain/epoch/epoch.ts';
import { described, type TypeOf } from '../../codec/codec.ts';
import { vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { type AccountId, accountId } from '../../types/accountId.ts';
import { height } from '../../types/primitives.ts';
import { shardIds } from '../../types/shardLayout.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors } from '../messages/errors.ts';

const Window = struct('Range_of_uint64', {
  start: height,
  end: described(height, 'The first height after the window.'),
});
type Window = TypeOf<typeof Window>;

export const maintenanceWindows = defineMethod({
  name: 'maintenance_windows',
  aliases: [{ name: 'EXPERIMENTAL_maintenance_windows', isDeprecated: false }],
  summary: 'The heights in the rest of the epoch at which an account has nothing to produce.',
  params: struct('RpcMaintenanceWindowsRequest', { accountId }),
  result: vec(Window),
  returns: 'A list of `start` and `end`, which is not part of the window.',
  errors: defineErrors('RpcMaintenanceWindowsError', {}),
  holds: untilNextBlock,
  handle: ({ chain, epochs, genesis }, { accountId }) => {
    const head = chain.head();
    const epoch = epochs.epoch(epochs.blockInfo(head.hash).epochId);
    const end = epochs.epochStartHeight(head.hash) + genesis.epochLength;
    // An account that is not a validator never has to produce anything.
    if (epoch.validatorStake(accountId) === null) {
      return head.height < end ? [{ start: head.height, end }] : [];
    }
    return findWindows(epoch, accountId, head.height, end);
  },
});

function findWindows(epoch: Epoch, accountId: AccountId, from: number, end: number): Window[] {
  const windows: Window[] = [];
  let start: number | null = null;
  for (let at = from; at <= end; at++) {
    const isFree = at < end && !isAsked(epoch, accountId, at);
    if (isFree) start ??= at;
    else if (start !== null) {
      windows.push({ start, end: at });
      start = null;
    }
  }
  return windows;
}

function isAsked(epoch: Epoch, accountId: AccountId, at: number): boolean {
  if (epoch.blockProducer(at).accountId === accountId) return true;
  // Who will be excluded is not known yet.
  const draw = createPlainDraw(at - 1);
  return shardIds(epoch.shardLayout).some(
    (shardId) => epoch.chunkProducer(shardId, draw).accountId === accountId,
  );
}
