// The shard layout as a drawing: a bar for each range of account names, coloured by gas, the
// boundaries between them, and above them the shards that were split.

import { mapShards, type ShardBar, type SplitBar } from '../../chain/shardMap.ts';
import type { ProtocolConfig } from '../../chain/shards.ts';
import { formatNumberOf, formatPercent } from '../../format/amounts.ts';
import { gasLevel } from '../../format/gas.ts';

interface ShardChartProps {
  readonly layout: ProtocolConfig['shard_layout'];
  /** The gas that a shard used, as a part of its limit. */
  readonly gas?: ReadonlyMap<number, { readonly used: number; readonly limit: number }> | undefined;
  /** A boundary that is to be added. */
  readonly cut?: { readonly shardId: number; readonly account: string } | undefined;
}

const BAR_HEIGHT = 34;
/** Room for the labels over the bars. */
const ABOVE = 44;
const BELOW = 76;
/** Of all names together, on the narrowest drawing. */
const NAME_CHARACTERS = 80;
/** More shards than these need more room than most screens have. */
const STRETCHED_MAX = 6;
const BAR_WIDTH = 150;

export function ShardChart({ layout, gas, cut }: ShardChartProps) {
  const { bars, splits, hidden } = mapShards(layout);
  const nameLength = Math.floor(
    NAME_CHARACTERS / Math.min(STRETCHED_MAX, Math.max(1, bars.length)),
  );
  const top = splits.length > 0 || cut !== undefined ? ABOVE : 4;
  const target = bars.find(({ id }) => id === cut?.shardId);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section class="scroll-x plot-room" aria-label="Shard layout" tabIndex={0}>
        <svg
          class="plot shard-map"
          width={bars.length > STRETCHED_MAX ? bars.length * BAR_WIDTH : '100%'}
          height={top + BELOW}
          role="img"
          aria-label={`Shards by range of account names: ${describeRanges(bars)}`}
        >
          {splits.map((split) => (
            <Split key={`${split.id} ${split.x}`} split={split} />
          ))}
          {bars.map((bar) => (
            <Bar key={bar.id} bar={bar} gas={gas?.get(bar.id)} top={top} nameLength={nameLength} />
          ))}
          {target !== undefined && (
            <Cut x={target.x + target.width / 2} name={shortName(cut?.account ?? '', nameLength)} />
          )}
        </svg>
      </section>
      {hidden > 0 && <p class="faint s">and {formatNumberOf(hidden, 'more shard')}</p>}
    </>
  );
}

function shortName(name: string, length: number): string {
  return name.length > length ? `${name.slice(0, length)}…` : name;
}

/** A shard that is no more, above its parts. */
function Split({ split: { id, x, width } }: { split: SplitBar }) {
  return (
    <svg x={`${x}%`} width={`${width}%`} overflow="visible">
      <title>{`Shard ${id} was split`}</title>
      <rect class="was" y="4" width="98.5%" height="20" rx="4" />
      <text class="ax-t" x="8" y="18">
        was shard {id}
      </text>
      <path class="ax" d="M2 28V40" />
    </svg>
  );
}

/** Where a shard is to be cut; the place is not to scale. */
function Cut({ x, name }: { x: number; name: string }) {
  return (
    <svg x={`${x}%`} overflow="visible">
      <title>{`To be cut at ${name}`}</title>
      <line class="cut" y1={ABOVE - 6} y2={ABOVE + BAR_HEIGHT + 4} />
      <text class="strong mono" y={ABOVE - 11} text-anchor="middle">
        {name}
      </text>
    </svg>
  );
}

interface BarProps {
  readonly bar: ShardBar;
  readonly gas: { readonly used: number; readonly limit: number } | undefined;
  readonly top: number;
  readonly nameLength: number;
}

function Bar({ bar: { id, x, width, from }, gas, top, nameLength }: BarProps) {
  const level = gas === undefined ? 2 : gasLevel(gas.used, gas.limit);
  const name = from ?? 'the first name';
  return (
    <svg x={`${x}%`} width={`${width}%`} data-shard={id}>
      <title>{`Shard ${id}: names from ${name}`}</title>
      <rect class={`h${level}`} y={top} width="98.5%" height={BAR_HEIGHT} rx="4" />
      <text class="strong" y={top + 50}>
        shard {id}
        {gas !== undefined && ` · ${formatPercent(gas.used, gas.limit)} gas`}
      </text>
      <text class="ax-t mono" y={top + 67}>
        {from === null ? 'the first name' : shortName(from, nameLength)}
      </text>
    </svg>
  );
}

function describeRanges(bars: readonly ShardBar[]): string {
  return bars.map(({ id, from }) => `shard ${id} ${from ? `from ${from}` : 'first'}`).join(', ');
}
