// `perigee start`: runs a local node until it is told to stop.

import { OPTION_BOUNDS, type StartOptions } from '../../node/options.ts';
import { startNode } from '../../node/startNode.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import { parseLogLevel, parseMining, parsePath, parseWholeNumber } from '../optionValues.ts';
import { reportOnSignal, untilStopped } from '../untilStopped.ts';

export async function start(line: CommandLine): Promise<number> {
  const options = readStartOptions(line);
  const starting = startNode(options);
  if (options.gasReport) void starting.then(reportOnSignal, () => {});
  return untilStopped(starting);
}

export function readStartOptions(line: CommandLine): StartOptions {
  const text = (name: string) => defaultedText(line, name);
  const path = (name: string) => {
    const given = optionText(line, name);
    return given === undefined ? given : parsePath(given);
  };
  const count = (name: 'port' | 'shards' | 'accounts') =>
    parseWholeNumber(`--${name}`, text(name), OPTION_BOUNDS[name]);
  return {
    host: text('host'),
    port: count('port'),
    mining: parseMining(text('mining')),
    shards: count('shards'),
    accounts: count('accounts'),
    inMemory: hasSwitch(line, 'in-memory'),
    durable: hasSwitch(line, 'durable'),
    reset: hasSwitch(line, 'reset'),
    controls: !hasSwitch(line, 'no-controls'),
    gasReport: hasSwitch(line, 'gas-report'),
    loadState: path('load-state'),
    dumpState: path('dump-state'),
    home: parsePath(text('home')),
    logLevel: parseLogLevel(text('log')),
  };
}
