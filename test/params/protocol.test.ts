// Every number of the runtime configuration against `parameters.json`, which was resolved from the
// reference's own parameter files: both are converted to one form and compared as a whole, so that
// a missing or additional name fails too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as constants from '../../src/params/constants.ts';
import { DIALECTS } from '../../src/params/dialect.ts';
import { protocolAt, stableVersions } from '../../src/params/protocol.ts';
import { ACTION_COSTS } from '../../src/params/tables/actionFees.ts';
import { EXT_COSTS } from '../../src/params/tables/extCosts.ts';
import { SNAPSHOT } from '../support/protocol.ts';
import { readText } from '../support/repository.ts';

type Row = Record<string, unknown>;

const expected = JSON.parse(readText('test/params/parameters.json'));
const config = SNAPSHOT;

/** Snake-case names and decimal text; every number in the file is exact as a JS number. */
function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return normalize({ numerator: value[0], denominator: value[1] });
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'number' ? String(BigInt(value)) : String(value);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [snakeCase(name), normalize(item)]),
  );
}

function snakeCase(name: string): string {
  return name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

test('the tables of limits and costs are those of the reference', () => {
  const { maxStateInitEntries: _, maxUniversalStateInitKeys: __, ...ours } = config.limits;
  const limits = { ...expected.limits, min_contract_size_per_local: null };
  const { rejectTxCongestionThreshold, ...congestion } = config.congestion;
  const { reject_tx_congestion_threshold: threshold, ...otherCongestion } =
    expected.congestion_control;
  assert.equal(rejectTxCongestionThreshold, threshold.numerator / threshold.denominator);

  const { minGasPurchasePrice, accountCreationCharge, ...economics } = config.economics;
  assert.equal(String(minGasPurchasePrice), expected.min_gas_purchase_price);
  assert.equal(String(accountCreationCharge), expected.account_creation_charge);

  const tables: [string, object, object][] = [
    ['limits', ours, limits],
    ['wasm costs', config.wasmCosts, expected.wasm],
    ['flags', config.vm, { ...expected.flags, universal_accounts: false }],
    ['congestion', congestion, otherCongestion],
    ['witness', config.witness, expected.witness],
    ['bandwidth', config.bandwidth, expected.bandwidth_scheduler],
    ['storage', config.storage, expected.storage],
    ['economics', economics, expected.economics],
    ['account creation', config.accountCreation, expected.account_creation],
    ['signatures', config.signatureVerification, expected.signature_verification],
  ];
  for (const [name, actual, reference] of tables) {
    assert.deepEqual(normalize(actual), normalize(reference), name);
  }
});

test('the compute of global contract distribution is that of the reference', () => {
  const reference = expected.global_contract_distribution_compute;
  assert.deepEqual(normalize(config.globalContractDistribution), {
    execution_base_compute: String(reference.deploy_global_contract_execution_base),
    execution_per_byte_compute: String(reference.deploy_global_contract_execution_per_byte),
  });
});

test('action fees have the values and the order of the reference', () => {
  const names = Object.keys(expected.action_fees) as (typeof ACTION_COSTS)[number][];
  assert.equal(names.length, 26);
  assert.deepEqual(ACTION_COSTS.slice(0, names.length), names);
  for (const [index, name] of names.entries()) {
    const row = expected.action_fees[name];
    assert.equal(row.index, index, name);
    for (const part of ['send_sir', 'send_not_sir']) {
      assert.equal(row[part].compute, row[part].gas, `${name} ${part} has no compute of its own`);
    }
    const reference: Row = {
      send_sir: row.send_sir.gas,
      send_not_sir: row.send_not_sir.gas,
      execution: row.execution.gas,
      execution_compute: row.execution.compute,
    };
    assert.deepEqual(normalize(config.actionFees[name]), normalize(reference), name);
  }
});

test('host costs have the values and the order of the reference', () => {
  const names = Object.keys(expected.ext_costs) as (typeof EXT_COSTS)[number][];
  assert.equal(names.length, 96);
  assert.deepEqual(EXT_COSTS.slice(0, names.length), names);
  for (const [index, name] of names.entries()) {
    const { index: referenceIndex, gas, compute } = expected.ext_costs[name];
    assert.equal(referenceIndex, index, name);
    assert.deepEqual(normalize(config.extCosts[name]), normalize({ gas, compute }), name);
  }
});

test('the constants are those of the reference', () => {
  const names: Record<string, string> = {
    BANDWIDTH_REQUEST_VALUES_NUM: 'BANDWIDTH_REQUEST_VALUES_COUNT',
  };
  const actual: Record<string, number | bigint> = constants;
  for (const [name, value] of Object.entries(expected.hardcoded_constants)) {
    assert.equal(String(actual[names[name] ?? name]), String(value), name);
  }
});

test('every version is one frozen value', () => {
  for (const dialect of DIALECTS) {
    for (const version of stableVersions(dialect)) {
      const protocol = protocolAt(version, dialect);
      assert.equal(protocolAt(version, dialect), protocol);
      const { actionFees, extCosts, ...rest } = protocol;
      const tables = Object.values(rest).filter((value) => typeof value === 'object');
      for (const table of [protocol, ...tables, actionFees.transfer, extCosts.base]) {
        assert.ok(Object.isFrozen(table));
      }
    }
  }
});

test('an unknown version is refused with the known ones', () => {
  for (const version of [0, 83, 89, 200]) {
    assert.throws(() => protocolAt(version, 'release'), {
      code: 'unknown_protocol_version',
      message: new RegExp(`version ${version} is not known; this program runs versions 84 to 88`),
    });
  }
  assert.throws(() => protocolAt(88, 'cd297313f2'), /84 to 87 of dialect cd297313f2/);
});
