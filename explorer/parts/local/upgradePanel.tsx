// Stages an upgrade of the protocol, and goes on to the epoch in which it is in force.

import { useState } from 'preact/hooks';
import { chainHead } from '../../chain/connection.ts';
import { controlState } from '../../chain/localChain.ts';
import { askNode } from '../../chain/node.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatNumberOf } from '../../format/amounts.ts';
import { type Action, useAction, WhatHappened } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Panel } from '../ui/panel.tsx';
import { BlockLink } from '../values/links.tsx';

/** Votes decide about the second epoch after theirs; one epoch more for each version. */
const EPOCHS_AHEAD = 3;

interface Step {
  readonly version: number;
  readonly height: number;
}

/** What is in force, and the newest version that the node has. */
async function readVersions() {
  const { protocol_version: version, latest_protocol_version: latest } = await askNode('status');
  return { version, latest };
}

async function readVersion(): Promise<number> {
  return (await readVersions()).version;
}

export function UpgradePanel() {
  const head = useObservable(chainHead);
  const staged = useObservable(controlState)?.staged.protocol_version ?? null;
  const { value: versions } = useLoaded('version', readVersions, head?.height ?? 0);
  const action = useAction();
  const [typed, setTyped] = useState<string | null>(null);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  if (versions === undefined) return null;
  const { version, latest } = versions;
  const next = staged ?? Math.min(latest, version + 1);
  const stage = async (target: number) => {
    const { steps: planned } = await askNode('perigee_set_protocol', { version: target });
    setSteps(planned);
    const last = planned.at(-1);
    if (last === undefined) return 'No upgrade is staged now.';
    return (
      <>
        {last.version} is in force from block <BlockLink height={last.height} /> on.
      </>
    );
  };
  return (
    <Panel
      id="upgrade"
      class="form"
      title="Protocol upgrade"
      tools={
        staged !== null && (
          <Badge tone="warn" icon="clock">
            {staged} is staged
          </Badge>
        )
      }
    >
      <Steps version={version} staged={staged} steps={steps} />
      {version >= latest && staged === null && (
        <p class="quiet s">
          {version} is the newest released version that this node has. To try an upgrade, begin a
          chain with an older one: <code>perigee start --protocol {version - 1}</code>
        </p>
      )}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          action.run(() => stage(Number(typed ?? next)));
        }}
      >
        <label>
          Version{' '}
          <input
            class="input narrow"
            type="number"
            required
            min={1}
            value={typed ?? next}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <button class="btn" type="submit">
          Stage it
        </button>
        {staged !== null && (
          <StagedTools action={action} staged={staged} onTakeBack={() => stage(version)} />
        )}
      </form>
      <WhatHappened action={action} />
    </Panel>
  );
}

interface StagedToolsProps {
  readonly action: Action;
  readonly staged: number;
  readonly onTakeBack: () => Promise<unknown>;
}

function StagedTools({ action, staged, onTakeBack }: StagedToolsProps) {
  const goOn = async () => {
    const from = await readVersion();
    const epochsMax = staged - from + EPOCHS_AHEAD;
    let epochs = 0;
    while (epochs < epochsMax && (await readVersion()) < staged) {
      await askNode('perigee_mine', { epochs: 1 });
      epochs++;
    }
    if ((await readVersion()) < staged) throw new Error(`${staged} is not in force yet.`);
    return `${staged} is in force, after ${formatNumberOf(epochs, 'epoch')}.`;
  };
  const takeBack = async () => {
    await onTakeBack();
    return 'No upgrade is staged now.';
  };
  return (
    <>
      <button class="btn" type="button" onClick={() => action.run(goOn)}>
        Mine until it is in force
      </button>
      <button class="btn quiet" type="button" onClick={() => action.run(takeBack)}>
        Take it back
      </button>
    </>
  );
}

interface StepsProps {
  readonly version: number;
  readonly staged: number | null;
  readonly steps: readonly Step[];
}

/** The heights of the steps are known after staging. */
function Steps({ version, staged, steps }: StepsProps) {
  const planned = steps.filter((step) => step.version > version);
  const isPlanned = planned.length > 0 && planned.at(-1)?.version === staged;
  return (
    <div class="scroll-x">
      <ol class="steps">
        <li class="done" data-version={version}>
          <b>{version}</b>
          in force
        </li>
        {staged !== null && (
          <li class="done">
            <b>Vote</b>
            blocks vote for {staged}
          </li>
        )}
        {staged !== null && !isPlanned && (
          <li>
            <b>{staged}</b>
            two epochs after the vote
          </li>
        )}
        {isPlanned &&
          planned.map(({ version: next, height }) => (
            <li key={next}>
              <b>{next}</b>
              block <BlockLink height={height} />
            </li>
          ))}
      </ol>
    </div>
  );
}
