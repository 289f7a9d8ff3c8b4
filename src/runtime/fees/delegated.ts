// The part of a delegate action that fees and validation look at, the same for both of its
// versions.

import type { Action, ActionKind, DelegateAction, DelegateActionV2 } from '../../types/action.ts';

/** The actions that a delegate action carries, with who signed them for whom; null for others. */
export function delegatedPart(action: Action): DelegateAction | DelegateActionV2 | null {
  if (action.kind === 'Delegate') return action.value.delegateAction;
  return action.kind === 'DelegateV2' ? action.value.delegateAction.value : null;
}

/** Whether an action of this kind is among the actions, or among those that one of them carries. */
export function hasAction(actions: readonly Action[], kind: ActionKind): boolean {
  const isOrCarries = (action: Action) =>
    action.kind === kind || hasAction(delegatedPart(action)?.actions ?? [], kind);
  return actions.some(isOrCarries);
}
