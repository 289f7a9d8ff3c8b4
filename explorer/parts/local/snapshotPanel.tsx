// The snapshots of a local chain, and its reset.

import { useState } from 'preact/hooks';
import type { RunControl, Snapshot } from '../../chain/controls.ts';
import { askNode } from '../../chain/node.ts';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { BlockLink } from '../values/links.tsx';

interface SnapshotPanelProps {
  readonly run: RunControl;
  /** Undefined until loaded. */
  readonly snapshots: readonly Snapshot[] | undefined;
}

export function SnapshotPanel({ run, snapshots }: SnapshotPanelProps) {
  return (
    <Panel id="snapshots" title="Snapshots">
      {snapshots?.length === 0 && <Notice>There is none. They end with the node.</Notice>}
      <ul class="list">
        {snapshots?.map((snapshot) => (
          <SnapshotRow key={snapshot.id} run={run} snapshot={snapshot} />
        ))}
      </ul>
      <p class="row">
        <button
          class="btn"
          type="button"
          onClick={() => run('Taken.', () => askNode('perigee_snapshot', null))}
        >
          Take a snapshot
        </button>
        <Reset run={run} />
      </p>
    </Panel>
  );
}

function SnapshotRow({ run, snapshot }: { run: RunControl; snapshot: Snapshot }) {
  const { id, height } = snapshot;
  const revert = () => askNode('perigee_revert', { id });
  const drop = () => askNode('perigee_drop_snapshot', { id });
  return (
    <li class="line" data-snapshot={id}>
      <span>
        Snapshot {id} at block <BlockLink height={height} />
      </span>
      <button class="btn" type="button" onClick={() => run(`Back at snapshot ${id}.`, revert)}>
        Revert to it
      </button>
      <button class="btn" type="button" onClick={() => run(`Snapshot ${id} is dropped.`, drop)}>
        Drop it
      </button>
    </li>
  );
}

/** Asks for confirmation first. */
function Reset({ run }: { run: RunControl }) {
  const [isSure, setSure] = useState(false);
  const reset = async () => {
    await askNode('perigee_reset', null);
    setSure(false);
  };
  if (!isSure) {
    return (
      <button class="btn" type="button" onClick={() => setSure(true)}>
        Reset the chain…
      </button>
    );
  }
  return (
    <>
      <button class="btn" type="button" onClick={() => run('The chain starts over.', reset)}>
        Yes, remove everything after genesis
      </button>
      <button class="btn" type="button" onClick={() => setSure(false)}>
        Keep it
      </button>
    </>
  );
}
