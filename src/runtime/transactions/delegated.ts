// The part of a delegate action that fees and validation look at, the same for both of its
// versions.

import type { Action, DelegateAction, DelegateActionV2 } from '../../types/action.ts';

/** The actions that a delegate action carries, with who signed them for whom; null for others. */
export function delegatedPart(action: Action): DelegateAction | DelegateActionV2 | null {
  if (action.kind === 'Delegate') return action.value.delegateAction;
  return action.kind === 'DelegateV2' ? action.value.delegateAction.value : null;
}
