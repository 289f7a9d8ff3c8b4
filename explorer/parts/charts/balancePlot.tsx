// A balance over time, in steps: no viewBox, so that words keep their size at any width.

import { layoutSteps } from '../../chain/balanceSteps.ts';
import type { Balances } from '../../chain/balances.ts';
import { formatCount, formatNear } from '../../format/amounts.ts';

const TOP = 8;
const HEIGHT = 150;
const LABELS_Y = 177;
const SIZE = { width: '100%', height: 182 };

interface BalancePlotProps {
  /** Undefined while they are loaded: the plot has its room, so that nothing moves later. */
  readonly balances: Balances | undefined;
  readonly now: { readonly height: number; readonly total: bigint };
}

export function BalancePlot({ balances, now }: BalancePlotProps) {
  if (balances === undefined) return <svg class="plot" {...SIZE} aria-hidden="true" />;
  const steps = layoutSteps(balances, now, HEIGHT);
  if (steps === null) return null;
  const { from, to, first, last, line, area, endY, ticks } = steps;
  const label =
    `Balance from ${formatNear(first)} at block ${formatCount(from)} ` +
    `to ${formatNear(last)} at block ${formatCount(to)}`;
  return (
    <svg class="plot" {...SIZE} role="img" aria-label={label}>
      <line class="ax" x1="0" y1={TOP + HEIGHT} x2="100%" y2={TOP + HEIGHT} />
      {ticks.map(({ y, near }) => (
        <line key={near} class="ax" x1="0" y1={TOP + y} x2="100%" y2={TOP + y} />
      ))}
      <svg
        y={TOP}
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path class="spark-area" d={area} />
        <path class="spark" d={line} />
      </svg>
      <circle class="spark-dot" cx="100%" cy={TOP + endY} r="5" />
      {ticks.map(({ y, near }) => (
        <text key={near} class="ax-t" x="100%" y={TOP + y - 4} text-anchor="end">
          {near.toLocaleString('en')}
        </text>
      ))}
      <text class="ax-t" x="0" y={LABELS_Y}>
        block {formatCount(from)}
      </text>
      <text class="ax-t" x="100%" y={LABELS_Y} text-anchor="end">
        {formatCount(to)}
      </text>
    </svg>
  );
}
