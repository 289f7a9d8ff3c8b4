// `perigee logs`: what contracts have logged, from the event stream; with `--follow` until the user
// ends the program.

import { formatPlainJson } from '../../base/json/plainJson.ts';
import type { EventQuery } from '../../client/eventTypes.ts';
import { readContractLogs } from '../../kit/contractLogs.ts';
import { OPTION_BOUNDS } from '../../node/options.ts';
import { escapeJson } from '../../trace/text/styles.ts';
import { optionalAccount } from '../chain/arguments.ts';
import { formatLog } from '../chain/printOutcome.ts';
import { type Session, withSession } from '../chain/session.ts';
import { type CommandLine, hasSwitch, optionText } from '../commandLine.ts';
import { parseWholeNumber } from '../optionValues.ts';
import { withStopSignal } from '../stopSignal.ts';

/** How far back logs are shown. */
const BLOCKS_BACK = 1_000;

export function logs(line: CommandLine): Promise<number> {
  const contract = optionalAccount(line, 'contract');
  const since = optionText(line, 'since');
  const given =
    since === undefined ? null : parseWholeNumber('--since', since, OPTION_BOUNDS.height);
  return withSession(line, (session) =>
    withStopSignal(async (signal) => {
      const { client, styles } = session;
      const range = await chooseRange(session, given, hasSwitch(line, 'follow'));
      if (range === null) return 0;
      try {
        for await (const log of readContractLogs(client, { contract, ...range, signal })) {
          const text = hasSwitch(line, 'json')
            ? escapeJson(formatPlainJson(log) ?? '')
            : `${styles.dim(`${log.block_height}`)}${formatLog(log.account_id, log.log, styles)}`;
          process.stdout.write(`${text}\n`);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      return 0;
    }),
  );
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
