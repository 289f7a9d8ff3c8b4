// A local chain, controlled from its own machine: blocks, time, snapshots, accounts, transactions,
// upgrades and shards.

import { findAccounts, type NodeAccount } from '../chain/controls.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { NodeState, ThemeSwitch } from '../parts/frame/nodeState.tsx';
import { AccountsPanel } from '../parts/local/accountsPanel.tsx';
import { ClockPanel } from '../parts/local/clockPanel.tsx';
import { MiningPanel } from '../parts/local/miningPanel.tsx';
import { Restart } from '../parts/local/restart.tsx';
import { SendPanel } from '../parts/local/sendPanel.tsx';
import { ShardsPanel } from '../parts/local/shardsPanel.tsx';
import { SnapshotPanel } from '../parts/local/snapshotPanel.tsx';
import { UpgradePanel } from '../parts/local/upgradePanel.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Title } from '../parts/ui/title.tsx';

export function LocalPage() {
  const loaded = useLoaded('accounts', findAccounts);
  const accounts = loaded.value;
  return (
    <>
      <Title
        tools={accounts && <Restart />}
        lead={
          accounts
            ? 'You decide about blocks, time and state. Nothing here exists on a real network.'
            : 'Blocks, time and state of a chain on your own machine.'
        }
      >
        Local chain
      </Title>
      <section class="panel phone-only" aria-label="Node">
        <div class="rail-foot">
          <NodeState />
          <ThemeSwitch name="theme-local" />
        </div>
      </section>
      <Answer loaded={loaded}>
        {(found) =>
          found === null ? (
            <Notice>
              This chain cannot be controlled from here: it is not a local one, the page is open on
              another machine, or the node was started with --no-controls.
            </Notice>
          ) : (
            <Panels accounts={found} />
          )
        }
      </Answer>
    </>
  );
}

function Panels({ accounts }: { accounts: readonly NodeAccount[] }) {
  return (
    <>
      <div class="cols-2">
        <MiningPanel />
        <ClockPanel />
      </div>
      <SnapshotPanel />
      <AccountsPanel accounts={accounts} />
      <div class="cols-2">
        <SendPanel />
        <UpgradePanel />
      </div>
      <ShardsPanel />
    </>
  );
}
