// What a transaction changed, by account and row. Of numbers, the digits that differ are marked.

import { Fragment } from 'preact';
import type { TransactionTree } from '../../chain/receiptTree.ts';
import { type FieldDiff, listFields, loadStateDiff, type RowDiff } from '../../chain/stateDiff.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import type { Tagged } from '../../chain/wire.ts';
import {
  type ChangedText,
  compareNear,
  formatCount,
  formatNumberOf,
  markChange,
  type Quantity,
  shortenSame,
} from '../../format/amounts.ts';
import { shorten } from '../../format/names.ts';
import { describePermission } from '../../format/permissions.ts';
import { decodeBase64 } from '../../format/values.ts';
import { Answer } from '../ui/answer.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Near } from '../values/amounts.tsx';
import { Who } from '../values/links.tsx';
import { LongText } from '../values/texts.tsx';

export function ChangePanel({ tree }: { tree: TransactionTree }) {
  const { status, nodes } = tree;
  const key = status.transaction.hash;
  const loaded = useLoaded(key, () => loadStateDiff(tree), nodes.length);
  const accounts = new Set(loaded.value?.rows.map(({ account }) => account)).size;
  return (
    <Panel
      id="changes"
      class="flush a-chg"
      title="What it changed"
      note={accounts > 0 && formatNumberOf(accounts, 'account')}
    >
      <Answer loaded={loaded}>
        {({ rows, isCut }) => (
          <>
            {rows.length === 0 && (
              <div class="inset">
                <Notice>Nothing.</Notice>
              </div>
            )}
            {rows.length > 0 && <DiffTable rows={rows} />}
            {isCut && (
              <div class="inset">
                <Notice>There is more; only the first rows are shown.</Notice>
              </div>
            )}
          </>
        )}
      </Answer>
    </Panel>
  );
}

function DiffTable({ rows }: { rows: readonly RowDiff[] }) {
  const byAccount = new Map<string, RowDiff[]>();
  for (const row of rows) byAccount.set(row.account, [...(byAccount.get(row.account) ?? []), row]);
  return (
    <div class="scroll-x">
      <table class="table cards diff">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" class="r">
              Before
            </th>
            <th scope="col" class="r">
              After
            </th>
            <th scope="col" class="r">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {[...byAccount].map(([account, changed]) => (
            <Fragment key={account}>
              <tr class="group">
                <td colSpan={4}>
                  <Who id={account} />
                </td>
              </tr>
              {changed.flatMap((row) =>
                listFields(row).map((field) => (
                  <FieldRow key={`${row.kind} ${row.name} ${field.name}`} row={row} field={field} />
                )),
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FieldRow({ row, field }: { row: RowDiff; field: FieldDiff }) {
  const compared = compare(field);
  return (
    <tr data-field={`${row.account} ${row.kind} ${field.name}`}>
      <td>
        <RowName row={row} field={field} />
      </td>
      {compared === null ? (
        <>
          <td>
            <FieldValue name={field.name} value={field.before} />
          </td>
          <td colSpan={2} class="full">
            <FieldValue name={field.name} value={field.after} />
          </td>
        </>
      ) : (
        <>
          <td class="r num" title={String(field.before)}>
            <span class="was">
              {shortenSame(compared.before.same)}
              <del>{compared.before.changed}</del>
            </span>
          </td>
          <td class="r num" title={String(field.after)}>
            {shortenSame(compared.after.same)}
            <ins>{compared.after.changed}</ins>
          </td>
          <td class="r num net">
            <data value={compared.exact}>
              {compared.change.number} <span class="u">{compared.change.unit}</span>
            </data>
          </td>
        </>
      )}
    </tr>
  );
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  amount: 'balance',
  storage_usage: 'storage',
  code_hash: 'hash of the code',
  bytes: 'size of the code',
};

const KEY_LENGTH = 200;

function RowName({ row, field }: { row: RowDiff; field: FieldDiff }) {
  if (row.kind === 'data') {
    const { text } = decodeBase64(row.name);
    return (
      <>
        storage{' '}
        <code class="wrap">
          <bdi>{text.slice(0, KEY_LENGTH) || '(empty key)'}</bdi>
        </code>
      </>
    );
  }
  const words = FIELD_WORDS[field.name] ?? field.name.replaceAll('_', ' ');
  if (row.kind !== 'key') return <>{words}</>;
  return (
    <>
      {words} of <code title={row.name}>{shorten(row.name)}</code>
    </>
  );
}

interface Compared {
  readonly before: ChangedText;
  readonly after: ChangedText;
  readonly change: Quantity;
  /** The change in the smallest unit. */
  readonly exact: string;
}

const UNITS: Readonly<Record<string, string>> = { storage_usage: 'B', bytes: 'B', nonce: '' };

/** Null for what is not a number before and after. */
function compare({ name, before, after }: FieldDiff): Compared | null {
  if (before == null || after == null) return null;
  const [old, now] = [String(before), String(after)];
  const unit = UNITS[name];
  if (name !== 'amount' && name !== 'locked' && unit === undefined) return null;
  const [first, second] = [BigInt(old), BigInt(now)];
  const exact = `${second - first}`;
  if (unit === undefined) return { ...compareNear(first, second), exact };
  const sign = second > first ? '+' : '−';
  const size = second > first ? second - first : first - second;
  const change = { number: `${sign}${formatCount(size)}`, unit };
  return { ...markChange(formatCount(first), formatCount(second)), change, exact };
}

function FieldValue({ name, value }: { name: string; value: unknown }) {
  if (value === undefined || value === null) return <span class="faint">none</span>;
  switch (name) {
    case 'amount':
    case 'locked':
      return <Near yocto={String(value)} />;
    case 'storage_usage':
    case 'bytes':
      return <>{formatCount(Number(value))} B</>;
    case 'permission':
      return <bdi>{describePermission(value as Tagged).words}</bdi>;
    case 'value':
      return <LongText text={decodeBase64(String(value)).text} />;
    default:
      return (
        <code class="wrap" title={String(value)}>
          {shorten(String(value))}
        </code>
      );
  }
}
