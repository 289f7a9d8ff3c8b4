// The side effects of a call. A call whose read was suspended runs again from the start
// (src/store/suspendedRead.ts); a transaction that it has already sent, or a control that it has
// already run, is not repeated: the second run gets the result of the first.

import { assert } from '../../base/assert.ts';
import type { ControlAction, ControlResult } from '../../chain/controls/controlActions.ts';
import type { Admission } from '../../chain/production/producer.ts';
import type { ControlsPort, MethodContext, TransactionPort } from './context.ts';

/** The context of one call that sends a transaction or controls the chain. */
export function withEffectsOnce(context: MethodContext): MethodContext {
  const { controls } = context;
  const port = submitOnce(context.port);
  // One copy, because adding the fields of another object to it is slow.
  if (controls === undefined) return { ...context, port };
  return { ...context, port, controls: runOnce(controls) };
}

function submitOnce(port: TransactionPort): TransactionPort {
  let sent: { readonly hash: Uint8Array; readonly admission: Promise<Admission> } | null = null;
  return {
    ...port,
    submit: (transaction, source) => {
      sent ??= { hash: transaction.hash, admission: port.submit(transaction, source) };
      assert(sent.hash === transaction.hash, 'a call sends one transaction');
      return sent.admission;
    },
  };
}

function runOnce(controls: ControlsPort): ControlsPort {
  let ran: { readonly kind: string; readonly result: Promise<unknown> } | null = null;
  return {
    run: <A extends ControlAction>(action: A) => {
      ran ??= { kind: action.kind, result: controls.run(action) };
      assert(ran.kind === action.kind, 'a call runs one control');
      return ran.result as Promise<ControlResult<A>>;
    },
    gasReport: () => controls.gasReport(),
    accounts: () => controls.accounts(),
  };
}
