// Transactions in sentences, newest first: a sign, what happened, its gas and age, and in red why
// something failed. Runs of empty blocks between them are one quiet line.

import { Fragment } from 'preact';
import { isEmptyBlock } from '../../chain/blockSums.ts';
import { standingOf, type Trail } from '../../chain/trail.ts';
import type { BlockEvent } from '../../chain/wire.ts';
import { formatNumberOf } from '../../format/amounts.ts';
import { shorten } from '../../format/names.ts';
import { tellTransaction } from '../../format/sentences.ts';
import { formatSpan, nanosToMs } from '../../format/times.ts';
import { formatRoute } from '../../route.ts';
import { StandingSign } from '../ui/standing.tsx';
import { Age } from '../values/age.tsx';
import { Gas } from '../values/amounts.tsx';
import { Sentence } from '../values/sentence.tsx';

const REASON_LENGTH = 300;
/** A shorter pause between transactions is not worth a line. */
const GAP_MS_MIN = 1000;

interface FeedListProps {
  readonly trails: readonly Trail[];
  /** Newest first; those that are empty are counted between transactions. */
  readonly blocks?: readonly BlockEvent[];
  /** A few more words about a transaction, by its hash. */
  readonly notes?: (hash: string) => string;
}

export function FeedList({ trails, blocks = [], notes = () => '' }: FeedListProps) {
  return (
    <ol class="feed transactions">
      {trails.map((trail, at) => (
        <Fragment key={trail.transaction.hash}>
          <Gap blocks={blocks} above={trails[at - 1]} below={trail} />
          <FeedRow trail={trail} note={notes(trail.transaction.hash)} />
        </Fragment>
      ))}
    </ol>
  );
}

function FeedRow({ trail, note }: { trail: Trail; note: string }) {
  const { transaction, gasBurnt, timestampNanosec, failures, moves } = trail;
  const { hash, signer_id: signer, receiver_id: receiver, actions } = transaction;
  const standing = standingOf(trail);
  const isFailed = standing === 'failed';
  const reason = trail.ending.kind === 'failed' ? trail.ending.reason : failures[0]?.reason;
  return (
    <li class={trail.ending.kind} data-hash={hash} data-row>
      <StandingSign standing={standing} />
      <span class="say wrap">
        <Sentence phrases={tellTransaction({ signer, receiver, actions, moves, isFailed })} />
        {note !== '' && <span class="faint s"> {note}</span>}
      </span>
      <a class="meta" href={formatRoute({ page: 'tx', subject: hash })}>
        <span class="vh">Transaction {shorten(hash)}, </span>
        <Gas gas={gasBurnt} /> <Age nanos={timestampNanosec} />
      </a>
      {reason !== undefined && (
        <span class="why wrap" dir="auto">
          {reason.slice(0, REASON_LENGTH)}
          {reason.length > REASON_LENGTH && '…'}
        </span>
      )}
    </li>
  );
}

interface GapProps {
  readonly blocks: readonly BlockEvent[];
  readonly above: Trail | undefined;
  readonly below: Trail;
}

/** How many empty blocks there were between two transactions, or since the newest. */
function Gap({ blocks, above, below }: GapProps) {
  const top = above?.blockHeight ?? Number.POSITIVE_INFINITY;
  const between = blocks.filter(
    (block) => block.height < top && block.height > below.blockHeight && isEmptyBlock(block),
  );
  const [newest] = between;
  const oldest = between.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const spanMs = nanosToMs(newest.timestamp_nanosec) - nanosToMs(oldest.timestamp_nanosec);
  if (spanMs < GAP_MS_MIN) return null;
  return (
    <li class="gap">
      <span />
      <span>
        {formatNumberOf(between.length, 'empty block')} · {formatSpan(spanMs)}
      </span>
    </li>
  );
}
