// What a transaction changed, by account and row.

import type { TransactionTree } from '../../chain/receiptTree.ts';
import { type FieldDiff, listFields, loadStateDiff, type RowDiff } from '../../chain/stateDiff.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import type { Tagged } from '../../chain/wire.ts';
import { describePermission } from '../../format/permissions.ts';
import { decodeBase64 } from '../../format/values.ts';
import { Answer } from '../ui/answer.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { ExactBytes, Near } from '../values/amounts.tsx';
import { AccountLink } from '../values/links.tsx';
import { LongText } from '../values/texts.tsx';

export function StateDiffSection({ tree }: { tree: TransactionTree }) {
  const { status, nodes } = tree;
  const key = status.transaction.hash;
  const loaded = useLoaded(key, () => loadStateDiff(tree), nodes.length);
  return (
    <Panel id="changes" title="What it changed">
      <Answer loaded={loaded}>
        {({ rows, isCut }) => (
          <>
            {rows.length === 0 && <Notice>Nothing.</Notice>}
            {rows.length > 0 && <DiffTable rows={rows} />}
            {isCut && <Notice>There is more; only the first rows are shown.</Notice>}
          </>
        )}
      </Answer>
    </Panel>
  );
}

function DiffTable({ rows }: { rows: readonly RowDiff[] }) {
  return (
    <div class="scroll-x">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row) =>
            listFields(row).map((field) => (
              <tr key={`${row.account} ${row.kind} ${row.name} ${field.name}`}>
                <td>
                  <AccountLink id={row.account} />
                </td>
                <td>
                  <RowName row={row} field={field} />
                </td>
                <td>
                  <FieldValue name={field.name} value={field.before} />
                </td>
                <td>
                  <FieldValue name={field.name} value={field.after} />
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  amount: 'balance',
  storage_usage: 'storage',
  code_hash: 'code',
  bytes: 'code',
};

function RowName({ row, field }: { row: RowDiff; field: FieldDiff }) {
  if (row.kind === 'data') {
    return (
      <>
        storage <LongText text={decodeBase64(row.name).text || '(empty key)'} />
      </>
    );
  }
  const words = FIELD_WORDS[field.name] ?? field.name.replaceAll('_', ' ');
  if (row.kind !== 'key') return <>{words}</>;
  return (
    <>
      {words} of <code class="whole">{row.name}</code>
    </>
  );
}

function FieldValue({ name, value }: { name: string; value: unknown }) {
  if (value === undefined || value === null) return <span class="faint">none</span>;
  switch (name) {
    case 'amount':
    case 'locked':
      return <Near yocto={String(value)} />;
    case 'storage_usage':
    case 'bytes':
      return <ExactBytes count={Number(value)} />;
    case 'permission':
      return <bdi>{describePermission(value as Tagged).words}</bdi>;
    case 'value':
      return <LongText text={decodeBase64(String(value)).text} />;
    default:
      return <code class="whole">{String(value)}</code>;
  }
}
