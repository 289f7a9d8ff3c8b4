// What a transaction changed: for each row of the state, its value before the first change and
// after the last one. Changes name their cause, so those of other transactions in the same blocks
// are excluded.

import { base64ToBytes } from '../format/bytes.ts';
import { askMany, type Question } from './node.ts';
import type { TransactionTree } from './receiptTree.ts';
import type { Account, BlockHeader } from './wire.ts';

/** The contents of a row of the state; null if it does not exist. */
type Row = Readonly<Record<string, unknown>>;

interface Change {
  readonly cause: {
    readonly type: string;
    readonly tx_hash?: string;
    readonly receipt_hash?: string;
  };
  readonly type: string;
  readonly change: Row & { readonly account_id: string };
}

export type RowKind = 'account' | 'key' | 'data' | 'code';

export interface RowDiff {
  readonly account: string;
  readonly kind: RowKind;
  /** The public key or the storage key; empty if there is only one such row. */
  readonly name: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

const CHANGES_TYPES = [
  'account_changes',
  'all_access_key_changes',
  'contract_code_changes',
  'data_changes',
];
const ROWS_MAX = 500;

export interface StateDiff {
  readonly rows: readonly RowDiff[];
  /** Whether the list is truncated. */
  readonly isCut: boolean;
}

export async function loadStateDiff(tree: TransactionTree): Promise<StateDiff> {
  const ids = new Set(tree.nodes.map(({ id }) => id));
  const accounts = [...new Set(tree.nodes.map(({ outcome }) => outcome.executor_id))];
  const rows = new Map<string, FoundRow>();
  for (const block of listBlocks(tree)) {
    for (const change of await readChanges(block, accounts)) collect(rows, block, change, ids);
  }
  const found = [...rows.values()].filter(({ isOurs }) => isOurs);
  const shown = found.slice(0, ROWS_MAX);
  // A row may be written and still be as it was.
  const changed = (await withBefore(shown)).filter((row) => listFields(row).length > 0);
  return { rows: changed, isCut: found.length > shown.length };
}

interface FoundRow {
  readonly account: string;
  readonly kind: RowKind;
  readonly name: string;
  /** The block of this transaction's first change. */
  block: BlockHeader;
  /** The row as another transaction left it in that block; undefined if none did. */
  earlier: Row | null | undefined;
  after: Row | null;
  isOurs: boolean;
}

function listBlocks({ nodes }: TransactionTree): BlockHeader[] {
  const blocks = new Map(nodes.map(({ block }) => [block.hash, block]));
  return [...blocks.values()].sort((a, b) => a.height - b.height);
}

async function readChanges(block: BlockHeader, accounts: readonly string[]): Promise<Change[]> {
  const questions = CHANGES_TYPES.map((changes_type) => ({
    method: 'changes',
    params: {
      block_id: block.hash,
      changes_type,
      account_ids: accounts,
      ...(changes_type === 'data_changes' && { key_prefix_base64: '' }),
    },
  }));
  const answers = await askMany<{ readonly changes: readonly Change[] }>(questions);
  return answers.flatMap((answer) => answer?.changes ?? []);
}

function collect(
  rows: Map<string, FoundRow>,
  block: BlockHeader,
  { cause, change, type }: Change,
  ids: ReadonlySet<string>,
): void {
  const { account_id: account } = change;
  const place = { account, kind: kindOf(type), name: nameOf(change) };
  const key = JSON.stringify(place);
  const isOurs = ids.has(cause.tx_hash ?? cause.receipt_hash ?? '');
  const value = type.endsWith('_deletion') ? null : contentOf(change);
  const row = rows.get(key);
  if (row === undefined || (!row.isOurs && row.block !== block)) {
    const earlier = isOurs ? undefined : value;
    rows.set(key, { ...place, block, earlier, after: value, isOurs });
  } else if (isOurs) {
    row.isOurs = true;
    row.after = value;
  } else if (!row.isOurs) {
    row.earlier = value;
  }
}

function kindOf(type: string): RowKind {
  if (type.startsWith('account')) return 'account';
  if (type.startsWith('contract_code')) return 'code';
  return type.startsWith('data') ? 'data' : 'key';
}

function nameOf(change: Change['change']): string {
  const { public_key, key_base64, index } = change;
  if (index !== undefined) return `${public_key} (nonce ${index})`;
  return String(public_key ?? key_base64 ?? '');
}

function contentOf(change: Change['change']): Row {
  const { value_base64, code_base64, access_key, nonce } = change;
  if (value_base64 !== undefined) return { value: value_base64 };
  if (code_base64 !== undefined) return { bytes: base64ToBytes(String(code_base64)).length };
  if (access_key !== undefined) return access_key as Row;
  return nonce === undefined ? change : { nonce };
}

/** Requests the rows as they were before the block of the first change. */
async function withBefore(rows: readonly FoundRow[]): Promise<RowDiff[]> {
  const asked = rows.filter(({ earlier }) => earlier === undefined);
  const answers = await askMany<Row>(asked.map(questionBefore));
  const before = new Map(asked.map((row, at) => [row, openAnswer(row, answers[at] ?? null)]));
  return rows.map((row) => {
    const { account, kind, name, after, earlier } = row;
    return { account, kind, name, after, before: earlier ?? before.get(row) ?? null };
  });
}

function questionBefore({ account, kind, name, block }: FoundRow): Question {
  const at = { account_id: account, block_id: block.prev_hash };
  const requests: Readonly<Record<RowKind, object>> = {
    account: { request_type: 'view_account' },
    key: { request_type: 'view_access_key', public_key: name },
    data: { request_type: 'view_state', prefix_base64: name, limit: 1 },
    code: { request_type: 'view_code' },
  };
  return { method: 'query', params: { ...requests[kind], ...at } };
}

function openAnswer({ kind, name }: FoundRow, answer: Row | null): Row | null {
  if (answer === null) return null;
  if (kind === 'code') return { bytes: base64ToBytes(String(answer.code_base64)).length };
  if (kind !== 'data') return answer;
  const [first] = answer.values as readonly { readonly key: string; readonly value: string }[];
  return first?.key === name ? { value: first.value } : null;
}

export interface FieldDiff {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

const ACCOUNT_FIELDS: readonly (keyof Account)[] = [
  'amount',
  'locked',
  'storage_usage',
  'code_hash',
  'global_contract_hash',
  'global_contract_account_id',
  'state',
  'bootstrap_nonce',
];

/** The fields of a row that differ. */
export function listFields({ kind, before, after }: RowDiff): FieldDiff[] {
  const fields =
    kind === 'account' ? ACCOUNT_FIELDS : (['nonce', 'permission', 'value', 'bytes'] as const);
  return fields
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter((field) => JSON.stringify(field.before) !== JSON.stringify(field.after));
}
