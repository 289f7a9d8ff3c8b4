// Load by wrk, which costs a fifth of `loadGenerator.ts` per request. On the same cores as the
// node, a generator in JavaScript costs more than some responses do.

import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from './benchError.ts';
import type { Load, LoadResult } from './loadGenerator.ts';

/** Sends the same request for a while, in whole seconds. */
export async function generateLoadByWrk(load: Load): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-wrk-'));
  try {
    const script = join(folder, 'post.lua');
    writeFileSync(script, formatScript(load.body));
    return parseWrkReport(await runWrk(load, script));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What it prints. */
function runWrk({ url, connections, durationMs }: Load, script: string): Promise<string> {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  const amount = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`];
  const args = [...amount, '--latency', '--script', script, url.href];
  return new Promise((resolve, reject) => {
    execFile('wrk', args, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(describeFailure(error, stderr));
    });
  });
}

function describeFailure({ code, message }: ExecFileException, stderr: string): BenchError {
  return code === 'ENOENT'
    ? new BenchError({ code: 'no_generator' }, 'wrk is not installed on this machine')
    : new BenchError({ code: 'node_unreachable' }, `wrk: ${stderr.trim() || message}`);
}

/** Every byte by its number: a text of Lua cannot hold all of JSON's. */
function formatScript(body: string): string {
  const bytes = [...Buffer.from(body)].map((byte) => `\\${String(byte).padStart(3, '0')}`);
  return [
    'wrk.method = "POST"',
    'wrk.headers["content-type"] = "application/json"',
    `wrk.body = "${bytes.join('')}"`,
    '',
  ].join('\n');
}

export function parseWrkReport(text: string): LoadResult {
  const failed = /^ *(?:Non-2xx or 3xx responses|Socket errors): .*$/m.exec(text)?.[0];
  if (failed !== undefined) {
    throw new BenchError({ code: 'failed_request' }, `some requests failed: ${failed.trim()}`);
  }
  return {
    requestsPerSecond: Math.round(Number(/^Requests\/sec: *(\S+)/m.exec(text)?.[1])),
    medianMs: readLatency(text, '50'),
    p99Ms: readLatency(text, '99'),
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

function readLatency(text: string, percentile: string): number {
  const line = new RegExp(`^ *${percentile}% *([0-9.]+)([a-z]+)$`, 'm').exec(text);
  return Number(line?.[1]) * (UNIT_MS[line?.[2] ?? ''] ?? Number.NaN);
}
