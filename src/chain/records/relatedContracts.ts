// Which accounts have to do with which token contracts and staking pools, as far as a block shows:
// by events of NEP-141, NEP-171 and NEP-245 in the logs of contracts, and by calls that tokens
// without events and pools know. What a contract says of accounts may be wrong, so readers ask it.
// Bounds: logs are limited by the protocol, longer arguments of calls are not looked at.

import { bytesKey, bytesToUtf8 } from '../../base/bytes/bytes.ts';
import { relatedContractKey } from '../../store/storeKeys.ts';
import { type AccountId, isAccountId } from '../../types/accountId.ts';
import type { ExecutionOutcome } from '../../types/outcome.ts';
import { actionReceipt, type Receipt } from '../../types/receipt.ts';

/** Their places are stored: new ones come last. */
export const RELATIONS = ['ft', 'nft', 'mt', 'pool'] as const;
export type Relation = (typeof RELATIONS)[number];

export interface RelatedContract {
  readonly relation: Relation;
  readonly contractId: AccountId;
}

interface Link extends RelatedContract {
  readonly accountId: AccountId;
}

const EVENT_PREFIX = 'EVENT_JSON:';
const STANDARDS: Readonly<Record<string, Relation>> = { nep141: 'ft', nep171: 'nft', nep245: 'mt' };
/** In the data of their events. */
const OWNER_FIELDS = ['owner_id', 'old_owner_id', 'new_owner_id'] as const;

/** Whom a call concerns: the caller, and an account that its arguments name. */
const CALLS: ReadonlyMap<string, readonly [Relation, argument?: string]> = new Map([
  ['ft_transfer', ['ft', 'receiver_id']],
  ['ft_transfer_call', ['ft', 'receiver_id']],
  ['near_deposit', ['ft']],
  ['nft_transfer', ['nft', 'receiver_id']],
  ['nft_transfer_call', ['nft', 'receiver_id']],
  ['deposit', ['pool']],
  ['deposit_and_stake', ['pool']],
]);
const ARGS_BYTES_MAX = 2_048;

type LoggedOutcome = Pick<ExecutionOutcome, 'executorId' | 'logs'>;

/** What a block executed, and the receipts that this created. */
export interface Executed {
  readonly outcomes: readonly LoggedOutcome[];
  readonly receipts: readonly Receipt[];
}

/** The keys of the rows, each once. */
export function relatedContractKeys({ outcomes, receipts }: Executed): Uint8Array[] {
  const related = [...outcomes.flatMap(relatedByLogs), ...receipts.flatMap(relatedByCalls)];
  const keys = related.map(({ accountId, relation, contractId }) =>
    relatedContractKey(accountId, RELATIONS.indexOf(relation), contractId),
  );
  return [...new Map(keys.map((key) => [bytesKey(key), key])).values()];
}

/** What the logs of a contract say. */
function relatedByLogs({ executorId, logs }: LoggedOutcome): Link[] {
  return logs.flatMap((log) => {
    if (!log.startsWith(EVENT_PREFIX)) return [];
    const event = parseObject(log.slice(EVENT_PREFIX.length));
    const relation = STANDARDS[`${event.standard}`];
    if (relation === undefined || !Array.isArray(event.data)) return [];
    const owners = event.data.flatMap((entry: unknown) => namesIn(entry));
    return owners.map((accountId) => ({ accountId, relation, contractId: executorId }));
  });
}

/** What the calls of a receipt say. */
function relatedByCalls(receipt: Receipt): Link[] {
  const { predecessorId, receiverId: contractId } = receipt;
  return (actionReceipt(receipt)?.actions ?? []).flatMap((action) => {
    if (action.kind !== 'FunctionCall') return [];
    const [relation, argument] = CALLS.get(action.value.methodName) ?? [];
    if (relation === undefined) return [];
    const { args } = action.value;
    const named = argument === undefined || args.length > ARGS_BYTES_MAX ? {} : parseArgs(args);
    const accounts = [predecessorId, ...(argument === undefined ? [] : accountIn(named[argument]))];
    return accounts.map((accountId) => ({ accountId, relation, contractId }));
  });
}

function namesIn(entry: unknown): AccountId[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const fields = entry as Readonly<Record<string, unknown>>;
  return OWNER_FIELDS.flatMap((name) => accountIn(fields[name]));
}

function accountIn(value: unknown): AccountId[] {
  return typeof value === 'string' && isAccountId(value) ? [value] : [];
}

function parseArgs(args: Uint8Array): Readonly<Record<string, unknown>> {
  return parseObject(bytesToUtf8(args));
}

/** What an object of JSON begins with. */
const OBJECT_START = /^[ \t\r\n]*\{/;

/**
 * Contracts write what they like: anything else than an object says nothing. Most of it is refused
 * without an exception, which costs many times as much.
 */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  if (!OBJECT_START.test(text)) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
