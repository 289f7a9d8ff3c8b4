// `perigee bench`: measures this program from outside, and another node next to it if one is named.

import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname } from 'node:path';
import { assert } from '../../base/assert.ts';
import { PERIGEE_VERSION } from '../../base/version.ts';
import type { Bench } from '../../benchmark/bench.ts';
import { formatJson, formatRow, formatWorst } from '../../benchmark/formatReport.ts';
import { type GenerateLoad, generateLoad } from '../../benchmark/loadGenerator.ts';
import { MeasuredNode } from '../../benchmark/measuredNode.ts';
import { type Measurement, worstRatio } from '../../benchmark/measurement.ts';
import { plotRates } from '../../benchmark/plot.ts';
import { runBenchmarks, SECTION_NAMES, type SectionName } from '../../benchmark/runBenchmarks.ts';
import { describeTarget, Target } from '../../benchmark/target.ts';
import { generateLoadByWrk } from '../../benchmark/wrk.ts';
import { readKeyFile } from '../../home/homeFolder.ts';
import { OPTION_BOUNDS } from '../../node/options.ts';
import { type CommandLine, defaultedText, optionText } from '../commandLine.ts';
import { parsePath, parseUrl, parseWholeNumber } from '../optionValues.ts';
import { createUsageError } from '../usageError.ts';

export async function bench(line: CommandLine): Promise<number> {
  checkFolders(line);
  // Nodes first, because what they still write would be missing its folder.
  const stop = () => void MeasuredNode.stopAll().finally(() => process.exit(1));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const { sections, against, ...given } = readBenchOptions(line);
  const other = against === null ? null : new Target(against.url, against.pid);
  const measurements: Measurement[] = [];
  const settings = { ...given, other, ...createOutput(measurements) };
  const otherName = other === null ? null : await describeTarget(other);
  if (otherName !== null) settings.say(`against ${otherName}`);
  await runBenchmarks(settings, sections);
  other?.close();
  const worst = worstRatio(measurements);
  writeResults(line, otherName, measurements);
  if (worst !== null) process.stdout.write(`\n${formatWorst(worst)}\n`);
  return 0;
}

/** Options that say nothing without another node. */
const ONLY_AGAINST = ['against-key', 'against-pid'];

interface BenchOptions extends Omit<Bench, 'other' | 'report' | 'say'> {
  readonly sections: readonly SectionName[];
  readonly against: { readonly url: string; readonly pid: number | null } | null;
}

export function readBenchOptions(line: CommandLine): BenchOptions {
  const [, program] = process.argv;
  assert(program !== undefined, 'a program that runs has a path');
  const recording = optionText(line, 'recording');
  const key = optionText(line, 'against-key');
  const chains = optionText(line, 'chains');
  const workers = defaultedText(line, 'workers');
  const seconds = parseWholeNumber('--seconds', defaultedText(line, 'seconds'), BOUNDS.seconds);
  return {
    sections: parseSections(defaultedText(line, 'sections')),
    against: readAgainst(line),
    program,
    otherKey: key === undefined ? null : readKeyFile(parsePath(key)),
    processes: parseCounts('processes', defaultedText(line, 'processes')),
    shards: parseCounts('shards', defaultedText(line, 'shards')),
    runs: parseWholeNumber('--runs', defaultedText(line, 'runs'), BOUNDS.runs),
    scale: parseWholeNumber('--scale', defaultedText(line, 'scale'), BOUNDS.scale),
    chains: chains === undefined ? null : parsePath(chains),
    wantedRows: defaultedText(line, 'only').split(','),
    workers: parseWholeNumber('--workers', workers, OPTION_BOUNDS.workers),
    connections: parseCounts('connections', defaultedText(line, 'connections')),
    loadMs: seconds * 1000,
    generateLoad: parseGenerator(defaultedText(line, 'generator')),
    recording: recording === undefined ? null : parsePath(recording),
  };
}

function readAgainst(line: CommandLine): BenchOptions['against'] {
  const url = optionText(line, 'against');
  if (url === undefined) {
    const other = ONLY_AGAINST.find((name) => line.given.has(name));
    if (other === undefined) return null;
    throw createUsageError(`--${other} needs --against, the other node.`);
  }
  const pid = optionText(line, 'against-pid');
  const known = pid === undefined ? null : parseWholeNumber('--against-pid', pid, BOUNDS.pid);
  return { url: parseUrl('--against', url), pid: known };
}

function createOutput(rows: Measurement[]): Pick<Bench, 'report' | 'say'> {
  return {
    report: (measurement) => {
      if (rows.at(-1)?.section !== measurement.section) {
        process.stdout.write(`\n${measurement.section}\n`);
      }
      rows.push(measurement);
      process.stdout.write(`  ${formatRow(measurement)}\n`);
    },
    say: (sentence) => process.stderr.write(`perigee: ${sentence}\n`),
  };
}

const BOUNDS = {
  seconds: { min: 1, max: 600 },
  connections: { min: 1, max: 1_000 },
  processes: { min: 1, max: OPTION_BOUNDS.workers.max + 1 },
  shards: OPTION_BOUNDS.shards,
  runs: { min: 1, max: 100 },
  scale: { min: 1, max: 1_000 },
  pid: { min: 1, max: 2 ** 31 },
};

function parseSections(text: string): SectionName[] {
  return text.split(',').map((part) => {
    const name = SECTION_NAMES.find((candidate) => candidate === part);
    if (name !== undefined) return name;
    throw createUsageError(`--sections is a list of ${SECTION_NAMES.join(', ')}, not '${text}'.`);
  });
}

function parseGenerator(text: string): GenerateLoad {
  if (text === 'own') return generateLoad;
  if (text === 'wrk') return generateLoadByWrk;
  throw createUsageError(`--generator is own or wrk, not '${text}'.`);
}

function parseCounts(name: 'connections' | 'processes' | 'shards', text: string): number[] {
  return text.split(',').map((part) => parseWholeNumber(`each of --${name}`, part, BOUNDS[name]));
}

/** Before a run of many minutes, so that its results are not lost at the end. */
function checkFolders(line: CommandLine): void {
  for (const name of ['json', 'svg']) {
    const path = optionText(line, name);
    if (path === undefined || existsSync(dirname(parsePath(path)))) continue;
    throw createUsageError(`--${name}: there is no folder '${dirname(path)}'.`);
  }
}

function writeResults(line: CommandLine, against: string | null, rows: Measurement[]): void {
  const json = optionText(line, 'json');
  const svg = optionText(line, 'svg');
  if (json !== undefined) {
    const report = {
      perigee: PERIGEE_VERSION,
      node: process.version,
      against,
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? 'unknown',
      measurements: rows,
      worst: worstRatio(rows),
    };
    writeFileSync(parsePath(json), formatJson(report));
  }
  if (svg !== undefined) writeFileSync(parsePath(svg), plotRates(rows));
}
