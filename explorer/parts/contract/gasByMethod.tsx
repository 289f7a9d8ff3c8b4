// What calls of each method burnt: the range, and its middle.

import type { MethodGas } from '../../chain/methodGas.ts';
import { formatCount, formatNumberOf, formatTgas } from '../../format/amounts.ts';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Gas } from '../values/amounts.tsx';

const SHOWN_MAX = 12;
const NAME_LENGTH = 40;
/** In per cent, so that a single call is seen. */
const WIDTH_MIN = 0.6;

export function GasByMethod({ gas }: { gas: readonly MethodGas[] }) {
  const most = Math.max(1, ...gas.map((method) => method.most));
  const legend = (
    <span class="legend">
      <span>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <rect class="h5" x="3" width="4" height="10" />
        </svg>
        middle
      </span>
      <span>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <rect class="h2" width="10" height="10" rx="2" />
        </svg>
        range
      </span>
    </span>
  );
  return (
    <Panel id="gas" title="Gas by method" note="newest calls" tools={legend}>
      {gas.length === 0 && <Notice>No method was called yet.</Notice>}
      <ol class="ranges">
        {gas.slice(0, SHOWN_MAX).map((row) => (
          <GasRow key={row.method} row={row} most={most} />
        ))}
      </ol>
    </Panel>
  );
}

function GasRow({ row, most: scale }: { row: MethodGas; most: number }) {
  const { method, calls, failures, least, middle, most } = row;
  const x = (gas: number) => `${((gas / scale) * 100).toFixed(1)}%`;
  const width = Math.max(WIDTH_MIN, ((most - least) / scale) * 100);
  return (
    <li>
      <bdi class="mono b wrap">{method.slice(0, NAME_LENGTH)}</bdi>
      <svg width="100%" height="18" role="img" aria-label={describeRange(row)}>
        <line class="ax" x1="0" y1="9" x2="100%" y2="9" />
        <rect class="h2" x={x(least)} y="3" width={`${width.toFixed(1)}%`} height="12" rx="3" />
        <svg x={x(middle)} overflow="visible" aria-hidden="true">
          <rect class="h5" x="-2" width="4" height="18" rx="1.5" />
        </svg>
      </svg>
      <Gas gas={middle} />
      <span class="num faint" title={formatNumberOf(failures, 'failure')}>
        {formatCount(calls)} <span class="u">{calls === 1 ? 'call' : 'calls'}</span>
      </span>
    </li>
  );
}

function describeRange({ least, most }: MethodGas): string {
  return `From ${formatTgas(least)} to ${formatTgas(most)} Tgas`;
}
