// Goal: the runtime configuration of every version is the reference's, name by name. Method:
// compare it with `runtimeConfigs.json.gz`, the snapshots of the reference's own tests: those of
// the crate near-parameters 0.38.0 for the release, and core/parameters/src/snapshots of nearcore
// cd297313f2.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import type { JsonObject } from '../../../src/base/json/exactJson.ts';
import { DIALECTS, type Dialect } from '../../../src/params/dialect.ts';
import { createLocalGenesis } from '../../../src/params/genesisDefaults.ts';
import { isKnownVersion, protocolAt } from '../../../src/params/protocol.ts';
import { describeProtocol, ProtocolConfigView } from '../../../src/rpc/config/protocolConfig.ts';
import { repositoryPath } from '../../support/repository.ts';

type Configs = Readonly<Record<Dialect, Readonly<Record<string, JsonObject>>>>;

const configs: Configs = JSON.parse(
  gunzipSync(readFileSync(repositoryPath('test/rpc/config/runtimeConfigs.json.gz'))).toString(),
);

const { config: genesis } = createLocalGenesis({
  genesisTime: '2026-11-15T12:00:00Z',
  rootKey: secretToPublic(keyFromSeed('ed25519', 'test.near')),
  accounts: [],
  shards: 1,
  config: { protocolVersion: 84 },
});

const VERSIONS = Array.from({ length: 100 }, (_, i) => 84 + i);

/** A version without a file has the parameters of the one before. */
function expectedAt(version: number, dialect: Dialect): JsonObject {
  const keys = Object.keys(configs[dialect]).map(Number);
  const newest = Math.max(...keys.filter((key) => key <= version));
  const { wasm_config: wasm, ...config } = configs[dialect][newest] as JsonObject;
  // The snapshots hide it, because it depends on the machine.
  return { ...config, wasm_config: { ...(wasm as JsonObject), vm_kind: 'Wasmtime' } };
}

for (const dialect of DIALECTS) {
  for (const version of VERSIONS.filter((one) => isKnownVersion(one, dialect))) {
    test(`runtime configuration of version ${version}, dialect ${dialect}`, () => {
      const protocol = protocolAt(version, dialect);
      const rules = { dialect, epochConfigs: null };
      const epoch = { protocol, shardLayout: genesis.shardLayout, rules };
      const shown = JSON.parse(ProtocolConfigView.json(describeProtocol(genesis, epoch)));
      assert.equal(shown.protocol_version, version);
      assert.deepEqual(shown.runtime_config, expectedAt(version, dialect));
    });
  }
}
