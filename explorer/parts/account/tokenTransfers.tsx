// The newest transfers of tokens from and to an account, looked for when the user asks.

import { useState } from 'preact/hooks';
import type { TokenClaim } from '../../chain/accountTokens.ts';
import { chainHead } from '../../chain/connection.ts';
import { readTransfers, type TokenTransfer } from '../../chain/tokenTransfers.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { shorten } from '../../format/names.ts';
import { formatRoute } from '../../route.ts';
import { Answer } from '../ui/answer.tsx';
import { More } from '../ui/more.tsx';
import { Notice } from '../ui/notices.tsx';
import { Age } from '../values/age.tsx';
import { AccountLink } from '../values/links.tsx';
import { TokenAmount } from '../values/tokenAmount.tsx';

const STEP = 10;
const IDS_LENGTH = 100;

interface TokenTransfersProps {
  readonly id: string;
  readonly claims: readonly TokenClaim[];
}

export function TokenTransfers({ id, claims }: TokenTransfersProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <Transfers id={id} claims={claims} />;
  return (
    <p class="row">
      <button class="btn small" type="button" onClick={() => setWanted(true)}>
        Show transfers
      </button>
    </p>
  );
}

function Transfers({ id, claims }: TokenTransfersProps) {
  const head = useObservable(chainHead);
  const [shown, setShown] = useState(STEP);
  const contracts = claims.filter(({ kind }) => kind !== 'pool').map(({ contract }) => contract);
  const loaded = useLoaded(
    `transfers ${id} ${contracts.join(' ')}`,
    () => readTransfers(id, contracts),
    head?.busyHeight ?? 0,
  );
  return (
    <Answer loaded={loaded}>
      {(transfers) => (
        <>
          {transfers.length === 0 && (
            <Notice>None in the newest transactions of these contracts.</Notice>
          )}
          <ul class="bars transfers" aria-label="Transfers of tokens">
            {transfers.slice(0, shown).map((transfer, at) => (
              <Transfer key={at} id={id} transfer={transfer} />
            ))}
          </ul>
          <More shown={shown} total={transfers.length} onMore={() => setShown(shown + STEP)} />
        </>
      )}
    </Answer>
  );
}

function Transfer({ id, transfer: { move, trail } }: { id: string; transfer: TokenTransfer }) {
  const { contract, amount, from, to, tokenIds } = move;
  const isIncoming = to === id;
  const other = isIncoming ? from : to;
  const { hash } = trail.transaction;
  return (
    <li>
      <span class="wrap">
        {isIncoming ? '+' : '−'}
        {amount === null ? (
          <>
            <bdi class="mono">{tokenIds.join(', ').slice(0, IDS_LENGTH)}</bdi> of{' '}
            <AccountLink id={contract} />
          </>
        ) : (
          <TokenAmount contract={contract} amount={amount} />
        )}{' '}
        <span class="quiet">
          {other === null ? (
            isIncoming ? (
              'minted'
            ) : (
              'burnt'
            )
          ) : (
            <>
              {isIncoming ? 'from' : 'to'} <AccountLink id={other} />
            </>
          )}
        </span>
      </span>
      <a class="meta" href={formatRoute({ page: 'tx', subject: hash })}>
        <span class="vh">Transaction {shorten(hash)}, </span>
        <Age nanos={trail.timestampNanosec} />
      </a>
    </li>
  );
}
