// `perigee logs`: what contracts have logged, from the event stream; with `--follow` until the user
// ends the program.

import { formatPlainJson } from '../../base/json/plainJson.ts';
import type { EventQuery } from '../../client/eventTypes.ts';
import { OPTION_BOUNDS } from '../../node/options.ts';
import { optionalAccount } from '../chain/arguments.ts';
import { formatLog } from '../chain/printOutcome.ts';
import { type Session, withSession } from '../chain/session.ts';
import { type CommandLine, hasSwitch, optionText } from '../commandLine.ts';
import { parseWholeNumber } from '../optionValues.ts';

/** How far back logs are shown. */
const BLOCKS_BACK = 1_000;

export function logs(line: CommandLine): Promise<number> {
  const contract = optionalAccount(line, 'contract');
  const since = optionText(line, 'since');
  const given =
    since === undefined ? null : parseWholeNumber('--since', since, OPTION_BOUNDS.height);
  return withSession(line, async (session) => {
    const { client, styles } = session;
    const ending = endOnSignal();
    const range = await chooseRange(session, given, hasSwitch(line, 'follow'));
    if (range === null) return 0;
    const query = { kinds: ['log'], account: contract, ...range, signal: ending } as const;
    try {
      for await (const { kind, data } of client.events<'log'>(query)) {
        // Events of an account include logs of others that its receipts called.
        if (kind !== 'log' || (contract !== undefined && data.account_id !== contract)) continue;
        const text = hasSwitch(line, 'json')
          ? formatPlainJson(data)
          : `${styles.dim(`${data.block_height}`)}${formatLog(data.account_id, data.log, styles)}`;
        process.stdout.write(`${text}\n`);
      }
    } catch (error) {
      if (!ending.aborted) throw error;
    }
    return 0;
  });
}

/** Null if no block can have logs. */
async function chooseRange(
  { client }: Session,
  since: number | null,
  isFollowing: boolean,
): Promise<Pick<EventQuery, 'from' | 'to'> | null> {
  if (isFollowing) return since === null ? {} : { from: since };
  const { latest_block_height: head, earliest_block_height: first } = (await client.rpc('status'))
    .sync_info;
  const lowest = first ?? 0;
  const from = Math.max(since ?? head - BLOCKS_BACK, lowest);
  return from > head ? null : { from, to: head };
}

/** Aborts when the user ends the program. */
function endOnSignal(): AbortSignal {
  const ending = new AbortController();
  process.once('SIGINT', () => ending.abort());
  process.once('SIGTERM', () => ending.abort());
  return ending.signal;
}
