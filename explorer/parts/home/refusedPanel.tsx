// Transactions that the node has refused, each with its cause and what helps. There is nothing to
// see while there are none.

import { useState } from 'preact/hooks';
import { chainHead } from '../../chain/connection.ts';
import { findRefused, type RefusedTransaction } from '../../chain/refused.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { More } from '../ui/more.tsx';
import { Panel } from '../ui/panel.tsx';
import { Age } from '../values/age.tsx';
import { AccountLink } from '../values/links.tsx';

const STEP = 5;
const TEXT_LENGTH = 300;

export function RefusedPanel() {
  const height = useObservable(chainHead)?.height ?? 0;
  const [shown, setShown] = useState(STEP);
  const { value: refused = [] } = useLoaded('refused', findRefused, height);
  if (refused.length === 0) return null;
  return (
    <Panel id="refused" title="Refused" note="never part of a block, newest first">
      <ol class="reasons">
        {refused.slice(0, shown).map((transaction, at) => (
          <Row key={`${transaction.timestamp} ${at}`} transaction={transaction} />
        ))}
      </ol>
      <More shown={shown} total={refused.length} onMore={() => setShown(shown + STEP)} />
    </Panel>
  );
}

function Row({ transaction }: { transaction: RefusedTransaction }) {
  const { timestamp, signer_id, receiver_id, explanation, remedy } = transaction;
  return (
    <li>
      <span class="n">
        <Age nanos={timestamp} />
      </span>
      <span class="wrap">{explanation.slice(0, TEXT_LENGTH)}</span>
      <span class="w wrap">
        {signer_id === null ? 'not decodable' : <AccountLink id={signer_id} />}
        {receiver_id !== null && (
          <>
            {' → '}
            <AccountLink id={receiver_id} />
          </>
        )}
        {remedy !== null && `. ${remedy.slice(0, TEXT_LENGTH)}`}
      </span>
    </li>
  );
}
