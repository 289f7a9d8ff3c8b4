// Whether the node is healthy: its chain is not halted, its head is recent, and it is not syncing.

import type { Hash } from '../../base/crypto/hash.ts';
import { wireCode } from '../../base/errorTable.ts';
import { NS_PER_SECOND } from '../../base/units.ts';
import type { Halt } from '../../chain/production/halt.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { bool, pair, string, u32, u64Number } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { hash, height } from '../../types/primitives.ts';
import { defineErrors, errorKind } from '../messages/errors.ts';
import type { RpcContext } from './context.ts';

/** The head is too old when its age exceeds this many times the longest block interval. */
const PAUSES_TOLERATED = 10n;

/** Why a chain produces no blocks. */
export const HaltView = struct('PerigeeHalt', {
  height,
  code: string,
  errorMessage: string,
  isRetried: bool,
});
type HaltView = TypeOf<typeof HaltView>;

export function haltToView({ height: at, code, message, isRetried }: Halt): HaltView {
  return { height: at, code: wireCode(code), errorMessage: message, isRetried };
}

export const statusErrors = defineErrors(
  'RpcStatusError',
  {
    NODE_IS_SYNCING: errorKind<void>({ when: 'The node is catching up with its network.' }),
    NO_NEW_BLOCKS: errorKind<{ elapsed: readonly [number, number] }>({
      when: 'The last block is too old.',
      info: struct({ elapsed: pair(u64Number, u32) }),
    }),
    CHAIN_HALTED: errorKind<HaltView>({
      when: 'The chain cannot produce its next block; `info` says why and after which height.',
      info: HaltView,
    }),
    EPOCH_OUT_OF_BOUNDS: errorKind<{ epochId: Hash }>({
      when: 'The epoch of the head is unknown.',
      info: struct({ epochId: hash }),
    }),
  },
  'cause',
);

/** Throws if the node is not healthy. */
export function checkHealth({ chain, clientConfig, node, now }: RpcContext): void {
  const halt = node.halted?.() ?? null;
  if (halt !== null) throw statusErrors.CHAIN_HALTED(haltToView(halt));
  const timestamp = chain.block(chain.head().hash)?.header.lite.timestamp ?? 0n;
  const age = now() - timestamp;
  const idlePause = node.idlePause?.() ?? 0n;
  const usualPause = clientConfig.maxBlockProductionDelay;
  const ageMax = (idlePause > usualPause ? idlePause : usualPause) * PAUSES_TOLERATED;
  if (node.expectsBlocks() && age > ageMax) {
    const elapsed = [Number(age / NS_PER_SECOND), Number(age % NS_PER_SECOND)] as const;
    throw statusErrors.NO_NEW_BLOCKS({ elapsed });
  }
  if (node.isSyncing()) throw statusErrors.NODE_IS_SYNCING();
}
