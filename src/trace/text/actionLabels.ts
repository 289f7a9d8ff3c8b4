// The actions of a transaction in a few words, for lines that have little room: calls by their
// method, transfers with their amount, anything else by its kind.

import { formatTokens } from '../../base/amounts.ts';
import { delegatedPart } from '../../runtime/fees/delegated.ts';
import type { Action } from '../../types/action.ts';
import { escapeText } from './styles.ts';

/** Actions that are shown. */
const ACTIONS_MAX = 4;
const NAME_CHARS_MAX = 64;

export function labelActions(actions: readonly Action[]): string[] {
  const shown = actions.slice(0, ACTIONS_MAX).map(labelAction);
  const rest = actions.length - shown.length;
  return rest === 0 ? shown : [...shown, `${rest} more`];
}

function labelAction(action: Action): string {
  if (action.kind === 'FunctionCall') {
    const { methodName } = action.value;
    const name = methodName.slice(0, NAME_CHARS_MAX);
    return `${escapeText(name)}${name === methodName ? '' : '…'}()`;
  }
  if (action.kind === 'Transfer') return `Transfer ${formatTokens(action.value.deposit)}`;
  const delegated = delegatedPart(action);
  if (delegated === null) return action.kind;
  const { receiverId, actions } = delegated;
  return `${action.kind} → ${receiverId} ${labelActions(actions).join(', ')}`;
}
