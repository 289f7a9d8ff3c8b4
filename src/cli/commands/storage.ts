// `perigee storage ACCOUNT`: the rows of a contract's storage, page by page up to `--limit`.

import { base64ToBytes } from '../../base/bytes/bytes.ts';
import type { StateItem } from '../../client/generated/wire.ts';
import { formatBytes } from '../../trace/text/formatValues.ts';
import { showBytes } from '../../trace/tree/tracedBytes.ts';
import { argumentAt, parseAccount, parseBytes } from '../chain/arguments.ts';
import { type Session, withSession } from '../chain/session.ts';
import { type CommandLine, defaultedText, optionText } from '../commandLine.ts';
import { parseWholeNumber } from '../optionValues.ts';

const ROWS_MAX = 1_000_000;

interface Listing {
  readonly values: readonly StateItem[];
  readonly isComplete: boolean;
}

export function storage(line: CommandLine): Promise<number> {
  const account = parseAccount(argumentAt(line, 0));
  const prefix = parseBytes(optionText(line, 'prefix') ?? '');
  const limit = parseWholeNumber('--limit', defaultedText(line, 'limit'), {
    min: 1,
    max: ROWS_MAX,
  });
  return withSession(line, async (session) => {
    const { values, isComplete } = await readRows(session, account, prefix, limit);
    session.print({ account_id: account, values, is_complete: isComplete }, (styles) => [
      ...values.map(({ key, value }) => `${styles.state(show(key))} ${show(value)}`),
      ...(values.length === 0 ? [styles.dim('no rows')] : []),
      ...(isComplete ? [] : [styles.dim(`the first ${values.length} rows; --limit shows more`)]),
    ]);
    return 0;
  });
}

async function readRows(
  { client }: Session,
  account: string,
  prefix: string,
  limit: number,
): Promise<Listing> {
  const values: StateItem[] = [];
  let after: string | undefined;
  while (values.length < limit) {
    const page = await client.rpc('query', {
      request_type: 'view_state',
      account_id: account,
      prefix_base64: prefix,
      limit: limit - values.length,
      ...(after !== undefined && { after_key_base64: after }),
      finality: 'final',
    });
    values.push(...page.values);
    after = page.last_key;
    if (after === undefined) return { values, isComplete: true };
  }
  return { values, isComplete: false };
}

function show(base64: string): string {
  return formatBytes(showBytes(base64ToBytes(base64)));
}
