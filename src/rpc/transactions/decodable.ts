// Software of some dialects cannot decode the action UniversalStateInit, whatever the version of
// the chain. A transaction with it is refused as undecodable bytes are.

import { newestVersion, protocolAt } from '../../params/protocol.ts';
import { hasAction } from '../../runtime/fees/delegated.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { MethodContext } from '../core/context.ts';
import { parseError } from '../messages/errors.ts';

const REFUSAL = 'the value could not decoded from borsh due to: Unexpected variant tag: 15';

/** Throws an RpcError. */
export function requireDecodable(
  { epochs }: Pick<MethodContext, 'epochs'>,
  { transaction }: HashedTransaction,
): void {
  if (!hasAction(transaction.actions, 'UniversalStateInit')) return;
  const { dialect } = epochs.rules;
  const { features } = protocolAt(newestVersion(dialect), dialect);
  if (!features.universalStateInitDecodes) throw parseError(`Failed parsing args: ${REFUSAL}`);
}
