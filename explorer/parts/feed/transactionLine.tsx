// One line about a transaction whose outcome is not known here.

import type { Transaction } from '../../chain/wire.ts';
import { tellTransaction } from '../../format/sentences.ts';
import { HashLink } from '../values/links.tsx';
import { Sentence } from '../values/sentence.tsx';

export function TransactionLine({ transaction }: { transaction: Transaction }) {
  const { hash, signer_id: signer, receiver_id: receiver, actions } = transaction;
  const phrases = tellTransaction({ signer, receiver, actions, moves: [], isFailed: false });
  return (
    <p class="line">
      <HashLink page="tx" hash={hash} />
      <span class="wrap">
        <Sentence phrases={phrases} />
      </span>
    </p>
  );
}
