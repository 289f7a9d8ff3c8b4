// What a listener requests: the query string of the event stream. Lists are separated by commas.

import { PerigeeError } from '../../base/errors.ts';
import type { AccountId } from '../../types/accountId.ts';
import { EVENT_KINDS, type EventFacets, type EventKind, type EventPlace } from './chainEvent.ts';

const LIST_ITEMS_MAX = 100;
export const EVENT_PARAMETERS = ['kinds', 'account', 'event', 'from', 'to', 'after'] as const;
type Parameter = (typeof EVENT_PARAMETERS)[number];

export class EventQueryError extends PerigeeError<{ readonly code: 'event_query' }> {
  constructor(message: string) {
    super({ code: 'event_query' }, message);
  }
}

/** A filter for NEP-297 events; null matches any. */
interface AnnouncedPattern {
  readonly standard: string | null;
  readonly event: string | null;
}

export interface EventFilter {
  readonly kinds: ReadonlySet<EventKind>;
  /** Empty for all accounts. */
  readonly accounts: ReadonlySet<AccountId>;
  /** Empty for all logs. */
  readonly announced: readonly AnnouncedPattern[];
}

/** Where a stream starts. */
export type EventStart =
  /** At the next block. */
  | { readonly kind: 'news' }
  /** At a height, which may be above the head. */
  | { readonly kind: 'from'; readonly height: number }
  /** After the last event of an earlier stream. */
  | { readonly kind: 'resumed'; readonly place: EventPlace };

export interface EventQuery {
  readonly filter: EventFilter;
  readonly start: EventStart;
  /** The last height, after which the stream ends. Null for an endless stream. */
  readonly toHeight: number | null;
}

/** A browser sends `lastEventId` when it reconnects; it takes precedence over the query. */
export function parseEventQuery(query: URLSearchParams, lastEventId: string | null): EventQuery {
  const text = (name: Parameter) => query.get(name);
  for (const name of query.keys()) {
    if (EVENT_PARAMETERS.includes(name as Parameter)) continue;
    const known = EVENT_PARAMETERS.join(', ');
    throw new EventQueryError(`there is no parameter '${name}', only ${known}`);
  }
  const accounts = new Set(parseList('account', text('account')));
  const announced = parseList('event', text('event')).map(parsePattern);
  const kinds = parseKinds(text('kinds'), defaultKinds(accounts.size > 0, announced.length > 0));
  const to = text('to');
  return {
    filter: { kinds, accounts, announced },
    start: parseStart(lastEventId ?? text('after'), text('from')),
    toHeight: to === null ? null : parseHeight('to', to),
  };
}

/** By default a filter selects only the kinds that it applies to: others would pass unfiltered. */
function defaultKinds(hasAccounts: boolean, hasAnnounced: boolean): readonly EventKind[] {
  if (hasAnnounced) return ['log'];
  return hasAccounts ? ['transaction', 'receipt', 'log'] : EVENT_KINDS;
}

function parseKinds(text: string | null, defaults: readonly EventKind[]): ReadonlySet<EventKind> {
  if (text === null) return new Set(defaults);
  const kinds = parseList('kinds', text).map((word) => {
    const kind = EVENT_KINDS.find((known) => known === word);
    if (kind !== undefined) return kind;
    throw new EventQueryError(`there is no kind '${word}', only ${EVENT_KINDS.join(', ')}`);
  });
  return new Set(kinds);
}

function parseList(name: Parameter, text: string | null): string[] {
  const items = (text ?? '').split(',').filter((item) => item !== '');
  if (items.length > LIST_ITEMS_MAX) {
    throw new EventQueryError(`'${name}' may list at most ${LIST_ITEMS_MAX}`);
  }
  return items;
}

/** `standard`, `standard:event` or `*:event`. */
function parsePattern(text: string): AnnouncedPattern {
  const [standard = '', event = '*', ...others] = text.split(':');
  if (standard === '' || event === '' || others.length > 0) {
    throw new EventQueryError(`'${text}' is not written as STANDARD or STANDARD:EVENT`);
  }
  const orAny = (word: string) => (word === '*' ? null : word);
  return { standard: orAny(standard), event: orAny(event) };
}

/** A stream never resumes before the block that was originally requested. */
function parseStart(after: string | null, from: string | null): EventStart {
  const place = after === null ? null : parseIdAfter(after);
  const height = from === null ? null : parseHeight('from', from);
  if (height !== null && height > (place?.height ?? -1)) return { kind: 'from', height };
  return place === null ? { kind: 'news' } : { kind: 'resumed', place };
}

/** The place after the event with an id; an id without an index stands for a whole block. */
function parseIdAfter(id: string): EventPlace {
  const [height = '', index, ...others] = id.split('.');
  if (others.length > 0) throw new EventQueryError(`'${id}' is not the id of an event`);
  if (index === undefined) return { height: parseHeight('after', height) + 1, index: 0 };
  return { height: parseHeight('after', height), index: parseHeight('after', index) + 1 };
}

function parseHeight(name: Parameter, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new EventQueryError(`'${name}' is not a height: '${text}'`);
}

/** Whether anything except blocks can pass. */
export function looksIntoBlocks({ kinds }: EventFilter): boolean {
  return kinds.size > 1 || !kinds.has('block');
}

export function passesFilter(filter: EventFilter, facets: EventFacets): boolean {
  const { kind, accounts, announced } = facets;
  if (!filter.kinds.has(kind)) return false;
  if (kind === 'block') return true;
  if (filter.accounts.size > 0 && !accounts.some((account) => filter.accounts.has(account))) {
    return false;
  }
  if (kind !== 'log' || filter.announced.length === 0) return true;
  return filter.announced.some(
    ({ standard, event }) =>
      announced !== null &&
      (standard === null || standard === announced.standard) &&
      (event === null || event === announced.event),
  );
}
