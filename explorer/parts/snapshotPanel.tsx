// Moments of a local chain to which one can return.

import { useState } from 'preact/hooks';
import { chainHead } from '../chain/connection.ts';
import type { RunControl } from '../chain/controls.ts';
import { askNode } from '../chain/node.ts';
import { formatCount } from '../format/amounts.ts';
import { Notice } from './notices.tsx';

interface Snapshot {
  readonly id: number;
  readonly height: number;
}

export function SnapshotPanel({ run }: { run: RunControl }) {
  const [snapshots, setSnapshots] = useState<readonly Snapshot[]>([]);
  const [isSure, setSure] = useState(false);
  const take = async () => {
    const { id } = await askNode<{ id: number }>('perigee_snapshot', null);
    setSnapshots([...snapshots, { id, height: chainHead.value?.height ?? 0 }]);
  };
  const revert = async (snapshot: Snapshot) => {
    await askNode('perigee_revert', { id: snapshot.id });
    setSnapshots(snapshots.filter(({ id }) => id <= snapshot.id));
  };
  const reset = async () => {
    await askNode('perigee_reset', null);
    setSnapshots([]);
    setSure(false);
  };
  return (
    <section aria-labelledby="snapshots">
      <h2 id="snapshots">Snapshots</h2>
      {snapshots.length === 0 && <Notice>None was taken on this page.</Notice>}
      <ul class="list">
        {snapshots.map((snapshot) => (
          <li key={snapshot.id} class="line">
            <span>
              {snapshot.id} at block {formatCount(snapshot.height)}
            </span>
            <button
              type="button"
              onClick={() => run(`Back at snapshot ${snapshot.id}.`, () => revert(snapshot))}
            >
              Revert to it
            </button>
          </li>
        ))}
      </ul>
      <p class="row">
        <button type="button" onClick={() => run('Taken.', take)}>
          Take a snapshot
        </button>
        {isSure ? (
          <button type="button" onClick={() => run('The chain begins anew.', reset)}>
            Yes, remove everything after genesis
          </button>
        ) : (
          <button type="button" onClick={() => setSure(true)}>
            Reset the chain…
          </button>
        )}
      </p>
    </section>
  );
}
