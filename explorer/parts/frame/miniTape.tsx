// The last 24 blocks: the height and colour of a bar is its gas.

import { sumBlock } from '../../chain/blockSums.ts';
import { feed } from '../../chain/feed.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { gasHeight, gasLevel, gasScale } from '../../format/gas.ts';

const BLOCKS = 24;
const STEP = 5;
const HEIGHT = 20;
const LEAST = 3;

export function MiniTape() {
  const { blocks } = useObservable(feed);
  const shown = blocks.slice(0, BLOCKS).reverse();
  const used = shown.map((block) => sumBlock(block).gasUsed);
  const scale = gasScale(used);
  const first = BLOCKS - shown.length;
  return (
    <svg class="tape-mini" viewBox={`0 0 ${BLOCKS * STEP} ${HEIGHT}`} aria-hidden="true">
      {shown.map((block, at) => {
        const gas = used[at] ?? 0;
        const height = gasHeight(gas / scale, LEAST, HEIGHT - 1);
        return (
          <rect
            key={block.hash}
            class={`h${gasLevel(gas, scale)}`}
            x={(first + at) * STEP}
            y={HEIGHT - height}
            width={STEP - 1}
            height={height}
            rx="1"
          />
        );
      })}
    </svg>
  );
}
