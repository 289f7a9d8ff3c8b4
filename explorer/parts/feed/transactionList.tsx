// Transactions, one line each: signer, actions, receiver, cost and result.

import type { Trail } from '../../chain/trail.ts';
import type { Transaction } from '../../chain/wire.ts';
import { describeActions } from '../../format/actions.ts';
import { formatSpan, formatTime } from '../../format/times.ts';
import { Gas, Near } from '../values/amounts.tsx';
import { AccountLink, BlockLink, HashLink } from '../values/links.tsx';

const REASON_LENGTH = 300;

interface TrailListProps {
  readonly trails: readonly Trail[];
  /** Further information about a transaction, by its hash. */
  readonly notes?: (hash: string) => string;
}

export function TrailList({ trails, notes = () => '' }: TrailListProps) {
  return (
    <ol class="list transactions">
      {trails.map((trail) => (
        <TrailRow key={trail.transaction.hash} trail={trail} note={notes(trail.transaction.hash)} />
      ))}
    </ol>
  );
}

function TrailRow({ trail, note }: { trail: Trail; note: string }) {
  const { transaction, ending, gasBurnt, tokensBurnt, failures } = trail;
  const reason = ending.kind === 'failed' ? ending.reason : failures[0];
  return (
    <li class={ending.kind} data-hash={transaction.hash}>
      <TransactionLine transaction={transaction} />
      <p class="numbers">
        <StatusMark kind={ending.kind} />
        <BlockLink height={trail.blockHeight} />
        <time>
          {trail.spanMs === null ? formatTime(trail.timestampNanosec) : formatSpan(trail.spanMs)}
        </time>
        <Gas gas={gasBurnt} />
        <Near yocto={tokensBurnt} />
        {note !== '' && <span class="faint">{note}</span>}
      </p>
      {reason !== undefined && (
        <p class="reason" dir="auto">
          {ending.kind === 'done' && 'A receipt failed: '}
          {reason.slice(0, REASON_LENGTH)}
          {reason.length > REASON_LENGTH && '…'}
        </p>
      )}
    </li>
  );
}

export function TransactionLine({ transaction }: { transaction: Transaction }) {
  const { hash, signer_id, receiver_id, actions } = transaction;
  return (
    <p class="line">
      <HashLink page="tx" hash={hash} />
      <span>
        <AccountLink id={signer_id} /> → <AccountLink id={receiver_id} />
      </span>
      <bdi class="words">{describeActions(actions)}</bdi>
    </p>
  );
}

const MARKS = {
  pending: ['…', 'under way'],
  done: ['✓', 'succeeded'],
  failed: ['✗', 'failed'],
} as const;

export function StatusMark({ kind }: { kind: keyof typeof MARKS }) {
  const [mark, words] = MARKS[kind];
  return (
    <span class={`mark ${kind}`}>
      <span aria-hidden="true">{mark}</span> {words}
    </span>
  );
}
