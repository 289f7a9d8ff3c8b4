// What an account can spend, what its storage and its stake keep, and how its balance developed.

import type { AccountState } from '../../chain/account.ts';
import { type Balances, keptForStorage, totalOf } from '../../chain/balances.ts';
import { compareNear, splitNear } from '../../format/amounts.ts';
import { BalancePlot } from '../charts/balancePlot.tsx';
import { Panel } from '../ui/panel.tsx';
import { Bytes, Near } from '../values/amounts.tsx';

interface BalancePanelProps {
  readonly state: AccountState;
  /** Missing until it is loaded. */
  readonly balances: Balances | undefined;
}

export function BalancePanel({ state, balances }: BalancePanelProps) {
  const { account, storagePrice } = state;
  const kept = keptForStorage(account, storagePrice);
  const amount = BigInt(account.amount);
  const spendable = amount > kept ? amount - kept : 0n;
  const total = totalOf(account);
  return (
    <Panel id="balance" title="Balance">
      <div class="figures two holdings">
        <div class="figure main">
          <span class="k">Can be spent</span>
          <span class="v">
            <BigNear yocto={spendable} />
          </span>
          <Since balances={balances} total={total} />
        </div>
        <div class="figure">
          <span class="k">
            Kept for <Bytes count={account.storage_usage} /> of storage
          </span>
          <span class="v">
            <Near yocto={kept} />
          </span>
        </div>
        <div class="figure">
          <span class="k">Staked</span>
          <span class="v">
            <Near yocto={account.locked} />
          </span>
        </div>
      </div>
      <BalancePlot balances={balances} now={{ height: account.block_height, total }} />
    </Panel>
  );
}

const LARGE_DECIMALS = 2;
/** Keeps the room of a line. */
const NO_BREAK_SPACE = '\u00a0';

/** The digits after the second decimal are small. */
function BigNear({ yocto }: { yocto: bigint }) {
  const { number, unit } = splitNear(yocto);
  const point = number.indexOf('.');
  const cut = point === -1 ? number.length : point + 1 + LARGE_DECIMALS;
  return (
    <data class="num" value={`${yocto}`} title={`${yocto} yoctoNEAR`}>
      {number.slice(0, cut)}
      <span class="u">{number.slice(cut)}</span> <span class="u">{unit}</span>
    </data>
  );
}

function Since({ balances, total }: { balances: Balances | undefined; total: bigint }) {
  if (balances === undefined) return <span class="d">{NO_BREAK_SPACE}</span>;
  const [oldest] = [...balances].sort(([a], [b]) => a - b);
  if (oldest === undefined) return null;
  const [height, before] = oldest;
  const { change } = compareNear(before, total);
  return (
    <span class="d">
      {total === before ? 'as much as' : `${change.number} ${change.unit} since`} block {height}
    </span>
  );
}
