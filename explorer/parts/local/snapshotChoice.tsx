// The chosen snapshot: what going back to it removes, and the buttons.

import { useState } from 'preact/hooks';
import { chainHead } from '../../chain/connection.ts';
import type { Snapshot } from '../../chain/controls.ts';
import { readEvents } from '../../chain/eventRange.ts';
import { askNode } from '../../chain/node.ts';
import { NAME_LENGTH_MAX } from '../../chain/snapshotNames.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatNumberOf } from '../../format/amounts.ts';
import type { Action } from '../ui/action.tsx';
import { Icon } from '../ui/icon.tsx';
import { BlockLink } from '../values/links.tsx';

/** Transactions of more blocks are not counted. */
const COUNTED_BLOCKS_MAX = 500;

interface SnapshotChoiceProps {
  readonly snapshot: Snapshot;
  readonly name: string;
  /** How many snapshots are later. */
  readonly later: number;
  readonly action: Action;
  readonly onBack: (blocks: number) => void;
  readonly onRename: (name: string) => void;
}

export function SnapshotChoice(props: SnapshotChoiceProps) {
  const { snapshot, name, later, action, onBack, onRename } = props;
  const { id, height } = snapshot;
  const headHeight = useObservable(chainHead)?.height ?? height;
  const blocks = Math.max(0, headHeight - height);
  const back = async () => {
    await askNode('perigee_revert', { id });
    onBack(blocks);
    return `The chain is back at ${name}.`;
  };
  const drop = async () => {
    await askNode('perigee_drop_snapshot', { id });
    return `${name} is deleted.`;
  };
  return (
    <div class="callout" data-chosen={id}>
      <Icon name="refund" />
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        , block <BlockLink height={height} />: <Removes from={height} to={headHeight} />
        {later > 0 && ` ${formatNumberOf(later, 'later snapshot')} would be dropped.`}
      </p>
      <div class="row">
        <button class="btn small" type="button" onClick={() => action.run(back)}>
          Go back to it
        </button>
        <Rename name={name} onRename={onRename} />
        <button class="btn small quiet" type="button" onClick={() => action.run(drop)}>
          Delete
        </button>
      </div>
    </div>
  );
}

function Removes({ from, to }: { from: number; to: number }) {
  const blocks = Math.max(0, to - from);
  const isCounted = blocks > 0 && blocks <= COUNTED_BLOCKS_MAX;
  const { value: transactions } = useLoaded(
    `removes ${from}`,
    async () => (isCounted ? countTransactions(from + 1, to) : null),
    to,
  );
  if (blocks === 0) return <>going back changes nothing yet.</>;
  return (
    <>
      going back removes {formatNumberOf(blocks, 'block')}
      {transactions == null
        ? ' with their transactions'
        : ` and ${formatNumberOf(transactions, 'transaction')}`}
      . Balances, keys, code and the clock return to what they were.
    </>
  );
}

async function countTransactions(from: number, to: number): Promise<number> {
  const events = await readEvents({ from, to, kinds: ['block'] });
  const chunks = events.flatMap(({ kind, data }) => (kind === 'block' ? data.chunks : []));
  return chunks.reduce((sum, { transactions }) => sum + transactions, 0);
}

function Rename({ name, onRename }: { name: string; onRename: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === null) {
    return (
      <button class="btn small" type="button" onClick={() => setTyped(name)}>
        Rename
      </button>
    );
  }
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        onRename(typed);
        setTyped(null);
      }}
    >
      <input
        class="input mid"
        aria-label="Name"
        maxLength={NAME_LENGTH_MAX}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <button class="btn small" type="submit">
        Keep the name
      </button>
    </form>
  );
}
