// `perigee start`: runs a local node until it is told to stop.

import { OPTION_BOUNDS, type StartOptions } from '../../node/options.ts';
import { startNode } from '../../node/startNode.ts';
import { type CommandLine, defaultedText, hasSwitch } from '../commandLine.ts';
import { parseLogLevel, parseMining, parsePath, parseWholeNumber } from '../optionValues.ts';

export async function start(line: CommandLine): Promise<number> {
  const node = await startNode(readStartOptions(line));
  const stop = () => void node.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  await node.stopped;
  return 0;
}

export function readStartOptions(line: CommandLine): StartOptions {
  const text = (name: string) => defaultedText(line, name);
  const count = (name: 'port' | 'shards' | 'accounts' | 'workers') =>
    parseWholeNumber(`--${name}`, text(name), OPTION_BOUNDS[name]);
  return {
    host: text('host'),
    port: count('port'),
    mining: parseMining(text('mining')),
    shards: count('shards'),
    accounts: count('accounts'),
    workers: count('workers'),
    inMemory: hasSwitch(line, 'in-memory'),
    durable: hasSwitch(line, 'durable'),
    reset: hasSwitch(line, 'reset'),
    home: parsePath(text('home')),
    logLevel: parseLogLevel(text('log')),
  };
}
