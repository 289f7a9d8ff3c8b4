// An amount of a fungible token: in its units as soon as its metadata is known.

import { useEffect } from 'preact/hooks';
import { tokenMetadata, wantTokenMetadata } from '../../chain/tokenMetadata.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatCount, formatToken } from '../../format/amounts.ts';
import { AccountLink } from './links.tsx';

export function TokenAmount({ contract, amount }: { contract: string; amount: string }) {
  const known = useObservable(tokenMetadata).get(contract);
  useEffect(() => wantTokenMetadata(contract), [contract]);
  if (known == null) {
    return (
      <>
        <data class="num" value={amount}>
          {formatCount(BigInt(amount))}
        </data>{' '}
        of <AccountLink id={contract} />
      </>
    );
  }
  return (
    <data class="num b" value={amount} title={`${formatCount(BigInt(amount))} of ${contract}`}>
      {formatToken(amount, known.decimals)} <bdi>{known.symbol}</bdi>
    </data>
  );
}
