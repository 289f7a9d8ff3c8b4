// `perigee profile HASH`: asks a node for the profile of a transaction, prints it as a table, and
// writes it as files.

import { writeFileSync } from 'node:fs';
import { assert } from '../../base/assert.ts';
import { formatCollapsed } from '../../trace/profile/output/collapsedStacks.ts';
import { drawFlameGraph } from '../../trace/profile/output/flameGraph.ts';
import { formatProfile } from '../../trace/profile/output/formatProfile.ts';
import { formatSpeedscope } from '../../trace/profile/output/speedscope.ts';
import { TransactionProfile } from '../../trace/profile/transactionProfile.ts';
import { type CommandLine, defaultedText, optionText } from '../commandLine.ts';
import { connect } from '../connect.ts';
import { parsePath, parseWholeNumber } from '../optionValues.ts';

const TOP_BOUNDS = { min: 1, max: 100_000 };

const FILES = { svg: drawFlameGraph, speedscope: formatSpeedscope, collapsed: formatCollapsed };

export async function profile(line: CommandLine): Promise<number> {
  const [txHash] = line.args;
  assert(txHash !== undefined, 'profile has an argument');
  const top = parseWholeNumber('--top', defaultedText(line, 'top'), TOP_BOUNDS);
  const client = connect(line);
  const result = await client.rpc('perigee_profile_transaction', { tx_hash: txHash });
  const parsed = TransactionProfile.parse(result);
  process.stdout.write(formatProfile(parsed, top));
  for (const [name, format] of Object.entries(FILES)) {
    const path = optionText(line, name);
    if (path !== undefined) writeFileSync(parsePath(path), format(parsed));
  }
  return 0;
}
