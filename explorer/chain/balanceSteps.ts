// The drawing of a balance over time: steps, since a balance jumps. Blocks go to the right, in per
// cent of the width.

import type { Balances } from './balances.ts';

export interface BalanceSteps {
  readonly from: number;
  readonly to: number;
  readonly first: bigint;
  readonly last: bigint;
  /** In a box of 100 by `height`. */
  readonly line: string;
  readonly area: string;
  readonly endY: number;
  readonly ticks: readonly { readonly y: number; readonly near: number }[];
}

/** Yocto to the thousandth part of a NEAR, which no pixel can show. */
const SCALE = 10n ** 21n;
const PER_NEAR = 1000;
const TICKS = 3;

/** Null if there are fewer than two balances. */
export function layoutSteps(
  balances: Balances,
  now: { readonly height: number; readonly total: bigint },
  height: number,
): BalanceSteps | null {
  const points = [...balances].filter(([at]) => at < now.height).sort(([a], [b]) => a - b);
  points.push([now.height, now.total]);
  const [first] = points;
  if (first === undefined || points.length < 2) return null;
  const values = points.map(([, total]) => Number(total / SCALE) / PER_NEAR);
  const [low, high] = rangeOf(values);
  const x = (at: number) => ((at - first[0]) / Math.max(1, now.height - first[0])) * 100;
  const y = (value: number) => height - ((value - low) / (high - low)) * height;
  const steps = points.map(([at], index) => {
    const place = y(values[index] ?? low).toFixed(1);
    return index === 0 ? `M0 ${place}` : `H${x(at).toFixed(2)}V${place}`;
  });
  const line = steps.join('');
  return {
    from: first[0],
    to: now.height,
    first: first[1],
    last: now.total,
    line,
    area: `${line}V${height}H0z`,
    endY: y(values.at(-1) ?? low),
    ticks: listTicks(low, high).map((near) => ({ near, y: y(near) })),
  };
}

/** A little more than the values, so that no line runs along the edge. */
function rangeOf(values: readonly number[]): [low: number, high: number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max((high - low) * 0.15, high * 1e-6, 0.001);
  return [Math.max(0, low - margin), high + margin];
}

/** Round numbers between two values. */
function listTicks(low: number, high: number): number[] {
  const rough = (high - low) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high && ticks.length < 6; at++) {
    ticks.push(Number((at * step).toPrecision(12)));
  }
  return ticks;
}
