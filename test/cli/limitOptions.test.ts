// The options that set limits, for every command that has them: what each sets, in which unit, its
// default and its bounds, written down here a second time, as users rely on them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCommandLine } from '../../src/cli/commandLine.ts';
import { LIMIT_OPTIONS } from '../../src/cli/limitOptions.ts';
import { COMMANDS } from '../../src/cli/optionTable.ts';
import { isUsageError } from '../../src/cli/usageError.ts';
import type { StartOptions } from '../../src/node/options.ts';
import { ConfigFile } from '../../src/rpc/config/configFile.ts';
import {
  applyLimits,
  LIMIT_NAMES,
  type LimitName,
  resolveLimits,
} from '../../src/rpc/config/limits.ts';
import { READINGS } from './optionRows.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const TIB = 1024 * 1024 * MIB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MILLION = 1_000_000;

type Line = [option: string, limit: LimitName, usual: number | null, min: number, max: number];

const LIMITS: readonly Line[] = [
  ['max-body', 'bodyBytesMax', 10 * MIB, KIB, 256 * MIB],
  ['max-values', 'requestValuesMax', 50_000, 33_000, 10 * MILLION],
  ['max-batch', 'batchEntriesMax', 100, 1, 10_000],
  ['max-batch-parallel', 'batchConcurrencyMax', 16, 1, 1_000],
  ['max-batch-answer', 'batchAnswerBytesMax', 10 * MIB, KIB, 256 * MIB],
  ['max-answer', 'answerBytesMax', 64 * MIB, KIB, 256 * MIB],
  ['max-unsent', 'unsentBytesMax', 256 * MIB, KIB, TIB],
  ['max-bodies', 'bodiesBytesMax', 256 * MIB, KIB, TIB],
  ['max-connections', 'connectionsMax', 10_000, 1, MILLION],
  ['headers-timeout', 'headersTimeoutMs', 10 * SECOND, 100, 10 * MINUTE],
  ['request-timeout', 'requestTimeoutMs', MINUTE, 100, 60 * MINUTE],
  ['idle-timeout', 'idleTimeoutMs', 75 * SECOND, 100, 60 * MINUTE],
  ['drain-timeout', 'drainTimeoutMs', 5 * SECOND, 0, 10 * MINUTE],
  ['rate', 'requestsPerSecond', 1_000, 0, MILLION],
  ['rate-burst', 'requestsBurst', 5_000, 1, 10 * MILLION],
  ['max-waits', 'waitsMax', 10_000, 1, MILLION],
  ['wait-timeout', 'pollingTimeoutMs', 10 * SECOND, 1, 10 * MINUTE],
  ['max-pool', 'poolBytesMax', 100 * MILLION, KIB, 1_000 * MILLION],
  ['max-pool-account', 'poolAccountMax', 20_000, 1, MILLION],
  ['max-view-gas', 'viewGasMax', null, 1, Number.MAX_SAFE_INTEGER],
  ['view-timeout', 'viewTimeoutMs', 10 * SECOND, 1, 10 * MINUTE],
  ['view-wait-timeout', 'viewWaitTimeoutMs', 30 * SECOND, 1, 10 * MINUTE],
  ['max-views', 'viewsWaitingMax', 1_000, 2, MILLION],
  ['max-state', 'stateBytesMax', 50_000, 0, 256 * MIB],
  ['max-state-page', 'statePageItemsMax', 10_000, 1, MILLION],
  ['max-state-page-bytes', 'statePageBytesMax', 50_000, 1, 256 * MIB],
  ['max-indexer-requests', 'indexerRequestsMax', 0, 0, 1_000],
  ['max-keys', 'accessKeysMax', 100, 1, MILLION],
];

const WITH_LIMITS = COMMANDS.filter(({ options }) => options.includes(LIMIT_OPTIONS[0] as never));

function read(command: string, args: readonly string[]): StartOptions['limits'] {
  const reading = READINGS[command as keyof typeof READINGS] ?? assert.fail(command);
  const line = parseCommandLine([command, ...reading.base, ...args], {});
  return (reading.read(line) as Pick<StartOptions, 'limits'>).limits;
}

test('every limit has an option and a row', () => {
  assert.deepEqual(LIMITS.map(([, limit]) => limit).sort(), [...LIMIT_NAMES].sort());
  assert.deepEqual(
    LIMITS.map(([option]) => option).sort(),
    LIMIT_OPTIONS.map((o) => o.name).sort(),
  );
  assert.deepEqual(
    WITH_LIMITS.map(({ name }) => name),
    ['start', 'run', 'follow', 'serve'],
  );
});

test('an option sets its limit and no other, for every command', () => {
  const file = ConfigFile.parse({ rpc: { addr: '127.0.0.1:1' } });
  const usual = resolveLimits(file);
  for (const [option, limit, , min] of LIMITS) {
    const value = min + 1;
    for (const { name } of WITH_LIMITS) {
      const given = read(name, [`--${option}`, `${value}`]);
      const what = `${name} --${option}`;
      assert.deepEqual(given, { [limit]: value }, what);
      assert.notEqual(usual[limit], value, what);
      // Some are written into config.json, from which readers of the file take them.
      const changed = applyLimits(file, given ?? {});
      assert.deepEqual(resolveLimits(changed, given), { ...usual, [limit]: value }, what);
    }
  }
});

test('without options nothing is set, and the defaults apply', () => {
  for (const { name } of WITH_LIMITS) assert.deepEqual(read(name, []), {}, name);
  const usual = resolveLimits(ConfigFile.parse({ transaction_pool_size_limit: 100 * MILLION }));
  assert.deepEqual(usual, Object.fromEntries(LIMITS.map(([, limit, value]) => [limit, value])));
});

test('a value out of bounds is refused', () => {
  for (const [option, , , min, max] of LIMITS) {
    for (const value of [min, max]) read('start', [`--${option}=${value}`]);
    for (const text of [`${min - 1}`, `${BigInt(max) + 1n}`, 'many', '1.5', '']) {
      const message = `--${option} is a whole number from ${min} to ${max}, not '${text}'.`;
      assert.throws(
        () => read('start', [`--${option}=${text}`]),
        (error: Error) => isUsageError(error) && error.message === message,
        message,
      );
    }
  }
});
