// The history of an account, newest first, and its sub-accounts.

import { useState } from 'preact/hooks';
import { readHistory, readSubAccounts, type Share } from '../chain/accountHistory.ts';
import { chainHead } from '../chain/connection.ts';
import { useObservable } from '../chain/observable.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { formatCount, formatNumberOf } from '../format/amounts.ts';
import { Answer } from './answer.tsx';
import { AccountLink } from './links.tsx';
import { Notice } from './notices.tsx';
import { TrailList } from './transactionList.tsx';

/** Entries that are loaded at first, and with each click. */
const STEP = 50;

export function AccountHistory({ id }: { id: string }) {
  const head = useObservable(chainHead);
  const [wanted, setWanted] = useState(STEP);
  const version = `${head?.busyHeight ?? 0}/${wanted}`;
  const loaded = useLoaded(id, () => readHistory(id, wanted), version);
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <Answer loaded={loaded}>
        {({ trails, shares, isComplete }) => (
          <>
            {trails.length === 0 && <Notice>It took part in no transaction.</Notice>}
            <TrailList trails={trails} notes={(hash) => describeShare(shares.get(hash))} />
            {!isComplete && (
              <button type="button" onClick={() => setWanted(wanted + STEP)}>
                Show older ones
              </button>
            )}
          </>
        )}
      </Answer>
    </section>
  );
}

function describeShare(share: Share | undefined): string {
  if (share === undefined) return '';
  const { isSigner, isReceiver, executed } = share;
  return [
    isSigner ? 'signed' : '',
    isReceiver ? 'received' : '',
    executed > 0 ? `executed ${formatNumberOf(executed, 'receipt')}` : '',
  ]
    .filter((words) => words !== '')
    .join(', ');
}

export function SubAccounts({ id }: { id: string }) {
  const head = useObservable(chainHead);
  const loaded = useLoaded(id, () => readSubAccounts(id), head?.busyHeight ?? 0);
  return (
    <section aria-labelledby="sub-accounts">
      <h2 id="sub-accounts">Sub-accounts seen</h2>
      <Answer loaded={loaded}>
        {({ names, isComplete }) => (
          <>
            {names.length === 0 && <Notice>There is none.</Notice>}
            <ul class="names">
              {names.map((name) => (
                <li key={name}>
                  <AccountLink id={name} />
                </li>
              ))}
            </ul>
            {!isComplete && <Notice>These are {formatCount(names.length)} of them.</Notice>}
          </>
        )}
      </Answer>
    </section>
  );
}
