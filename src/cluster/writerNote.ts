// What a writer tells front ends of its node, in a note of the cluster: its configuration and who
// it is, so that they answer as it does.

import { parseJson } from '../base/json/exactJson.ts';
import type { TypeOf } from '../codec/codec.ts';
import { bool, option, string, u64 } from '../codec/primitives.ts';
import { view } from '../codec/struct.ts';
import { ConfigFile } from '../rpc/config/configFile.ts';
import { accountId } from '../types/accountId.ts';
import { publicKey } from '../types/primitives.ts';

const NodeNote = view({
  config: ConfigFile,
  /** Nanoseconds between blocks, where the pace does not follow from the configuration. */
  blockDelay: option(u64),
  nodePublicKey: publicKey,
  validatorAccountId: option(accountId),
  validatorPublicKey: option(publicKey),
  /** False for a chain that stands still, or is moved by hand. */
  expectsBlocks: bool,
  /** False for a node that follows a chain and keeps its state by key and height. */
  keepsTrie: bool,
  /** False for one that was told of its epochs. */
  computesEpochs: bool,
  /** Of the program that wrote the note. */
  version: string,
});
export type NodeNote = TypeOf<typeof NodeNote>;

export function formatNodeNote(note: NodeNote): string {
  return NodeNote.json(note);
}

export function parseNodeNote(text: string): NodeNote {
  return NodeNote.parse(parseJson(text));
}
