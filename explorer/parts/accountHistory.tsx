// The history of an account, the newest first, one stretch of blocks after the other.

import { useState } from 'preact/hooks';
import { type HistoryPart, readHistory } from '../chain/accountHistory.ts';
import { chainHead } from '../chain/connection.ts';
import { useObservable } from '../chain/observable.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { formatCount } from '../format/amounts.ts';
import { AccountLink } from './links.tsx';
import { Answer, Notice } from './notices.tsx';
import { TrailList } from './transactionList.tsx';

export function AccountHistory({ id }: { id: string }) {
  const head = useObservable(chainHead);
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      {head === null ? (
        <Notice>Asking the node…</Notice>
      ) : (
        <Stretches id={id} height={head.height} busyHeight={head.busyHeight} />
      )}
    </section>
  );
}

function Stretches(props: { id: string; height: number; busyHeight: number }) {
  const { id, height, busyHeight } = props;
  const [older, setOlder] = useState<readonly HistoryPart[]>([]);
  const [oldestKnown] = older.slice(-1);
  // The newest stretch is looked through again when something was executed.
  const loaded = useLoaded(id, () => readHistory(id, height), busyHeight);
  return (
    <Answer loaded={loaded}>
      {(newest) => {
        const { from } = oldestKnown ?? newest;
        const lookBack = async () => setOlder([...older, await readHistory(id, from - 1)]);
        return (
          <>
            <History parts={[newest, ...older]} />
            <p class="quiet">
              Blocks {formatCount(from)} to {formatCount(newest.to)} were looked through: the node
              keeps no index by account.
            </p>
            {from > 0 && (
              <button type="button" onClick={lookBack}>
                Look through older blocks
              </button>
            )}
          </>
        );
      }}
    </Answer>
  );
}

function History({ parts }: { parts: readonly HistoryPart[] }) {
  const trails = parts.flatMap((part) => part.trails);
  const others = parts.reduce((sum, part) => sum + part.others, 0);
  const subAccounts = [...new Set(parts.flatMap((part) => part.subAccounts))];
  return (
    <>
      {trails.length === 0 && <Notice>It took part in no transaction.</Notice>}
      <TrailList trails={trails} />
      {others > 0 && (
        <Notice>{formatCount(others)} older ones of these blocks are not shown.</Notice>
      )}
      {subAccounts.length > 0 && (
        <>
          <h3>Sub-accounts seen</h3>
          <ul class="names">
            {subAccounts.map((sub) => (
              <li key={sub}>
                <AccountLink id={sub} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
