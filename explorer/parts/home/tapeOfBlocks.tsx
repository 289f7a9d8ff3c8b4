// The newest blocks as a strip: height and colour are gas, a cross is a failure inside, and the
// line below is green as far as blocks are final. It shows its end; a wider screen shows more.

import { sumBlock } from '../../chain/blockSums.ts';
import type { Feed } from '../../chain/feed.ts';
import { BLOCK_STEP, FOLD_STEP, layoutTape, type TapeItem } from '../../chain/tape.ts';
import { formatCount, formatNumberOf, formatTgas } from '../../format/amounts.ts';
import { gasHeight, gasLevel, gasScale } from '../../format/gas.ts';
import { formatRoute } from '../../route.ts';

const BASE = 86;
const HEIGHT = 116;
const BAR_LEAST = 6;
const BAR_MOST = 68;
const LABEL_Y = 108;
const LINE_Y = 91;

export function TapeOfBlocks({ feed }: { feed: Feed }) {
  const { items, width, finalX } = layoutTape(feed.blocks);
  const scale = gasScale(feed.blocks.map((block) => sumBlock(block).gasUsed));
  return (
    <figure class="scroll-x from-end" aria-label="Blocks">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has the name */}
      <svg class="tape" width={width} height={HEIGHT} data-walk>
        {items.map((item, at) =>
          item.kind === 'fold' ? (
            <Fold key={item.block.hash} item={item} />
          ) : (
            <Bar
              key={item.block.hash}
              item={item}
              scale={scale}
              isFailed={feed.failedHeights.has(item.block.height)}
              hasLabel={items[at - 1]?.kind !== 'block'}
            />
          ),
        )}
        <line class="final" x1="0" x2={finalX} y1={LINE_Y} y2={LINE_Y} />
        <line class="unfinal" x1={finalX} x2={width} y1={LINE_Y} y2={LINE_Y} />
      </svg>
    </figure>
  );
}

function Fold({ item }: { item: TapeItem & { readonly kind: 'fold' } }) {
  const { x, count } = item;
  return (
    <g>
      <title>{formatNumberOf(count, 'empty block')}</title>
      <text class="ax-t" x={x + FOLD_STEP / 2 - 2} y={BASE - 10} text-anchor="middle">
        {formatCount(count)}
      </text>
      <line class="fold" x1={x + 6} x2={x + FOLD_STEP - 10} y1={BASE - 3} y2={BASE - 3} />
    </g>
  );
}

interface BarProps {
  readonly item: TapeItem & { readonly kind: 'block' };
  readonly scale: number;
  readonly isFailed: boolean;
  /** The first block after a fold. */
  readonly hasLabel: boolean;
}

function Bar({ item: { x, block }, scale, isFailed, hasLabel }: BarProps) {
  const { gasUsed, transactions } = sumBlock(block);
  const height = gasHeight(gasUsed / scale, BAR_LEAST, BAR_MOST);
  const top = BASE - height;
  const { height: number } = block;
  const words = [
    `Block ${formatCount(number)}`,
    formatNumberOf(transactions, 'transaction'),
    `${formatTgas(gasUsed)} Tgas`,
    ...(isFailed ? ['a receipt failed'] : []),
  ].join(', ');
  const middle = x + (BLOCK_STEP - 3) / 2;
  return (
    <>
      <a href={formatRoute({ page: 'block', subject: `${number}` })} aria-label={words}>
        <title>{words}</title>
        <rect
          class="reach"
          x={x}
          y={BASE - BAR_MOST - 14}
          width={BLOCK_STEP}
          height={BAR_MOST + 14}
        />
        <rect
          class={`h${gasLevel(gasUsed, scale)}`}
          x={x}
          y={top}
          width={BLOCK_STEP - 3}
          height={height}
          rx="3"
        />
        {isFailed && <path class="sign" d={`M${middle - 3.5} ${top - 12}l7 7m0 -7l-7 7`} />}
      </a>
      {hasLabel && (
        <text class="ax-t" x={x} y={LABEL_Y}>
          {formatCount(number)}
        </text>
      )}
    </>
  );
}
