// `perigee follow`: follows a chain until it is stopped, or until a block fails a check.

import { parseCassandraAddress } from '../../cluster/cassandra.ts';
import { parseSourceSpec } from '../../follow/sources/sourceSpec.ts';
import { isUrl } from '../../node/follow/openFollowed.ts';
import { startFollow } from '../../node/follow/startFollow.ts';
import { type FollowOptions, OPTION_BOUNDS } from '../../node/options.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import {
  parseCacheSize,
  parseDialect,
  parseLimits,
  parseLogLevel,
  parsePath,
  parsePlace,
  parseToken,
  parseUpstream,
  parseWholeNumber,
} from '../optionValues.ts';
import { waitForEnd } from '../untilStopped.ts';
import { createUsageError } from '../usageError.ts';

export async function follow(line: CommandLine): Promise<number> {
  const failure = await waitForEnd(startFollow(readFollowOptions(line)));
  if (failure !== null) throw failure;
  return 0;
}

export function readFollowOptions(line: CommandLine): FollowOptions {
  const text = (name: string) => defaultedText(line, name);
  const path = (name: string) => {
    const given = optionText(line, name);
    return given === undefined ? given : parsePath(given);
  };
  const number = (name: string, bounds: { readonly min: number; readonly max: number }) => {
    const given = optionText(line, name);
    return given === undefined ? given : parseWholeNumber(`--${name}`, given, bounds);
  };
  const from = optionText(line, 'from');
  if (from === undefined) {
    throw createUsageError(
      'perigee follow needs --from: neardata:URL, lake:DIR or lake:s3://BUCKET.',
    );
  }
  parsePlace(from, parseSourceSpec);
  const cluster = optionText(line, 'cluster');
  if (cluster !== undefined) parsePlace(cluster, parseCassandraAddress);
  const checkpoint = optionText(line, 'checkpoint');
  const isPath = checkpoint !== undefined && !isUrl(checkpoint);
  return {
    from,
    checkpoint: isPath ? parsePath(checkpoint) : checkpoint,
    start: number('start', OPTION_BOUNDS.height),
    genesis: path('genesis'),
    dialect: parseDialect(line),
    stateFrom: path('state-from'),
    upstream: parseUpstream(line),
    cluster,
    allowUnapproved: hasSwitch(line, 'allow-unapproved'),
    verifiedOnly: hasSwitch(line, 'verified-only'),
    execute: hasSwitch(line, 'execute'),
    code: path('code'),
    apiKey: optionText(line, 'api-key') ?? process.env.PERIGEE_API_KEY,
    requestsPerMinute: number('requests-per-minute', REQUESTS_BOUNDS),
    endpoint: optionText(line, 'endpoint'),
    region: optionText(line, 'region'),
    host: text('host'),
    port: parseWholeNumber('--port', text('port'), OPTION_BOUNDS.port),
    token: parseToken(line),
    limits: parseLimits(line),
    ...parseCacheSize(line),
    home: parsePath(text('home')),
    logLevel: parseLogLevel(text('log')),
  };
}

const REQUESTS_BOUNDS = { min: 1, max: 1_000_000 };
