// The history of an account, newest first, and its sub-accounts.

import { useState } from 'preact/hooks';
import { readHistory, readSubAccounts, type Share } from '../../chain/accountHistory.ts';
import { chainHead } from '../../chain/connection.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatCount, formatNumberOf } from '../../format/amounts.ts';
import { FeedList } from '../feed/feedList.tsx';
import { Answer } from '../ui/answer.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { AccountLink } from '../values/links.tsx';

/** Entries that are loaded at first, and with each click. */
const STEP = 50;

export function AccountHistory({ id }: { id: string }) {
  const head = useObservable(chainHead);
  const [wanted, setWanted] = useState(STEP);
  const version = `${head?.busyHeight ?? 0}/${wanted}`;
  const loaded = useLoaded(id, () => readHistory(id, wanted), version);
  return (
    <Panel id="history" title="History">
      <Answer loaded={loaded}>
        {({ trails, shares, isComplete }) => (
          <>
            {trails.length === 0 && <Notice>It took part in no transaction.</Notice>}
            <FeedList trails={trails} notes={(hash) => describeShare(shares.get(hash))} />
            {!isComplete && (
              <button class="btn" type="button" onClick={() => setWanted(wanted + STEP)}>
                Show older ones
              </button>
            )}
          </>
        )}
      </Answer>
    </Panel>
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
    <Panel id="sub-accounts" title="Sub-accounts seen">
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
    </Panel>
  );
}
