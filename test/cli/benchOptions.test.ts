// Options of `perigee bench` that cannot work are refused before anything is measured; files of
// results and keys.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  formatPublicKey,
  formatSecretKey,
  keyFromSeed,
  secretToPublic,
} from '../../src/base/crypto/keys.ts';
import { parseCommandLine } from '../../src/cli/commandLine.ts';
import { bench, readBenchOptions } from '../../src/cli/commands/bench.ts';
import { isUsageError } from '../../src/cli/usageError.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

test('results need a folder that exists', async () => {
  for (const name of ['json', 'svg']) {
    const line = parseCommandLine(['bench', `--${name}`, '/no/such/folder/results']);
    await assert.rejects(bench(line), (error: Error) => {
      assert.ok(isUsageError(error));
      assert.equal(error.message, `--${name}: there is no folder '/no/such/folder'.`);
      return true;
    });
  }
});

test('results are written as JSON and drawn, even if nothing was measured', async () => {
  const folder = createTemporaryFolder();
  const [json, svg] = [join(folder, 'rates.json'), join(folder, 'rates.svg')];
  // Without a recording, this section is left out.
  const args = ['bench', '--sections', 'replay', '--json', json, '--svg', svg];
  assert.equal(await bench(parseCommandLine(args)), 0);
  assert.deepEqual(JSON.parse(readFileSync(json, 'utf8')).measurements, []);
  assert.match(readFileSync(svg, 'utf8'), /^<svg /);
});

test('--against-key is the file of an account', () => {
  const path = join(createTemporaryFolder(), 'key.json');
  const secret = keyFromSeed('ed25519', 'a.near');
  const [secret_key, public_key] = [
    formatSecretKey(secret),
    formatPublicKey(secretToPublic(secret)),
  ];
  writeFileSync(path, JSON.stringify({ account_id: 'a.near', public_key, secret_key }));
  const args = ['bench', '--against', 'http://a:1', '--against-key', path];
  const { otherKey } = readBenchOptions(parseCommandLine(args));
  assert.equal(otherKey?.accountId, 'a.near');
});
