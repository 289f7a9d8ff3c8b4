// `perigee run`: runs the node of a home folder as the reference's `run` does, for test harnesses,
// configured by the files in that folder. Blocks are produced as soon as there is something to
// execute or a client waits for them, and otherwise at the configured pace.

import { formatTime } from '../../base/time.ts';
import { NS_PER_MS } from '../../base/units.ts';
import type { MiningMode } from '../../chain/production/mining.ts';
import { UPGRADE_VARIABLE } from '../../chain/production/upgradeSchedule.ts';
import { type Home, openHome } from '../../home/homeFolder.ts';
import { ChainThread } from '../../node/chain/chainThread.ts';
import { OPTION_BOUNDS, type StartOptions } from '../../node/options.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import {
  parseLimits,
  parseLogLevel,
  parseMining,
  parsePath,
  parseProtocol,
  parseToken,
  parseWholeNumber,
} from '../optionValues.ts';
import { untilStopped } from '../untilStopped.ts';
import { createUsageError } from '../usageError.ts';

/** The reference listens on every address; here that must be requested. */
const DEFAULT_ADDRESS = '127.0.0.1:3030';

export async function run(line: CommandLine): Promise<number> {
  const directory = parsePath(defaultedText(line, 'home'));
  const complete = readRunOptions(line, directory);
  const home = openHome(directory, {
    shards: 1,
    accounts: 0,
    rpcAddress: DEFAULT_ADDRESS,
    genesisTime: formatTime(BigInt(Date.now()) * NS_PER_MS),
    protocol: parseProtocol(line),
  });
  // Two threads load their modules in parallel.
  const thread = new ChainThread();
  const { startNode } = await import('../../node/startNode.ts');
  return untilStopped(startNode(complete(home), thread, home));
}

/** Refuses bad options before there is a home; the files in it complete the others. */
export function readRunOptions(line: CommandLine, directory: string): (home: Home) => StartOptions {
  const address = optionText(line, 'rpc-addr');
  const listening = address === undefined ? null : parseAddress(address);
  const mining = optionText(line, 'mining');
  const pace = mining === undefined ? null : parseMining(mining);
  const chosen = {
    shards: 1,
    accounts: 0,
    ...parseProtocol(line),
    upgrades: { override: process.env[UPGRADE_VARIABLE] },
    inMemory: false,
    durable: false,
    reset: false,
    controls: !hasSwitch(line, 'no-controls'),
    gasReport: false,
    token: parseToken(line),
    limits: parseLimits(line),
    home: directory,
    logLevel: parseLogLevel(defaultedText(line, 'log')),
  };
  return (home) => ({
    ...chosen,
    ...(listening ?? parseAddress(home.config.rpc?.addr ?? DEFAULT_ADDRESS)),
    mining: pace ?? paceOf(home),
  });
}

/**
 * Suites written for the reference request the result of a transaction and expect it to be executed
 * but not yet final: they get as much time for it as there.
 */
function paceOf({ config }: Home): MiningMode {
  const ms = Number(config.consensus.minBlockProductionDelay / NS_PER_MS);
  return { heartbeatMs: Math.max(1, ms), finality: 'paced' };
}

function parseAddress(address: string): { readonly host: string; readonly port: number } {
  const [, host, digits] = /^\[?([^\]]+)\]?:(\d+)$/.exec(address) ?? [];
  if (host === undefined || digits === undefined) {
    throw createUsageError(`An address is HOST:PORT, not '${address}'.`);
  }
  return { host, port: parseWholeNumber('The port of an address', digits, OPTION_BOUNDS.port) };
}
