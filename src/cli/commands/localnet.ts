// `perigee localnet`: creates the home folders of a local network as the reference's `localnet`
// does. Each folder gets a free port. Standard error names the folders in the form that the
// reference's Python suite reads: the last word of a line, after `=`.

import { formatTime } from '../../base/time.ts';
import { NS_PER_MS } from '../../base/units.ts';
import { type Localnet, type LocalnetRole, writeLocalnet } from '../../home/localnet.ts';
import { OPTION_BOUNDS } from '../../node/options.ts';
import { findFreePorts } from '../../process/freePorts.ts';
import { isAccountId } from '../../types/accountId.ts';
import { type CommandLine, defaultedText } from '../commandLine.ts';
import { parsePath, parseProtocol, parseWholeNumber } from '../optionValues.ts';
import { randomChainId } from '../randomText.ts';
import { createUsageError } from '../usageError.ts';

/** The options that count the nodes of each role, in the order of the folders. */
const ROLES: readonly (readonly [option: string, role: LocalnetRole, min: number])[] = [
  ['validators', 'validator', 1],
  ['non-validators-archival', 'archival', 0],
  ['non-validators-rpc', 'rpc', 0],
  ['non-validators', 'plain', 0],
];
const NODES_OF_ROLE_MAX = 100;

export async function localnet(line: CommandLine): Promise<number> {
  const { roles, ...network } = readLocalnet(line);
  const ports = await findFreePorts(roles.length);
  const folders = writeLocalnet(parsePath(defaultedText(line, 'home')), {
    ...network,
    nodes: roles.map((role, index) => ({ role, rpcAddress: `127.0.0.1:${ports[index]}` })),
    chainId: randomChainId(),
    genesisTime: formatTime(BigInt(Date.now()) * NS_PER_MS),
  } satisfies Localnet);
  for (const folder of folders) {
    process.stderr.write(`perigee: keys, genesis and config.json written, node_dir=${folder}\n`);
  }
  return 0;
}

type NamedNetwork = Pick<Localnet, 'prefix' | 'shards' | 'tracksAllShards' | 'protocol'>;

export function readLocalnet(line: CommandLine): NamedNetwork & { readonly roles: LocalnetRole[] } {
  const roles = ROLES.flatMap(([option, role, min]): LocalnetRole[] => {
    const bounds = { min, max: NODES_OF_ROLE_MAX };
    return Array(parseCount(line, option, bounds)).fill(role);
  });
  return {
    roles,
    prefix: parsePrefix(defaultedText(line, 'prefix')),
    shards: parseCount(line, 'shards', OPTION_BOUNDS.shards),
    tracksAllShards: parseTrackedShards(defaultedText(line, 'tracked-shards')),
    protocol: parseProtocol(line),
  };
}

function parseCount(line: CommandLine, name: string, bounds: { min: number; max: number }): number {
  return parseWholeNumber(`--${name}`, defaultedText(line, name), bounds);
}

function parsePrefix(prefix: string): string {
  if (isAccountId(`${prefix}${4 * NODES_OF_ROLE_MAX}`) && isAccountId(`${prefix}0`)) return prefix;
  throw createUsageError(`--prefix is the beginning of account ids, not '${prefix}'.`);
}

/** Like the reference, which has no setting for single shards yet, a list tracks all of them. */
function parseTrackedShards(text: string): boolean {
  if (/^(all|\d+(,\d+)*)$/i.test(text)) return true;
  if (/^none$/i.test(text)) return false;
  throw createUsageError(`--tracked-shards is all, none or a list such as 0,1, not '${text}'.`);
}
