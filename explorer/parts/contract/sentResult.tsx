// What a transaction of a form did, or would do: how it stands, what it returned, and what failed.

import type { BorshType } from '#abi';
import type { CallOutcome } from '../../chain/call.ts';
import { standingOf, summarize } from '../../chain/trail.ts';
import { base64ToBytes } from '../../format/bytes.ts';
import { decodeTyped } from '../../format/typedValues.ts';
import { formatRoute } from '../../route.ts';
import { Icon } from '../ui/icon.tsx';
import { StandingBadge } from '../ui/standing.tsx';
import { Gas, Near } from '../values/amounts.tsx';
import { AccountLink } from '../values/links.tsx';
import { LogList } from '../values/logs.tsx';
import { Value } from '../values/texts.tsx';

const REASONS_MAX = 3;
const REASON_LENGTH = 500;

interface SentResultProps {
  readonly outcome: CallOutcome;
  /** Of what it returns, if the contract says so. */
  readonly type: BorshType | null;
}

export function SentResult({ outcome, type }: SentResultProps) {
  const { hash, isTrial } = outcome;
  const byId = new Map(outcome.outcomes.map(({ id, outcome: of }) => [id, of]));
  const summary = summarize(hash, byId);
  const { ending, failures, gasBurnt, tokensBurnt } = summary;
  const logs = outcome.outcomes.flatMap(({ outcome: { logs: lines, executor_id: account } }) =>
    lines.map((log) => ({ log, account, height: null })),
  );
  return (
    <div class="result form">
      <div class="row">
        <StandingBadge standing={standingOf(summary)} />
        <span class="s quiet">
          <Gas gas={gasBurnt} /> · <Near yocto={tokensBurnt} />
        </span>
      </div>
      {ending.kind === 'done' && <Value value={decodeTyped(base64ToBytes(ending.value), type)} />}
      {failures.slice(0, REASONS_MAX).map(({ reason, account, method }, at) => (
        <div key={at} role="alert">
          <p class="s quiet">
            {method === null ? 'A receipt' : <bdi class="mono">{method.slice(0, 100)}</bdi>} of{' '}
            <AccountLink id={account} /> failed:
          </p>
          <p class="s fail-ink mono wrap" dir="auto">
            {reason.slice(0, REASON_LENGTH)}
            {reason.length > REASON_LENGTH && '…'}
          </p>
        </div>
      ))}
      <LogList lines={logs} />
      {isTrial ? (
        <p class="s quiet">A dry run on the newest block: nothing was kept.</p>
      ) : (
        <div class="row">
          <a class="btn small" href={formatRoute({ page: 'tx', subject: hash })}>
            Open the transaction <Icon name="arrow" class="i-s" />
          </a>
        </div>
      )}
    </div>
  );
}
