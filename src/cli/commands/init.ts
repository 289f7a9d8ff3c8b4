// `perigee init`: creates a home folder as the reference's `init` does, for test harnesses that
// then edit its files. Existing files are not changed.

import { formatTime } from '../../base/time.ts';
import { NS_PER_MS } from '../../base/units.ts';
import { type NewHome, openHome } from '../../home/homeFolder.ts';
import { OPTION_BOUNDS } from '../../node/options.ts';
import { ROOT_ACCOUNT } from '../../params/genesisDefaults.ts';
import { isAccountId } from '../../types/accountId.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import { parsePath, parseProtocol, parseWholeNumber } from '../optionValues.ts';
import { randomChainId, randomText } from '../randomText.ts';
import { createUsageError } from '../usageError.ts';

/** The reference listens on all interfaces by default; here that must be requested. */
const RPC_ADDRESS = '127.0.0.1:3030';
const VALIDITY_PERIOD = 100;

/** What `--fast` changes: short epochs, and blocks in quick succession. */
const USUAL = { epochLength: 500, minMs: 600, maxMs: 2_000 };
const FAST = { epochLength: 60, minMs: 120, maxMs: 500 };

export async function init(line: CommandLine): Promise<number> {
  const directory = parsePath(defaultedText(line, 'home'));
  openHome(directory, readNewHome(line));
  process.stderr.write(`The files of the node are in ${directory}.\n`);
  return 0;
}

export function readNewHome(line: CommandLine): NewHome {
  const accountId = optionText(line, 'account-id') ?? ROOT_ACCOUNT;
  if (!isAccountId(accountId)) throw createUsageError(`'${accountId}' is not a valid account id.`);
  const { epochLength, minMs, maxMs } = hasSwitch(line, 'fast') ? FAST : USUAL;
  return {
    shards: parseWholeNumber(
      '--num-shards',
      defaultedText(line, 'num-shards'),
      OPTION_BOUNDS.shards,
    ),
    accounts: 0,
    rpcAddress: RPC_ADDRESS,
    genesisTime: formatTime(BigInt(Date.now()) * NS_PER_MS),
    protocol: parseProtocol(line),
    root: { accountId, seed: optionText(line, 'test-seed') ?? randomText(32) },
    genesis: {
      chainId: optionText(line, 'chain-id') ?? randomChainId(),
      epochLength,
      transactionValidityPeriod: VALIDITY_PERIOD,
    },
    consensus: {
      min_block_production_delay: duration(minMs),
      max_block_production_delay: duration(maxMs),
    },
  };
}

function duration(ms: number): { secs: number; nanos: number } {
  return { secs: Math.floor(ms / 1000), nanos: (ms % 1000) * Number(NS_PER_MS) };
}
