// `perigee block [BLOCK]`: a block and its chunks.

import { formatGas } from '../../base/amounts.ts';
import { parseBlock } from '../chain/arguments.ts';
import { withSession } from '../chain/session.ts';
import type { CommandLine } from '../commandLine.ts';

const NS_PER_MS = 1_000_000n;

export function block(line: CommandLine): Promise<number> {
  const reference = parseBlock(line.args[0] ?? 'latest');
  return withSession(line, async ({ client, print }) => {
    const found = await client.rpc('block', reference);
    const { header, chunks, author } = found;
    print(found, (styles) => [
      `${styles.name(`block ${header.height}`)} ${header.hash}`,
      `  made     ${formatMoment(header.timestamp_nanosec)} by ${author}`,
      `  parent   ${header.prev_hash}`,
      `  final    ${header.last_final_block}`,
      ...chunks.map(({ shard_id, height_included, chunk_hash, gas_used }) => {
        const isNew = height_included === header.height;
        const gas = isNew ? `, ${formatGas(BigInt(gas_used))}` : ', no new chunk';
        return `  shard ${shard_id}  ${chunk_hash}${gas}`;
      }),
    ]);
    return 0;
  });
}

function formatMoment(nanoseconds: string): string {
  return new Date(Number(BigInt(nanoseconds) / NS_PER_MS)).toISOString();
}
