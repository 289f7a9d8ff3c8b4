// Amounts, with the exact value in the tooltip.

import type { U64 } from 'perigee/wire';
import {
  formatBytes,
  formatCount,
  formatNear,
  formatPercent,
  formatTgas,
} from '../format/amounts.ts';

export function Near({ yocto }: { yocto: string | bigint }) {
  return (
    <data class="amount" value={`${yocto}`} title={`${yocto} yoctoNEAR`}>
      {formatNear(yocto)} NEAR
    </data>
  );
}

export function Gas({ gas }: { gas: U64 }) {
  return (
    <data class="amount" value={`${gas}`} title={`${gas} gas`}>
      {formatTgas(gas)} Tgas
    </data>
  );
}

export function Bytes({ count }: { count: number }) {
  return (
    <data class="amount" value={`${count}`} title={`${count} bytes`}>
      {formatBytes(count)}
    </data>
  );
}

/** For amounts that depend on a few bytes. */
export function ExactBytes({ count }: { count: number }) {
  return (
    <data class="amount" value={`${count}`}>
      {formatCount(count)} B
    </data>
  );
}

/** How full something is. */
export function Fill({ part, whole, label }: { part: U64; whole: U64; label: string }) {
  return (
    <span class="fill">
      <meter min={0} max={Math.max(Number(whole), 1)} value={Number(part)} aria-label={label} />
      <span>{formatPercent(part, whole)}</span>
    </span>
  );
}
