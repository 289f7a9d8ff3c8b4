// A flame graph: each bar is what a function burnt with what it called, from the outside in.

import { type FlameBar, type FlameNode, layoutFlame } from '../../chain/flame.ts';
import { formatTgas } from '../../format/amounts.ts';

const ROW = 28;
const BAR = 27;
/** In per cent; a narrower bar has no place for a name. */
const NAMED_MIN = 4;

const KINDS: readonly (readonly [kind: FlameNode['kind'], words: string])[] = [
  ['base', 'fixed costs'],
  ['code', 'contract code'],
  ['store', 'storage'],
  ['send', 'sending'],
];

export function Flame({ nodes, label }: { nodes: readonly FlameNode[]; label: string }) {
  const bars = layoutFlame(nodes);
  const depth = Math.max(0, ...bars.map((bar) => bar.depth + 1));
  const kinds = KINDS.filter(([kind]) => bars.some(({ node }) => node.kind === kind));
  return (
    <>
      <svg class="flame" width="100%" height={depth * ROW} role="img" aria-label={label}>
        {bars.map((bar, at) => (
          <Bar key={at} bar={bar} />
        ))}
      </svg>
      <p class="legend">
        {kinds.map(([kind, words]) => (
          <span key={kind}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect class={`f-${kind}`} width="10" height="10" rx="2" />
            </svg>
            {words}
          </span>
        ))}
      </p>
    </>
  );
}

function Bar({ bar: { node, x, width, depth } }: { bar: FlameBar }) {
  const words = `${node.name}, ${formatTgas(node.totalGas)} Tgas`;
  return (
    <svg x={`${x.toFixed(2)}%`} y={depth * ROW} width={`${width.toFixed(2)}%`} height={BAR}>
      <title>{words}</title>
      <rect class={`f-${node.kind}`} width="100%" height="100%" rx="3" />
      {width > NAMED_MIN && (
        <foreignObject width="100%" height={BAR}>
          <span class="fl">{depth === 0 ? words : node.name}</span>
        </foreignObject>
      )}
    </svg>
  );
}
