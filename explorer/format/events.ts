// NEP-297 events in the logs of contracts, and what those of token standards mean. A log can
// contain anything: what is not an event of the expected shape is a plain line.

const PREFIX = 'EVENT_JSON:';
/** Longer logs are shown as text; the protocol allows 16 KiB in total. */
const LOG_LENGTH_MAX = 65_536;
/** Moves that are read from one event. */
const MOVES_MAX = 100;

export interface ContractEvent {
  readonly standard: string;
  readonly version: string;
  readonly event: string;
  /** Mostly a list of objects. */
  readonly data: unknown;
}

/** Null for a log that is not an event. */
export function parseEvent(log: string): ContractEvent | null {
  if (!log.startsWith(PREFIX) || log.length > LOG_LENGTH_MAX) return null;
  try {
    const { standard, version, event, data } = JSON.parse(log.slice(PREFIX.length));
    if (typeof standard !== 'string' || typeof event !== 'string') return null;
    return { standard, version: String(version ?? ''), event, data: data ?? null };
  } catch {
    return null;
  }
}

/** Tokens of one contract that went from one account to another. */
export interface TokenMove {
  readonly contract: string;
  /** Null for new tokens. */
  readonly from: string | null;
  /** Null for tokens that were burnt. */
  readonly to: string | null;
  /** Of a fungible token; null for others. */
  readonly amount: string | null;
  /** Of a non-fungible or multi token. */
  readonly tokenIds: readonly string[];
}

type Entry = Readonly<Record<string, unknown>>;

const STANDARDS: readonly string[] = ['nep141', 'nep171', 'nep245'];

/** What an event of a token standard (NEP-141, 171, 245) says about tokens. */
export function listMoves(contract: string, { standard, event, data }: ContractEvent): TokenMove[] {
  const action = /^(?:ft|nft|mt)_(mint|burn|transfer)$/.exec(event)?.[1];
  if (action === undefined || !STANDARDS.includes(standard) || !Array.isArray(data)) return [];
  return data.slice(0, MOVES_MAX).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    return [readMove(contract, action, entry as Entry)];
  });
}

function readMove(contract: string, action: string, entry: Entry): TokenMove {
  const owner = textOf(entry.owner_id);
  const ids = Array.isArray(entry.token_ids) ? entry.token_ids.map(String) : [];
  const amount = textOf(entry.amount);
  return {
    contract,
    from: action === 'mint' ? null : (textOf(entry.old_owner_id) ?? owner),
    to: action === 'burn' ? null : (textOf(entry.new_owner_id) ?? owner),
    amount: amount !== null && /^\d{1,39}$/.test(amount) ? amount : null,
    tokenIds: ids,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
