// The table of limits: its rows are valid, an option overrides config.json and that the default,
// and `client_config` shows the effective values.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientConfig } from '../../../src/rpc/config/clientConfig.ts';
import { ConfigFile, createClientConfig } from '../../../src/rpc/config/configFile.ts';
import {
  applyLimits,
  INDEXER_SERVED,
  LIMIT_NAMES,
  limitDefinition,
  resolveLimits,
} from '../../../src/rpc/config/limits.ts';
import { readTourGenesis } from '../support/fakeContext.ts';

const EMPTY = ConfigFile.parse({});

test('every row is valid', () => {
  const flags = LIMIT_NAMES.map((name) => limitDefinition(name).flag);
  assert.equal(new Set(flags).size, flags.length);
  for (const name of LIMIT_NAMES) {
    const { default: usual, min, max, description, flag } = limitDefinition(name);
    assert.ok(usual === null || (usual >= min && usual <= max), flag);
    assert.match(description, /^[a-z].*[^.]$/, flag);
  }
});

test('without settings the defaults apply', () => {
  const limits = resolveLimits(EMPTY);
  for (const name of LIMIT_NAMES) assert.equal(limits[name], limitDefinition(name).default, name);
});

test('the file overrides the default, and an option overrides the file', () => {
  for (const name of LIMIT_NAMES) {
    const { min, config } = limitDefinition(name);
    const given = { [name]: min };
    const file = applyLimits(EMPTY, given);
    assert.equal(resolveLimits(EMPTY, given)[name], min, name);
    // What is written to a key of the file is read back from it.
    if (config === undefined) assert.deepEqual(file, EMPTY, name);
    else assert.equal(resolveLimits(file)[name], min, name);
  }
});

test('values out of range are refused', () => {
  for (const name of LIMIT_NAMES) {
    const { min, max } = limitDefinition(name);
    for (const value of [min - 1, max + 1, min + 0.5, Number.NaN]) {
      assert.throws(() => applyLimits(EMPTY, { [name]: value }), {
        info: { code: 'limit' },
        message: `the limit ${name} is a whole number from ${min} to ${max}, not ${value}`,
      });
    }
  }
});

test('the effective values are shown', () => {
  const version = { version: '', build: '', commit: '', rustcVersion: '' };
  const given = { viewGasMax: 7, stateBytesMax: 8, accessKeysMax: 9, poolBytesMax: 2000 };
  const file = applyLimits(EMPTY, given);
  const shown = JSON.parse(ClientConfig.json(createClientConfig(file, readTourGenesis(), version)));
  assert.deepEqual(
    [
      shown.max_gas_burnt_view,
      shown.trie_viewer_state_size_limit,
      shown.view_access_keys_limit,
      shown.transaction_pool_size_limit,
    ],
    Object.values(given),
  );
});

test('a file enables the indexer method and sets its places', () => {
  const cases = [
    [{}, 0],
    [{ indexer_max_concurrent_requests: 5 }, 0],
    [{ enable_indexer_rpc: true }, 1],
    [{ enable_indexer_rpc: true, indexer_max_concurrent_requests: 5 }, 5],
    [INDEXER_SERVED, 4],
  ] as const;
  for (const [rpc, places] of cases) {
    const file = ConfigFile.parse({ rpc });
    assert.equal(resolveLimits(file).indexerRequestsMax, places, JSON.stringify(rpc));
    for (const given of [0, 3]) {
      const changed = applyLimits(file, { indexerRequestsMax: given });
      assert.equal(changed.rpc?.enableIndexerRpc, given > 0);
      assert.equal(resolveLimits(changed).indexerRequestsMax, given);
    }
  }
});

test('a file without limits gives the defaults', () => {
  const file = ConfigFile.parse({
    rpc: null,
    transaction_pool_size_limit: null,
    trie_viewer_state_size_limit: null,
  });
  const { poolBytesMax, stateBytesMax, viewGasMax, bodyBytesMax } = resolveLimits(file);
  assert.deepEqual(
    [poolBytesMax, stateBytesMax, viewGasMax, bodyBytesMax],
    [1_000_000_000, null, null, 10 * 1024 * 1024],
  );
});
