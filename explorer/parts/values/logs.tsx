// Logs of contracts. A NEP-297 event is decoded; any other line is shown as it is.

import { type ContractEvent, parseEvent } from '../../format/events.ts';
import { Badge } from '../ui/badge.tsx';
import { AccountLink, BlockLink } from './links.tsx';
import { LongText } from './texts.tsx';
import { TokenAmount } from './tokenAmount.tsx';

export interface LogLine {
  readonly log: string;
  /** The contract that logged it; null where that is obvious. */
  readonly account: string | null;
  readonly height: number | null;
}

export function LogList({ lines }: { lines: readonly LogLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ol class="events logs" aria-label="Logs">
      {lines.map(({ log, account, height }, at) => (
        <li key={at} class="event">
          <span class="at">{height !== null && <BlockLink height={height} />}</span>
          <Log log={log} account={account} />
        </li>
      ))}
    </ol>
  );
}

function Log({ log, account }: { log: string; account: string | null }) {
  const event = parseEvent(log);
  if (event === null) return <LongText text={log} />;
  return <Event event={event} account={account} />;
}

/** Entries and fields of an event that are shown; the raw response has all of them. */
const ENTRIES_MAX = 20;
const FIELDS_MAX = 20;
const VALUE_LENGTH = 500;

function Event({ event, account }: { event: ContractEvent; account: string | null }) {
  const { standard, version, event: name, data } = event;
  const entries = Array.isArray(data) ? data : [data];
  return (
    <>
      <span class="name">
        <b>
          <bdi>{name.slice(0, VALUE_LENGTH)}</bdi>
        </b>
        <Badge>
          <bdi>{`${standard} ${version}`.slice(0, 40)}</bdi>
        </Badge>
        {account !== null && <AccountLink id={account} />}
      </span>
      {entries.slice(0, ENTRIES_MAX).map((entry, at) => (
        <dl key={at} class="kv">
          {listFields(entry).map(([key, value]) => (
            <Field
              key={key}
              name={key}
              value={value}
              contract={isFungible(event) ? account : null}
            />
          ))}
        </dl>
      ))}
    </>
  );
}

function isFungible({ standard }: ContractEvent): boolean {
  return standard === 'nep141';
}

function listFields(entry: unknown): [string, unknown][] {
  if (typeof entry !== 'object' || entry === null) return [['data', entry]];
  return Object.entries(entry).slice(0, FIELDS_MAX);
}

interface FieldProps {
  readonly name: string;
  readonly value: unknown;
  /** The token contract of amounts. */
  readonly contract: string | null;
}

function Field({ name, value, contract }: FieldProps) {
  return (
    <>
      <dt>
        <bdi>{name.slice(0, 60)}</bdi>
      </dt>
      <dd class="wrap">
        <FieldValue name={name} value={value} contract={contract} />
      </dd>
    </>
  );
}

const ACCOUNT = /^(?=.{2,64}$)[a-z\d]+([-_.][a-z\d]+)*$/;

function FieldValue({ name, value, contract }: FieldProps) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const shown = text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}…` : text;
  if (contract !== null && name === 'amount' && /^\d{1,39}$/.test(text)) {
    return <TokenAmount contract={contract} amount={text} />;
  }
  if (
    /(_id|^account)$/.test(name) &&
    /owner|account|receiver|sender/.test(name) &&
    ACCOUNT.test(text)
  ) {
    return <AccountLink id={text} />;
  }
  return <bdi>{shown}</bdi>;
}
