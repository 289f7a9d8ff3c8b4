// The parameters of an action as a trace shows them: those of the RPC's view, each as a short text
// or as the beginning of a long one.

import { utf8ToBytes } from '../../base/bytes/bytes.ts';
import { formatJsonValue, type JsonObject, parseExactJson } from '../../base/json/exactJson.ts';
import type { Action } from '../../types/action.ts';
import { ActionView, actionToView } from '../../types/views/actionView.ts';
import { showBytes } from '../tree/tracedBytes.ts';
import type { TraceField } from '../tree/transactionTrace.ts';

const SHORT_CHARS_MAX = 200;

interface ShownAction {
  /** As in `ActionView`. */
  readonly kind: string;
  readonly fields: readonly TraceField[];
}

export function showAction(action: Action): ShownAction {
  const view = actionToView(action);
  const json = parseExactJson(ActionView.json(view));
  // An action without parameters is only a name.
  const content = typeof json === 'string' ? {} : (json as JsonObject)[view.kind];
  const fields = Object.entries(content as JsonObject).map(([name, value]) => {
    const text = typeof value === 'string' ? value : formatJsonValue(value);
    const isShort = text.length <= SHORT_CHARS_MAX;
    return {
      name,
      value: isShort ? text : null,
      bytes: isShort ? null : showBytes(utf8ToBytes(text)),
      accountIds: [],
    };
  });
  return { kind: view.kind, fields };
}
