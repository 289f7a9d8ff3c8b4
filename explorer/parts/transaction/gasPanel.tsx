// Where the gas of a receipt went: a flame graph, and the host functions that its contract called.

import { useState } from 'preact/hooks';
import { flameOfReceipt, type TransactionProfile } from '../../chain/profile.ts';
import type { HostCall, ReceiptTrace, TracedBytes } from '../../chain/trace.ts';
import { formatCount, formatTgas } from '../../format/amounts.ts';
import { Flame } from '../charts/flame.tsx';
import { More } from '../ui/more.tsx';
import { Panel } from '../ui/panel.tsx';
import { Meter } from '../values/amounts.tsx';

/** Host calls that are shown at first, and with each click. */
const STEP = 30;
const TEXT_LENGTH = 100;

interface GasPanelProps {
  readonly trace: ReceiptTrace;
  /** Null until it is loaded, or if there is none. */
  readonly profile: TransactionProfile | null;
  /** What the receipt is called. */
  readonly name: string;
}

export function GasPanel({ trace, profile, name }: GasPanelProps) {
  const [shown, setShown] = useState(STEP);
  const actions = trace.actions ?? [];
  const calls = actions.flatMap(({ host_calls }) => host_calls ?? []);
  const attached = actions.reduce((sum, { gas }) => sum + BigInt(gas ?? 0), 0n);
  const burnt = `${formatTgas(Number(trace.gas_burnt))} Tgas`;
  const most = Math.max(1, ...calls.map(({ gas_burnt }) => gas_burnt));
  return (
    <Panel
      id="gas"
      class="a-gas"
      title={
        <>
          Gas of <bdi class="mono">{name.slice(0, TEXT_LENGTH)}</bdi>
        </>
      }
      note={attached > 0n ? `${burnt}, ${formatTgas(attached)} Tgas attached` : burnt}
    >
      {profile !== null && (
        <Flame
          nodes={flameOfReceipt(profile, trace.receipt_id)}
          label={`Gas of ${name} by function`}
        />
      )}
      {calls.length > 0 && (
        <>
          <h3>Host calls</h3>
          <ol class="trace">
            {calls.slice(0, shown).map((call, at) => (
              <Call key={at} call={call} most={most} />
            ))}
          </ol>
          <More shown={shown} total={calls.length} onMore={() => setShown(shown + STEP)} />
        </>
      )}
    </Panel>
  );
}

/** Where a contract keeps its bytes: numbers that mean nothing to a reader. */
const PLACES: ReadonlySet<string> = new Set(['ptr', 'register_id']);

function Call({ call, most }: { call: HostCall; most: number }) {
  const { name, args, result, output, error, gas_burnt } = call;
  const given = args
    .filter((arg) => !PLACES.has(arg.name))
    .map(({ value, bytes }) => value ?? showBytes(bytes))
    .filter(Boolean);
  const got = showBytes(output) || (result ?? '');
  return (
    <li class={error === undefined ? '' : 'bad'}>
      <span class="c" title={cut(`${name}(${given.join(', ')})`)}>
        <b>{name}</b> <bdi>{cut(given.join(', '))}</bdi>
        {got !== '' && (
          <>
            {' '}
            → <bdi>{cut(got)}</bdi>
          </>
        )}
      </span>
      <Meter part={gas_burnt} whole={most} tone={error === undefined ? 'h3' : 'hx'} />
      <span class="num" title={`${formatCount(gas_burnt)} gas`}>
        {formatTgas(gas_burnt)}
      </span>
    </li>
  );
}

function showBytes(bytes: TracedBytes | undefined): string {
  if (bytes === undefined) return '';
  return bytes.text ?? `${formatCount(bytes.length)} bytes`;
}

function cut(text: string): string {
  return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text;
}
