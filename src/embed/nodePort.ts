// What a node in this process and a node in another one have in common.

import { parseExactJson } from '../base/json/exactJson.ts';
import { formatPlainJson } from '../base/json/plainJson.ts';
import type { ControlAction, ControlResult } from '../chain/controls/controlActions.ts';
import { readArgument } from '../client/argumentError.ts';
import type { Rpc } from '../client/rpc.ts';
import type { Control } from '../rpc/controls/control.ts';
import type { NodeAccount } from './perigeeNode.ts';

export interface NodePort {
  readonly url: string;
  readonly chainId: string;
  readonly accounts: readonly NodeAccount[];
  readonly rpc: Rpc;
  /** Throws an ArgumentError for invalid params. */
  run<A extends ControlAction>(control: Control<A>, params: unknown): Promise<ControlResult<A>>;
  dumpState(): Promise<string>;
  /** The chain parses the text, and refuses an invalid dump. */
  loadState(dump: string): Promise<void>;
}

/** The action that params describe, which are read like those of a request. */
export function readControl<A extends ControlAction>(control: Control<A>, params: unknown): A {
  const text = formatPlainJson(params) ?? 'null';
  return readArgument(control.name, () => control.readAction(parseExactJson(text)));
}
