// How the protocol of a chain goes on from its genesis, as far as genesis.json does not say it.
// A chain keeps these rules in its store, where everything that reads the chain finds them.

import { JsonError, type TypeOf } from '../codec/codec.ts';
import { type MapKey, sortedMap } from '../codec/map.ts';
import { option, u32 } from '../codec/primitives.ts';
import { omitNull, struct } from '../codec/struct.ts';
import { words } from '../codec/union.ts';
import { EpochConfig } from '../types/epochConfig.ts';
import { DIALECTS } from './dialect.ts';

const versionKey: MapKey<number> = {
  codec: u32,
  compare: (a, b) => a - b,
  format: String,
  parse: (text) => {
    if (!/^[0-9]{1,9}$/.test(text)) throw new JsonError(`${text} is not a protocol version`);
    return Number(text);
  },
};

export const ProtocolRules = struct({
  dialect: words('Dialect', DIALECTS),
  /** The files `epoch_configs/<version>.json`; null for a chain without them. */
  epochConfigs: omitNull(option(sortedMap(versionKey, EpochConfig))),
});
export type ProtocolRules = TypeOf<typeof ProtocolRules>;

export const RELEASE_RULES: ProtocolRules = { dialect: 'release', epochConfigs: null };

/** Those of chains that were made before there were dialects, and of most recordings. */
export const SNAPSHOT_RULES: ProtocolRules = { dialect: 'cd297313f2', epochConfigs: null };
