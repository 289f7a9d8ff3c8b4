// The state of a chain as a file: every account with its keys, code, data and postponed receipts.
// The file has a version; unknown versions are refused.

import { PerigeeError } from '../../base/errors.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { bytes, string, u32, u64Text, vec } from '../../codec/primitives.ts';
import { defaulted, struct } from '../../codec/struct.ts';
import { words } from '../../codec/union.ts';
import { DIALECTS } from '../../params/dialect.ts';
import { SNAPSHOT_RULES } from '../../params/protocolRules.ts';
import { StateRecord } from '../../types/genesis.ts';
import { hash, height, shardId } from '../../types/primitives.ts';
import { ShardLayout, shardIds } from '../../types/shardLayout.ts';
import type { Chain } from '../chain.ts';
import { readShardState } from '../patch/shardState.ts';
import type { ShardHead } from '../stored/head.ts';

const DUMP_VERSION = 1;

const ShardStateView = struct('PerigeeShardState', {
  shardId,
  records: vec(StateRecord),
  rows: vec(struct({ key: bytes, value: bytes })),
});

const FIELDS = {
  perigeeState: u32,
  chainId: string,
  protocolVersion: u32,
  /** That of the snapshot in dumps of earlier versions of this program. */
  dialect: defaulted(words('Dialect', DIALECTS), SNAPSHOT_RULES.dialect),
  /** The block after which this was the state. */
  height,
  blockHash: hash,
  /** A string, because it exceeds the number range of many programs. */
  timestamp: u64Text,
  shardLayout: ShardLayout,
  shards: vec(ShardStateView),
};

/** The version comes first, for people who open the file. */
export const StateDump = struct(FIELDS, 'declared');
export type StateDump = TypeOf<typeof StateDump>;

class UnusableDump extends PerigeeError<{ readonly code: 'unusable_dump' }> {
  constructor(message: string, cause?: unknown) {
    super({ code: 'unusable_dump' }, message, { cause });
  }
}

/** The state after the head. Pending receipts are not included. */
export function dumpState(chain: Chain): StateDump {
  const { hash: blockHash, block, shards } = chain.head;
  const { lite } = block.header;
  const shardLayout = chain.layoutAfterHead();
  return {
    perigeeState: DUMP_VERSION,
    chainId: chain.genesis.chainId,
    protocolVersion: chain.protocolAfterHead().version,
    dialect: chain.epochs.rules.dialect,
    height: lite.height,
    blockHash,
    timestamp: lite.timestamp,
    shardLayout,
    shards: shardIds(shardLayout).map((id, index) => {
      const { extra } = shards[index] as ShardHead;
      return readShardState(chain.nodes, extra.stateRoot, id);
    }),
  };
}

/** Parses a dump that this chain can load. */
export function parseStateDump(text: string, chain: Chain): StateDump {
  const dump = parseDump(text);
  const { version } = chain.protocolAfterHead();
  // No version from 84 on changes what older ones have written.
  if (dump.protocolVersion > version) {
    throw new UnusableDump(
      `the state has protocol version ${dump.protocolVersion}, but this chain only ${version}`,
    );
  }
  if (ShardLayout.json(dump.shardLayout) !== ShardLayout.json(chain.layoutAfterHead())) {
    throw new UnusableDump('the state comes from a chain with other shards');
  }
  return dump;
}

/** Parses a dump of any chain. */
export function parseDump(text: string): StateDump {
  try {
    const json = parseJson(text) as { readonly perigee_state?: unknown } | null;
    verifyVersion(json?.perigee_state);
    return StateDump.parse(json);
  } catch (error) {
    if (error instanceof UnusableDump || !(error instanceof PerigeeError)) throw error;
    throw new UnusableDump(`the dump cannot be read: ${error.message}`, error);
  }
}

function verifyVersion(version: unknown): void {
  if (version === DUMP_VERSION) return;
  const found = version === undefined ? 'none' : `version ${version}`;
  throw new UnusableDump(`the state must be a dump of version ${DUMP_VERSION}, but it is ${found}`);
}
