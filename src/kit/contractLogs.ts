// What contracts have logged, from the event stream of a node.

import type { Client } from '../client/createClient.ts';
import type { EventQuery } from '../client/eventTypes.ts';
import type { LogEvent } from '../client/generated/wire.ts';

interface LogQuery extends Pick<EventQuery, 'from' | 'to' | 'signal'> {
  /** All of them by default. */
  readonly contract: string | undefined;
}

export async function* readContractLogs(
  client: Client,
  { contract, ...range }: LogQuery,
): AsyncGenerator<LogEvent, void, void> {
  const query = { kinds: ['log'], account: contract, ...range } as const;
  for await (const { kind, data } of client.events<'log'>(query)) {
    // Events of an account include logs of others that its receipts called.
    if (kind === 'log' && (contract === undefined || data.account_id === contract)) yield data;
  }
}
