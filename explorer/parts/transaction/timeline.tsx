// The six milestones of a transaction, in chronological order.

import { Fragment } from 'preact';
import type { TransactionTree } from '../../chain/receiptTree.ts';
import { loadTimeline, type MilestonePoint } from '../../chain/timeline.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { formatSpan, nanosToMs } from '../../format/times.ts';
import { Answer } from '../ui/answer.tsx';
import { Panel } from '../ui/panel.tsx';
import { BlockLink } from '../values/links.tsx';

export function Timeline({ tree }: { tree: TransactionTree }) {
  const { status, root } = tree;
  const version = `${status.final_execution_status} ${tree.nodes.length}`;
  const loaded = useLoaded(status.transaction.hash, () => loadTimeline(tree), version);
  const startMs = nanosToMs(root.block.timestamp_nanosec);
  return (
    <Panel id="timeline" title="Milestones">
      <Answer loaded={loaded}>
        {(points) => (
          <ol class="timeline">
            {points.map((point) => (
              <Point key={point.name} point={point} startMs={startMs} />
            ))}
          </ol>
        )}
      </Answer>
    </Panel>
  );
}

function Point({ point, startMs }: { point: MilestonePoint; startMs: number }) {
  const { name, words, block } = point;
  const isReached = block !== null || name === 'NONE';
  return (
    <li class={isReached ? 'reached' : ''} data-milestone={name}>
      <b>
        {name.split('_').map((word, at) => (
          <Fragment key={word}>
            {at > 0 && '_'}
            <wbr />
            {word}
          </Fragment>
        ))}
      </b>
      <span>{words}</span>
      {block === null ? (
        <span class="faint">{isReached ? 'before its block' : 'not yet'}</span>
      ) : (
        <span>
          <BlockLink height={block.height} />{' '}
          <span class="faint">+{formatSpan(nanosToMs(block.timestamp_nanosec) - startMs)}</span>
        </span>
      )}
    </li>
  );
}
