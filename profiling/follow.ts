// How fast blocks of a real network's size are followed, and what a block costs in processor time,
// by thread: `node .build/profiling/follow.js mixed|transfers BLOCKS PROGRAM...` after `tsc -p
// tsconfig.test.json`. Each program (bin/perigee.js of a clone) follows the same blocks over HTTP;
// on a machine that does other things, compare processor time, and name the programs in turn.
// Linux only. The blocks are made once and kept in the folder for temporary files.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BLOCK_FILE, formatLakeHeight, isShardFile } from '../src/follow/sources/lakeStore.ts';
import { GENESIS_FILE, type Load, writeBusyNetwork } from './follow/busyNetwork.ts';

/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10;

async function openNetwork(load: Load, blocks: number): Promise<string> {
  const directory = join(tmpdir(), `perigee-follow-${load}-${blocks}`);
  if (existsSync(join(directory, formatLakeHeight(blocks)))) return directory;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  process.stdout.write(`making ${blocks} blocks in ${directory}\n`);
  await writeBusyNetwork(directory, load, blocks);
  return directory;
}

function readMessage(directory: string, height: number): string {
  const folder = join(directory, formatLakeHeight(height));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const shards = readdirSync(folder).filter(isShardFile).map(read);
  return `{"block":${read(BLOCK_FILE)},"shards":[${shards.join(',')}]}`;
}

/** neardata's interface over the files; returns its port. */
async function serveNetwork(directory: string, blocks: number): Promise<number> {
  const server = createServer(({ url = '' }, response) => {
    const height = Number(url.split('/').at(-1));
    if (url.startsWith('/v0/last_block/')) response.end(`{"header":{"height":${blocks}}}`);
    else if (height >= 1 && height <= blocks) response.end(readMessage(directory, height));
    else if (height === 0) response.end('null');
    else response.writeHead(404).end('{"type":"BLOCK_DOES_NOT_EXIST"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}

/** Processor time in milliseconds, by the name of the threads. */
function readTimes(pid: number): Map<string, number> {
  const times = new Map<string, number>();
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8');
    const name =
      task === `${pid}` ? 'main thread' : stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ms = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    times.set(name, (times.get(name) ?? 0) + ms);
  }
  return times;
}

function awaitLine(child: ChildProcess, stream: 'stdout' | 'stderr', text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const input = child[stream];
    if (input === null) throw new Error('the output is piped');
    createInterface({ input }).on('line', (line) => {
      if (line.includes(text)) resolve();
    });
    child.once('exit', () => reject(new Error(`the program ended without: ${text}`)));
  });
}

async function measure(program: string, directory: string, port: number, blocks: number) {
  const home = mkdtempSync(join(tmpdir(), 'perigee-follow-home-'));
  const from = ['--from', `neardata:http://127.0.0.1:${port}`];
  const genesis = ['--genesis', join(directory, GENESIS_FILE)];
  const args = [program, 'follow', ...from, ...genesis, '--home', home, '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const isDone = awaitLine(child, 'stderr', 'caught up');
    await awaitLine(child, 'stdout', 'RPC  ');
    const before = readTimes(child.pid as number);
    const startMs = performance.now();
    await isDone;
    const seconds = (performance.now() - startMs) / 1000;
    const spent = [...readTimes(child.pid as number)]
      .map(([name, ms]) => ({ name, ms: (ms - (before.get(name) ?? 0)) / blocks }))
      .filter(({ ms }) => ms >= 0.1)
      .sort((a, b) => b.ms - a.ms);
    const total = spent.reduce((sum, { ms }) => sum + ms, 0);
    const threads = spent.map(({ name, ms }) => `${name} ${ms.toFixed(1)}`).join(', ');
    const rate = `${(blocks / seconds).toFixed(1)} blocks a second`;
    const cost = `${total.toFixed(1)} ms of processor time a block (${threads})`;
    process.stdout.write(`${program}: ${rate}, ${cost}\n`);
  } finally {
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
}

const [load = 'mixed', count = '160', ...programs] = process.argv.slice(2);
const blocks = Number(count);
const directory = await openNetwork(load as Load, blocks);
const port = await serveNetwork(directory, blocks);
for (const program of programs) await measure(program, directory, port, blocks);
