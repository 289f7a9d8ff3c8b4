// Gas of the newest blocks, and the contracts that burn most of it.

import { sumBlock } from '../../chain/blockSums.ts';
import { findGasBurners } from '../../chain/homeFigures.ts';
import type { Trail } from '../../chain/trail.ts';
import type { BlockEvent } from '../../chain/wire.ts';
import { formatCount, formatTgas } from '../../format/amounts.ts';
import { gasLevel, gasScale } from '../../format/gas.ts';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Gas, Meter } from '../values/amounts.tsx';
import { Who } from '../values/links.tsx';

const BLOCKS_SHOWN = 60;
const TOP = 18;
const BASE = 148;
const BAR_SHARE = 0.68;
const BAR_LEAST = 2;

/** Of the newest blocks that executed something; blocks are given newest first. */
export function GasOfBlocks({ blocks }: { blocks: readonly BlockEvent[] }) {
  const busy = blocks
    .map((block) => ({ height: block.height, ...sumBlock(block) }))
    .filter(({ gasUsed }) => gasUsed > 0)
    .slice(0, BLOCKS_SHOWN)
    .reverse();
  const scale = gasScale(busy.map(({ gasUsed }) => gasUsed));
  const step = 100 / Math.max(busy.length, BLOCKS_SHOWN / 2);
  const limit = busy.at(-1)?.gasLimit ?? 0;
  return (
    <Panel
      id="gas-of-blocks"
      title="Gas per block"
      note={limit > 0 && `limit ${formatTgas(limit)} Tgas`}
    >
      {busy.length === 0 ? (
        <Notice>No block burnt gas yet.</Notice>
      ) : (
        <svg
          class="plot"
          width="100%"
          height="168"
          role="img"
          aria-label={`Gas of the last ${busy.length} blocks that executed something`}
        >
          <line class="ax dash" x1="0" x2="100%" y1={TOP} y2={TOP} />
          <text class="ax-t" x="0" y={TOP - 6}>
            {formatTgas(scale)} Tgas
          </text>
          <line class="ax" x1="0" x2="100%" y1={BASE} y2={BASE} />
          {busy.map(({ height, gasUsed }, at) => {
            const size = Math.max(BAR_LEAST, (gasUsed / scale) * (BASE - TOP));
            return (
              <rect
                key={height}
                class={`h${gasLevel(gasUsed, scale)}`}
                x={`${(at * step).toFixed(2)}%`}
                y={BASE - size}
                width={`${(step * BAR_SHARE).toFixed(2)}%`}
                height={size}
                rx="1"
              />
            );
          })}
          <text class="ax-t" x="0" y="164">
            {formatCount(busy[0]?.height ?? 0)}
          </text>
          <text class="ax-t" x="100%" y="164" text-anchor="end">
            {formatCount(busy.at(-1)?.height ?? 0)}
          </text>
        </svg>
      )}
    </Panel>
  );
}

const CONTRACTS_SHOWN = 5;

export function GasBurners({ trails }: { trails: readonly Trail[] }) {
  const found = findGasBurners(trails, CONTRACTS_SHOWN);
  const [most] = found;
  return (
    <Panel id="gas-burners" title="Where gas goes" note="newest transactions">
      {most === undefined && <Notice>No contract was called yet.</Notice>}
      <ol class="bars">
        {found.map(({ account, gas }) => (
          <li key={account}>
            <Who id={account} isContract />
            <Gas gas={gas} />
            <Meter part={gas} whole={most?.gas ?? 1} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
