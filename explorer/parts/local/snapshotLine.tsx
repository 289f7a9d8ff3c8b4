// Snapshots as points on the line of the chain, from genesis to now.

import type { Snapshot } from '../../chain/controls.ts';
import { layOutSnapshots } from '../../chain/snapshotLine.ts';
import { formatCount } from '../../format/amounts.ts';
import { formatRoute } from '../../route.ts';

interface SnapshotLineProps {
  readonly snapshots: readonly Snapshot[];
  readonly headHeight: number;
  readonly genesisHeight: number;
  readonly chosen: number | null;
  /** The blocks that the last return removed, and the snapshot that it went to. */
  readonly givenUp: { readonly id: number; readonly blocks: number } | null;
  readonly nameOf: (snapshot: Snapshot) => string;
  readonly onChoose: (id: number) => void;
}

const LINE_Y = 58;
const NAME_SHOWN = 20;
/** More points than these need more room than most screens have. */
const STRETCHED_MAX = 5;

export function SnapshotLine(props: SnapshotLineProps) {
  const { snapshots, headHeight, genesisHeight, chosen, givenUp, nameOf, onChoose } = props;
  const { width, left, right, points } = layOutSnapshots(snapshots);
  const branch = points.find(({ snapshot }) => snapshot.id === givenUp?.id);
  return (
    <div class="scroll-x from-end plain">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: each point in it has a name */}
      <svg class="snap" width={points.length > STRETCHED_MAX ? width : '100%'} height="112">
        {branch !== undefined && <GivenUp x={branch.x} blocks={givenUp?.blocks ?? 0} />}
        <line class="past" x1={`${left}%`} y1={LINE_Y} x2={`${right}%`} y2={LINE_Y} />
        <circle class="pt" cx={`${left}%`} cy={LINE_Y} r="5" />
        <Words x={left} name="Genesis" height={genesisHeight} />
        {points.map(({ x, snapshot }) => (
          <a
            key={snapshot.id}
            href={formatRoute({ page: 'local', subject: '' })}
            class={snapshot.id === chosen ? 'sel' : ''}
            aria-current={snapshot.id === chosen ? 'true' : undefined}
            aria-label={`${nameOf(snapshot)}, block ${formatCount(snapshot.height)}`}
            data-snapshot={snapshot.id}
            onClick={(event) => {
              event.preventDefault();
              onChoose(snapshot.id);
            }}
          >
            <circle class="pt" cx={`${x}%`} cy={LINE_Y} r="8" />
            <Words x={x} name={nameOf(snapshot)} height={snapshot.height} />
          </a>
        ))}
        <circle class="now" cx={`${right}%`} cy={LINE_Y} r="8" />
        <Words x={right} name="now" height={headHeight} />
      </svg>
    </div>
  );
}

function Words({ x, name, height }: { x: number; name: string; height: number }) {
  const shown = name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN - 1)}…` : name;
  return (
    <>
      <text class="strong" x={`${x}%`} y="86" text-anchor="middle">
        {shown}
      </text>
      <text class="faint" x={`${x}%`} y="102" text-anchor="middle">
        {formatCount(height)}
      </text>
    </>
  );
}

/** The part of the chain that was given up, as a dashed branch. */
function GivenUp({ x, blocks }: { x: number; blocks: number }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the words beside it say what it is */}
      <svg
        x={`${x}%`}
        y="14"
        width="12%"
        height="46"
        viewBox="0 0 100 46"
        preserveAspectRatio="none"
      >
        <path class="dead" d="M2 44C30 44 34 4 60 4H98" />
      </svg>
      <text class="faint" x={`${x + 2}%`} y="10">
        {formatCount(blocks)} blocks given up
      </text>
    </>
  );
}
