// Amounts, with the exact value in the tooltip. The unit is small beside the number.

import type { U64 } from 'perigee/wire';
import {
  formatBytes,
  formatCount,
  formatPercent,
  formatTgas,
  type Quantity,
  splitNear,
} from '../../format/amounts.ts';

interface AmountProps {
  readonly value: string | bigint | number;
  /** The exact value and its unit. */
  readonly exact: string;
  readonly shown: Quantity;
}

function Amount({ value, exact, shown }: AmountProps) {
  return (
    <data class="num amount" value={`${value}`} title={exact}>
      {shown.number} <span class="u">{shown.unit}</span>
    </data>
  );
}

/** An amount of NEAR; the smallest ones are counted in yoctoNEAR. */
export function Near({ yocto }: { yocto: string | bigint }) {
  const exact = `${formatCount(BigInt(yocto))} yoctoNEAR`;
  return <Amount value={yocto} exact={exact} shown={splitNear(yocto)} />;
}

export function Gas({ gas }: { gas: U64 }) {
  const shown = { number: formatTgas(gas), unit: 'Tgas' };
  return <Amount value={`${gas}`} exact={`${formatCount(BigInt(gas))} gas`} shown={shown} />;
}

export function Bytes({ count }: { count: number }) {
  const [number = '', unit = ''] = formatBytes(count).split(' ');
  return <Amount value={count} exact={`${formatCount(count)} bytes`} shown={{ number, unit }} />;
}

/** For amounts that depend on a few bytes. */
export function ExactBytes({ count }: { count: number }) {
  const number = formatCount(count);
  return <Amount value={count} exact={`${number} bytes`} shown={{ number, unit: 'B' }} />;
}

const METER_WIDTH = 100;

/** A bar of fixed height: how much of the whole. It is a picture; say the number beside it. */
export function Meter({ part, whole, tone = 'h3' }: { part: U64; whole: U64; tone?: string }) {
  const share = Number(whole) > 0 ? Math.min(1, Number(part) / Number(whole)) : 0;
  return (
    <svg
      class="meter"
      viewBox={`0 0 ${METER_WIDTH} 6`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="h0" width={METER_WIDTH} height="6" rx="1" />
      <rect class={tone} width={share * METER_WIDTH} height="6" rx="1" />
    </svg>
  );
}

/** How full something is. */
export function Fill({ part, whole, label }: { part: U64; whole: U64; label: string }) {
  return (
    <span class="fill">
      <Meter part={part} whole={whole} />
      <span class="num" title={label}>
        {formatPercent(part, whole)}
      </span>
    </span>
  );
}
