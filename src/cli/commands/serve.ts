// `perigee serve`: runs a front end of a shared cluster until it is stopped.

import { MIB } from '../../base/units.ts';
import { parseCassandraAddress } from '../../cluster/cassandra.ts';
import { startServe } from '../../cluster/frontEnd/serve.ts';
import type { ServeOptions } from '../../cluster/frontEnd/serveOptions.ts';
import { OPTION_BOUNDS } from '../../node/options.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import {
  parseCacheSize,
  parseLimits,
  parseLogLevel,
  parsePlace,
  parseToken,
  parseUpstream,
  parseWholeNumber,
} from '../optionValues.ts';
import { untilStopped } from '../untilStopped.ts';
import { createUsageError } from '../usageError.ts';

export async function serve(line: CommandLine): Promise<number> {
  return untilStopped(startServe(readServeOptions(line)));
}

export function readServeOptions(line: CommandLine): ServeOptions {
  const text = (name: string) => defaultedText(line, name);
  const store = optionText(line, 'store');
  if (store === undefined)
    throw createUsageError('serve needs --store, the cluster to answer from.');
  parsePlace(store, parseCassandraAddress);
  return {
    store,
    state: hasSwitch(line, 'state'),
    upstream: parseUpstream(line),
    host: text('host'),
    port: parseWholeNumber('--port', text('port'), OPTION_BOUNDS.port),
    cacheBytes: parseWholeNumber('--cache', text('cache'), OPTION_BOUNDS.cacheMib) * MIB,
    ...parseCacheSize(line),
    token: parseToken(line),
    limits: parseLimits(line),
    logLevel: parseLogLevel(text('log')),
  };
}
