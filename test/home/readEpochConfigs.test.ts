// The epoch configurations of a folder, in the form in which a chain stores them too.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseJson } from '../../src/base/json/plainJson.ts';
import { readEpochConfigs } from '../../src/home/readEpochConfigs.ts';
import { createEpochConfigs } from '../../src/params/epochConfigs.ts';
import { ProtocolRules } from '../../src/params/protocolRules.ts';
import { EpochConfig } from '../../src/types/epochConfig.ts';
import { readGenesis } from '../chain/epoch/recordedHeaders.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const genesis = readGenesis('tour');
const config = createEpochConfigs(genesis).at(genesis.protocolVersion);

function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = join(createTemporaryFolder(), 'epoch_configs');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('files are read by version, and survive the rules of a chain', () => {
  const text = EpochConfig.json(config);
  const found = readEpochConfigs(createFolder({ '143.json': text, '87.json': text, note: '' }));
  assert.deepEqual(found, [
    [87, config],
    [143, config],
  ]);
  const rules: ProtocolRules = { dialect: 'release', epochConfigs: found };
  assert.deepEqual(ProtocolRules.parse(parseJson(ProtocolRules.json(rules))), rules);
});

test('a chain without the folder has none', () => {
  assert.equal(readEpochConfigs(join(createTemporaryFolder(), 'epoch_configs')), null);
});

test('a folder that cannot be used names the file', () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{}, /epoch_configs has no <version>\.json/],
    [{ 'next.json': '{}' }, /next\.json is not named after a protocol version/],
    [{ '87.json': '{' }, /87\.json: /],
    [{ '87.json': '{}' }, /87\.json: missing field/],
  ];
  for (const [files, message] of cases) {
    assert.throws(() => readEpochConfigs(createFolder(files)), { code: 'epoch_config', message });
  }
});
