// How the protocol of a chain goes on from its genesis, as far as genesis.json does not say it.
// A chain keeps these rules in its store, where everything that reads the chain finds them.

import type { TypeOf } from '../codec/codec.ts';
import { view } from '../codec/struct.ts';
import { words } from '../codec/union.ts';
import { DIALECTS } from './dialect.ts';

export const ProtocolRules = view({ dialect: words('Dialect', DIALECTS) });
export type ProtocolRules = TypeOf<typeof ProtocolRules>;

export const RELEASE_RULES: ProtocolRules = { dialect: 'release' };

/** Those of chains that were made before there were dialects, and of most recordings. */
export const SNAPSHOT_RULES: ProtocolRules = { dialect: 'cd297313f2' };
