// The gas counter against the rules of the reference for charges that fit, that do not fit, and
// that leave the range of u64.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { action, createGasSchedule, ext, GasCounter } from '../../src/vm/gasCounter.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { hostErrorOf } from './support/hostHarness.ts';

const MAX_BURNT = 1_000_000_000_000_000n;
const schedule = createGasSchedule(PROTOCOL);
const priceOf = (cost: number) => schedule.ext[cost] as number;

function createCounter(prepaid: bigint, maxBurnt = MAX_BURNT): GasCounter {
  return new GasCounter(schedule, { prepaid, maxBurnt });
}

function nameOf(run: () => void): string {
  return hostErrorOf(run).split(':')[0] as string;
}

describe('charges that fit', () => {
  it('burns host costs and records them by name', () => {
    const gas = createCounter(MAX_BURNT);
    gas.pay(ext.base);
    gas.payPer(ext.sha256_byte, 10);
    gas.burn(7);
    assert.equal(gas.burnt, 264_768_111 + 241_173_510 + 7);
    const profile = gas.profile();
    assert.equal(profile.ext[ext.sha256_byte], 241_173_510n);
    assert.equal(profile.wasm, 7n);
  });

  it('burns the sending of an action and reserves its execution', () => {
    const gas = createCounter(MAX_BURNT);
    gas.payAction(action.create_account, false);
    gas.prepay(5n);
    assert.equal(gas.burnt, 500_000_000_000);
    assert.equal(gas.used, 500_000_000_000 + 7_200_000_000_000 + 5);
    assert.equal(gas.remaining, Number(MAX_BURNT) - gas.used);
    assert.equal(gas.profile().actions[action.create_account], 500_000_000_000n);
  });

  it('counts compute by the ratio of each cost', () => {
    const gas = createCounter(MAX_BURNT);
    gas.pay(ext.storage_write_base);
    gas.payPer(ext.storage_read_value_byte, 3);
    gas.payAction(action.deploy_contract_base, true);
    gas.burn(11);
    const expected = 200_000_000_000n + 7_500_000n + 184_765_750_000n + 11n;
    assert.equal(gas.computeUsage(), expected);
  });
});

describe('charges that do not fit', () => {
  it('burns everything that was prepaid when nothing is reserved', () => {
    const gas = createCounter(100n);
    assert.equal(
      nameOf(() => gas.burn(101)),
      'GasExceeded',
    );
    assert.equal(gas.burnt, 100);
    assert.equal(gas.remaining, 0);
  });

  it('burns the whole attempted charge, which may leave reserved gas', () => {
    const gas = createCounter(100n);
    gas.prepay(50n);
    gas.burn(45);
    assert.equal(
      nameOf(() => gas.burn(10)),
      'GasExceeded',
    );
    assert.equal(gas.burnt, 55);
    assert.equal(gas.used, 100);
  });

  it('names the burn limit when the attempt passes it', () => {
    const gas = createCounter(MAX_BURNT);
    assert.equal(
      nameOf(() => gas.burn(Number(MAX_BURNT) + 1)),
      'GasLimitExceeded',
    );
    assert.equal(gas.burnt, Number(MAX_BURNT));
    const small = createCounter(100_000_000_000_000n);
    assert.equal(
      nameOf(() => small.burn(0xffffffff * 822_756)),
      'GasLimitExceeded',
    );
    assert.equal(small.burnt, 100_000_000_000_000);
  });

  it('leaves burnt gas alone when reserved gas is refused', () => {
    const gas = createCounter(100n);
    gas.burn(30);
    assert.equal(
      nameOf(() => gas.prepay(71n)),
      'GasExceeded',
    );
    assert.equal(gas.burnt, 30);
    assert.equal(gas.used, 100);
  });

  it('records in the profile only what was burnt', () => {
    const prepaid = BigInt(priceOf(ext.base)) + 10n;
    const gas = createCounter(prepaid);
    gas.pay(ext.base);
    assert.equal(
      nameOf(() => gas.pay(ext.base)),
      'GasExceeded',
    );
    assert.equal(gas.profile().ext[ext.base], prepaid);
    const other = createCounter(100n);
    assert.equal(
      nameOf(() => other.payAction(action.transfer, true)),
      'GasExceeded',
    );
    assert.equal(other.profile().actions[action.transfer], 100n);
  });
});

describe('u64 arithmetic', () => {
  const byte = ext.read_memory_byte;
  const limit = 2 ** 64 / priceOf(byte);

  it('refuses products from 2^64 on as overflow, and smaller ones as gas', () => {
    const gas = createCounter(MAX_BURNT);
    assert.equal(
      nameOf(() => gas.payPer(byte, 2 ** 64)),
      'IntegerOverflow',
    );
    assert.equal(
      nameOf(() => gas.payPer(byte, Math.ceil(limit))),
      'IntegerOverflow',
    );
    assert.equal(gas.burnt, 0);
    assert.equal(
      nameOf(() => gas.payPer(byte, Math.floor(limit))),
      'GasLimitExceeded',
    );
    assert.equal(gas.burnt, Number(MAX_BURNT));
  });

  it('overflows when burnt gas and the product pass 2^64', () => {
    const gas = createCounter(MAX_BURNT);
    const units = Math.floor(limit);
    const gap = 2n ** 64n - BigInt(units) * BigInt(priceOf(byte));
    gas.burn(Number(gap));
    assert.equal(
      nameOf(() => gas.payPer(byte, units)),
      'IntegerOverflow',
    );
    assert.equal(gas.burnt, Number(gap));
  });

  it('lets the sum with reserved gas wrap around', () => {
    const gas = createCounter(MAX_BURNT);
    const units = Math.floor(limit);
    const gap = 2n ** 64n - BigInt(units) * BigInt(priceOf(byte));
    gas.prepay(gap + 5n);
    assert.equal(
      nameOf(() => gas.payPer(byte, units)),
      'GasLimitExceeded',
    );
    assert.equal(gas.used, Number(MAX_BURNT));
  });

  it('reserves any u64', () => {
    const gas = createCounter(MAX_BURNT);
    assert.equal(
      nameOf(() => gas.prepay(2n ** 64n - 1n)),
      'GasExceeded',
    );
    assert.equal(gas.used, Number(MAX_BURNT));
    const burning = createCounter(MAX_BURNT);
    burning.burn(1);
    assert.equal(
      nameOf(() => burning.prepay(2n ** 64n - 1n)),
      'IntegerOverflow',
    );
    assert.equal(burning.used, 1);
  });
});
