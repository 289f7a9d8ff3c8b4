// `perigee trace HASH --from SOURCE`: a transaction of another network, executed here. A receipt
// that comes out otherwise than the network reports is an error, after what could be shown; not so
// in a "what if".

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHash } from '../../base/crypto/hash.ts';
import { restate } from '../../base/errors.ts';
import { parseExactJson } from '../../base/json/exactJson.ts';
import type { StateEdit } from '../../chain/patch/stateEdit.ts';
import { OPTION_BOUNDS } from '../../node/options.ts';
import { createProgress } from '../../process/progress.ts';
import { formatRemoteTrace } from '../../remote/formatRemoteTrace.ts';
import { KeptAnswers } from '../../remote/keptAnswers.ts';
import { openSource } from '../../remote/openSource.ts';
import { parseOverrides } from '../../remote/overrides.ts';
import { RemoteTrace } from '../../remote/remoteTrace.ts';
import { type RemoteRequest, RemoteTracer } from '../../remote/remoteTracer.ts';
import { createDifference } from '../../trace/reexecute/traceError.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import {
  parseDialect,
  parsePath,
  parsePlace,
  parseUrl,
  parseWholeNumber,
} from '../optionValues.ts';
import { createUsageError } from '../usageError.ts';
import { parseLevel, writeTrace } from './traceOutput.ts';

const FOLDER = 'traces';

export async function traceFrom(line: CommandLine, txHash: string): Promise<number> {
  const request = readRemoteRequest(line, txHash);
  const remote = await makeTrace(line, request);
  const json = () => parseExactJson(RemoteTrace.json(remote));
  writeTrace(line, json, (styles) => formatRemoteTrace(remote, styles));
  const wrong = remote.checks.find(({ result }) => result === 'differs');
  if (wrong === undefined || remote.whatIf !== null) return 0;
  throw createDifference(wrong.receiptId, wrong.field ?? 'outcome');
}

async function makeTrace(line: CommandLine, request: RemoteRequest): Promise<RemoteTrace> {
  const { folder, from, rows, isOffline, debugInfo } = readRemotePlaces(line);
  const kept = new KeptAnswers(folder);
  const progress = process.stderr.isTTY
    ? createProgress('asking', process.stderr, 'requests')
    : null;
  const source = await openSource({
    from,
    rows,
    kept,
    isOffline,
    onRequest: () => progress?.step('the other network'),
  });
  const tracer = new RemoteTracer({ ...source, kept, isOffline, debugInfo });
  try {
    return await tracer.trace(request);
  } finally {
    progress?.end();
    await tracer.close();
  }
}

/** Where everything comes from. */
export function readRemotePlaces(line: CommandLine) {
  const rows = optionText(line, 'rows');
  const debugInfo = optionText(line, 'debug-info');
  return {
    folder: readFolder(line),
    from: defaultedText(line, 'from'),
    rows: rows === undefined ? rows : parseUrl('--rows', rows),
    isOffline: hasSwitch(line, 'offline'),
    debugInfo: debugInfo === undefined ? debugInfo : parsePath(debugInfo),
  };
}

function readFolder(line: CommandLine): string {
  const cache = optionText(line, 'cache');
  return cache === undefined
    ? join(parsePath(defaultedText(line, 'home')), FOLDER)
    : parsePath(cache);
}

export function readRemoteRequest(line: CommandLine, txHash: string): RemoteRequest {
  const block = optionText(line, 'block');
  return {
    transactionHash: parsePlace(txHash, parseHash),
    level: parseLevel(line),
    dialect: parseDialect(line) ?? 'release',
    height: block === undefined ? null : parseWholeNumber('--block', block, OPTION_BOUNDS.height),
    overrides: readOverrides(line),
    code: readCode(line),
  };
}

function readOverrides(line: CommandLine): readonly StateEdit[] {
  const path = optionText(line, 'overrides');
  if (path === undefined) return [];
  return restate(
    () => parseOverrides(readFile('--overrides', path)),
    ({ message }) => createUsageError(`--overrides ${path}: ${message}`),
  );
}

function readCode(line: CommandLine): RemoteRequest['code'] {
  const text = optionText(line, 'with');
  if (text === undefined) return undefined;
  const [, accountId, path = text] = /^([a-z0-9._-]{2,64})=(.+)$/.exec(text) ?? [];
  return { accountId: accountId ?? null, code: readFile('--with', path) };
}

function readFile(option: string, path: string): Uint8Array {
  try {
    return readFileSync(parsePath(path));
  } catch (error) {
    throw createUsageError(`${option}: ${(error as Error).message}`);
  }
}
