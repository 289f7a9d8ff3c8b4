// What an account did and what was done to it, newest first, told from its point of view.

import { useState } from 'preact/hooks';
import type { HistoryRow, Share } from '../../chain/accountHistory.ts';
import { type Balances, changeIn } from '../../chain/balances.ts';
import { standingOf } from '../../chain/trail.ts';
import type { LoadedHistory } from '../../chain/useHistory.ts';
import { tellAccount } from '../../format/accountSentences.ts';
import { formatNumberOf, splitNear } from '../../format/amounts.ts';
import { shorten } from '../../format/names.ts';
import { plainSentence } from '../../format/sentences.ts';
import { formatRoute } from '../../route.ts';
import { Answer } from '../ui/answer.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { StandingSign } from '../ui/standing.tsx';
import { Age } from '../values/age.tsx';
import { BlockLink } from '../values/links.tsx';
import { Sentence } from '../values/sentence.tsx';

const REASON_LENGTH = 300;

const FILTERS = {
  all: { label: 'All', keeps: () => true },
  signed: { label: 'Signed', keeps: ({ share }: HistoryRow) => share.isSigner },
  received: { label: 'Received', keeps: ({ share }: HistoryRow) => !share.isSigner },
  failed: {
    label: 'Failed',
    keeps: ({ trail }: HistoryRow) => ['failed', 'partly'].includes(standingOf(trail)),
  },
} as const;

type Filter = keyof typeof FILTERS;
const OPTIONS = (Object.keys(FILTERS) as Filter[]).map((value) => {
  return { value, label: FILTERS[value].label };
});

interface HistoryTableProps extends LoadedHistory {
  readonly id: string;
  readonly title: string;
}

export function HistoryTable({ id, title, loaded, balances, onMore }: HistoryTableProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [text, setText] = useState('');
  const keeps = (row: HistoryRow) => FILTERS[filter].keeps(row) && matches(id, row, text);
  const tools = (
    <>
      <label class="input mid">
        <Icon name="filter" class="i-s" />
        <span class="vh">Only with this text</span>
        <input
          placeholder="method, account, text"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <Segmented
        legend="Show"
        name="history"
        options={OPTIONS}
        value={filter}
        onChange={setFilter}
      />
    </>
  );
  const count = loaded.value?.rows.length ?? 0;
  const more = loaded.value?.isComplete ? '' : ' or more';
  const note = `${formatNumberOf(count, 'transaction')}${more}`;
  return (
    <Panel id="history" class="flush" title={title} note={loaded.value && note} tools={tools}>
      <Answer loaded={loaded}>
        {({ rows, isComplete }) => (
          <>
            <Rows id={id} balances={balances} rows={rows.filter(keeps)} isAny={rows.length > 0} />
            {!isComplete && (
              <p class="row more">
                <button class="btn small" type="button" onClick={onMore}>
                  Show older ones
                </button>
              </p>
            )}
          </>
        )}
      </Answer>
    </Panel>
  );
}

/** What a filter by text looks at. */
function matches(id: string, { trail }: HistoryRow, text: string): boolean {
  if (text === '') return true;
  const words = [plainSentence(tellRow(id, trail)), trail.transaction.hash, reasonOf(trail) ?? ''];
  return words.join(' ').toLowerCase().includes(text.toLowerCase());
}

type RowTrail = HistoryRow['trail'];

function tellRow(id: string, trail: RowTrail) {
  const { signer_id: signer, receiver_id: receiver, actions } = trail.transaction;
  const isFailed = standingOf(trail) === 'failed';
  return tellAccount(id, { signer, receiver, actions, moves: trail.moves, isFailed });
}

function reasonOf({ ending, failures }: RowTrail): string | undefined {
  return ending.kind === 'failed' ? ending.reason : failures[0]?.reason;
}

interface RowsProps {
  readonly id: string;
  readonly balances: Balances | undefined;
  readonly rows: readonly HistoryRow[];
  readonly isAny: boolean;
}

function Rows({ id, balances, rows, isAny }: RowsProps) {
  if (rows.length === 0) {
    return (
      <Notice>{isAny ? 'None of them is like that.' : 'It took part in no transaction.'}</Notice>
    );
  }
  return (
    <table class="table cards hist">
      <thead>
        <tr>
          <td />
          <th scope="col">
            <bdi>{shorten(id)}</bdi>…
          </th>
          <th scope="col" class="r">
            Balance
          </th>
          <th scope="col" class="r">
            Block
          </th>
          <th scope="col" class="r">
            Age
          </th>
        </tr>
      </thead>
      <tbody class="transactions">
        {rows.map((row) => (
          <Row key={row.trail.transaction.hash} id={id} row={row} balances={balances} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: HistoryRow;
  readonly balances: Balances | undefined;
}

function Row({ id, row: { trail, share, heights }, balances }: RowProps) {
  const { hash } = trail.transaction;
  const reason = reasonOf(trail);
  return (
    <tr data-hash={hash} data-row>
      <td class="fit">
        <StandingSign standing={standingOf(trail)} />
      </td>
      <td class="say quiet wrap">
        <Sentence phrases={tellRow(id, trail)} />{' '}
        <span class="faint s">· {describeShare(share)}</span>
        {reason !== undefined && (
          <p class="fail-ink s" dir="auto">
            {reason.slice(0, REASON_LENGTH)}
            {reason.length > REASON_LENGTH && '…'}
          </p>
        )}
      </td>
      <td class="r">{balances && heights && <Change yocto={changeIn(balances, heights)} />}</td>
      <td class="r drop">
        <BlockLink height={trail.blockHeight} />
      </td>
      <td class="r drop">
        <a class="meta" href={formatRoute({ page: 'tx', subject: hash })}>
          <span class="vh">Transaction {shorten(hash)}, </span>
          <Age nanos={trail.timestampNanosec} />
        </a>
      </td>
    </tr>
  );
}

function Change({ yocto }: { yocto: bigint | null }) {
  if (yocto === null) return null;
  const { number, unit } = splitNear(yocto);
  return (
    <data class="num" value={`${yocto}`} title={`${yocto} yoctoNEAR`}>
      {yocto > 0n && '+'}
      {number} <span class="u">{unit}</span>
    </data>
  );
}

function describeShare({ isSigner, isReceiver, executed }: Share): string {
  return [
    isSigner ? 'signed' : '',
    isReceiver ? 'received' : '',
    executed > 0 ? `executed ${formatNumberOf(executed, 'receipt')}` : '',
  ]
    .filter((words) => words !== '')
    .join(', ');
}
