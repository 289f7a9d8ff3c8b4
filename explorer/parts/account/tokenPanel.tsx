// The tokens of an account, as their contracts claim.

import { Fragment } from 'preact';
import { readTokens, type TokenClaim } from '../../chain/accountTokens.ts';
import { chainHead } from '../../chain/connection.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatCount } from '../../format/amounts.ts';
import { Answer } from '../ui/answer.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Near } from '../values/amounts.tsx';
import { Who } from '../values/links.tsx';
import { TokenAmount } from '../values/tokenAmount.tsx';
import { TokenTransfers } from './tokenTransfers.tsx';

export function TokenPanel({ id }: { id: string }) {
  const head = useObservable(chainHead);
  const loaded = useLoaded(`tokens ${id}`, () => readTokens(id), head?.busyHeight ?? 0);
  return (
    <Panel id="tokens" title="Tokens" note="as their contracts say">
      <Answer loaded={loaded}>
        {({ claims, isComplete }) => (
          <>
            {claims.length === 0 && <Notice>No token contract has named this account.</Notice>}
            <ul class="bars tokens">
              {claims.map((claim) => (
                <li key={`${claim.kind} ${claim.contract}`}>
                  <Who isContract id={claim.contract} />
                  <Claim claim={claim} />
                </li>
              ))}
            </ul>
            {!isComplete && <Notice>More contracts were not asked.</Notice>}
            {claims.length > 0 && <TokenTransfers key={id} id={id} claims={claims} />}
          </>
        )}
      </Answer>
    </Panel>
  );
}

function Claim({ claim }: { claim: TokenClaim }) {
  const { kind, contract, amount, ids, amounts, isSilent } = claim;
  if (isSilent) return <span class="faint">gives no balance</span>;
  if (kind === 'pool' && amount !== null) {
    return (
      <span class="num">
        <Near yocto={amount} /> staked
      </span>
    );
  }
  if (kind === 'ft' && amount !== null) return <TokenAmount contract={contract} amount={amount} />;
  return (
    <span class="wrap">
      {amount !== null && <b class="num">{formatCount(BigInt(amount))}</b>}{' '}
      {ids.map((tokenId, at) => (
        <Fragment key={tokenId}>
          <bdi class="badge mono">{tokenId}</bdi>{' '}
          {amounts[at] != null && (
            <data class="num" value={amounts[at]}>
              {formatCount(BigInt(amounts[at]))}{' '}
            </data>
          )}
        </Fragment>
      ))}
    </span>
  );
}
