// SDKs read a register with two host calls after most of the others. Where these only repeat the
// bytes that the call before has shown, a trace has one short line for them.

import type { TracedBytes } from '../tree/tracedBytes.ts';
import type { HostCallTrace } from '../tree/transactionTrace.ts';

/** One call, or a run of calls that read what is shown above them. */
type ShownCall =
  | { readonly kind: 'call'; readonly call: HostCallTrace }
  | { readonly kind: 'registers'; readonly calls: readonly HostCallTrace[] };

export function foldRegisterCalls(hostCalls: readonly HostCallTrace[]): ShownCall[] {
  const shown: ShownCall[] = [];
  let known: TracedBytes | null = null;
  let run: HostCallTrace[] | null = null;
  for (const call of hostCalls) {
    if (known !== null && isRepetition(call, known)) {
      if (run === null) shown.push({ kind: 'registers', calls: (run = []) });
      run.push(call);
      continue;
    }
    run = null;
    known = call.error === null ? call.output : null;
    shown.push({ kind: 'call', call });
  }
  return shown;
}

function isRepetition({ name, result, output, error }: HostCallTrace, known: TracedBytes): boolean {
  if (error !== null) return false;
  if (name === 'register_len') return result === `${known.length}`;
  return name === 'read_register' && output !== null && isSame(output, known);
}

function isSame(a: TracedBytes, b: TracedBytes): boolean {
  return a.length === b.length && a.text === b.text && a.base64 === b.base64;
}
