// The note in which a writer describes its node to front ends, configuration and identity included,
// so that they respond as the node does.

import { parseJson } from '../base/json/plainJson.ts';
import type { TypeOf } from '../codec/codec.ts';
import { bool, option, string, u64 } from '../codec/primitives.ts';
import { defaulted, struct } from '../codec/struct.ts';
import { ProtocolRules, SNAPSHOT_RULES } from '../params/protocolRules.ts';
import { ConfigFile } from '../rpc/config/configFile.ts';
import { accountId } from '../types/accountId.ts';
import { publicKey } from '../types/primitives.ts';

const NodeNote = struct({
  config: ConfigFile,
  /** Those of the snapshot in a note that an earlier version wrote. */
  rules: defaulted(ProtocolRules, SNAPSHOT_RULES),
  /** Nanoseconds between blocks, if they do not follow from the configuration. */
  blockDelay: option(u64),
  nodePublicKey: publicKey,
  validatorAccountId: option(accountId),
  validatorPublicKey: option(publicKey),
  /** False for a chain that is stopped, or that has no blocks without work or a request. */
  expectsBlocks: bool,
  /** False for a node that follows a chain and keeps its state by key and height. */
  keepsTrie: bool,
  /** False for a follower that gets its epochs from another node. */
  computesEpochs: bool,
  /** The version of the program that wrote the note. */
  version: string,
});
export type NodeNote = TypeOf<typeof NodeNote>;

export function formatNodeNote(note: NodeNote): string {
  return NodeNote.json(note);
}

export function parseNodeNote(text: string): NodeNote {
  return NodeNote.parse(parseJson(text));
}
