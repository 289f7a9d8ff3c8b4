// Named snapshots of a local chain: taking one, and going back to one.

import { useState } from 'preact/hooks';
import { chainHead } from '../../chain/connection.ts';
import type { Snapshot } from '../../chain/controls.ts';
import { nodeStatus } from '../../chain/feed.ts';
import { controlState } from '../../chain/localChain.ts';
import { askNode } from '../../chain/node.ts';
import { keepPreference, readPreference } from '../../chain/preferences.ts';
import { nameOf, parseNames, pruneNames, renameSnapshot } from '../../chain/snapshotNames.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { useAction, WhatHappened } from '../ui/action.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { SnapshotChoice } from './snapshotChoice.tsx';
import { SnapshotLine } from './snapshotLine.tsx';

export function SnapshotPanel() {
  const snapshots = useObservable(controlState)?.snapshots ?? [];
  const head = useObservable(chainHead);
  const status = useObservable(nodeStatus);
  const stored = `snapshots-${status?.genesis_hash.slice(0, 12)}`;
  const action = useAction();
  const [chosenId, choose] = useState<number | null>(null);
  const [givenUp, setGivenUp] = useState<{ id: number; blocks: number } | null>(null);
  const [, setRenames] = useState(0);
  const names = parseNames(readPreference(stored));
  const chosen = snapshots.find(({ id }) => id === chosenId) ?? null;
  const headHeight = head?.height ?? 0;
  const take = async () => {
    const { id } = await askNode('perigee_snapshot', null);
    choose(id);
    return `Snapshot ${id} is taken.`;
  };
  return (
    <Panel
      id="snapshots"
      title="Snapshots"
      note={snapshots.length === 0 ? '' : `${snapshots.length}, kept while the node runs`}
      tools={
        <>
          <WhatHappened action={action} />
          <button class="btn small" type="button" onClick={() => action.run(take)}>
            <Icon name="snapshot" class="i-s" />
            Take one now
          </button>
        </>
      }
    >
      {snapshots.length === 0 ? (
        <Notice>
          There is none. Take one before you try something; blocks, state and clock can go back to
          it.
        </Notice>
      ) : (
        <SnapshotLine
          snapshots={snapshots}
          headHeight={headHeight}
          genesisHeight={status?.sync_info.earliest_block_height ?? 0}
          chosen={chosenId}
          givenUp={givenUp}
          nameOf={(snapshot) => nameOf(names, snapshot)}
          onChoose={choose}
        />
      )}
      {chosen !== null && (
        <SnapshotChoice
          key={chosen.id}
          snapshot={chosen}
          name={nameOf(names, chosen)}
          later={laterThan(chosen, snapshots)}
          action={action}
          onBack={(blocks) => setGivenUp({ id: chosen.id, blocks })}
          onRename={(name) => {
            const renamed = renameSnapshot(pruneNames(names, snapshots), chosen, name);
            keepPreference(stored, JSON.stringify(renamed));
            setRenames((count) => count + 1);
          }}
        />
      )}
    </Panel>
  );
}

/** Going back drops them. */
function laterThan({ id }: Snapshot, snapshots: readonly Snapshot[]): number {
  return snapshots.filter((snapshot) => snapshot.id > id).length;
}
