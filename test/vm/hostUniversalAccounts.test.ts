// Host functions for universal accounts: ids and statuses as the reference's types have them, and
// what sending a state init charges, for bytes that are valid and for others.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesToHex, hexToBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { action } from '../../src/vm/gasCounter.ts';
import { readUniversalVectors } from '../types/universalVectors.ts';
import { HostHarness, hostErrorOf, U64_MAX } from './support/hostHarness.ts';

/** The memory of the harness has 64 KiB; one vector at a time fits. */
const { stateInits } = readUniversalVectors();
const STATUSES = { ok: 0n, malformed: 1n, nonCanonical: 2n };
const TO_ID = 'universal_state_init_to_account_id';
const APPEND = 'promise_batch_action_universal_state_init';

describe(TO_ID, () => {
  it('returns the status of the bytes, and the id of valid ones', () => {
    for (const { raw, status, id } of stateInits) {
      const harness = new HostHarness();
      const bytes = hexToBytes(raw);
      assert.equal(harness.call(TO_ID, ...harness.put(bytes), 3), STATUSES[status], raw);
      const expected = status === 'ok' ? bytesToHex(utf8ToBytes(id)) : undefined;
      assert.equal(harness.register(3), expected, raw);
      const charged = harness.charged();
      assert.equal(charged.universal_state_init_to_account_id_base, 8_900_000_000n);
      const byte = charged.universal_state_init_to_account_id_byte ?? 0n;
      assert.equal(byte, 83_100_000n * BigInt(bytes.length), raw);
      assert.equal(charged.write_register_base !== undefined, status === 'ok', raw);
    }
  });

  it('reads from a register, and works in views', () => {
    const harness = new HostHarness({ view: { maxGasBurnt: 10n ** 14n } });
    harness.call('write_register', 1, ...harness.put(new Uint8Array(10)));
    assert.equal(harness.call(TO_ID, U64_MAX, 1, 2), 0n);
    const id = '0u1kajgpx8a97y8ap8y03pvt8kbm2p2cn9k5h17bgw1wa21j88865g';
    assert.equal(harness.register(2), bytesToHex(utf8ToBytes(id)));
  });
});

describe(APPEND, () => {
  it('appends the bytes as they are and charges for what they hold', () => {
    for (const { raw, sendCounts } of stateInits) {
      const harness = new HostHarness({ prepaidGas: 10n ** 15n, accountBalance: 100n });
      const promise = harness.call('promise_batch_create', ...harness.put('x.near')) as bigint;
      const stateInit = hexToBytes(raw);
      const [entries, keys] = sendCounts;
      const total = 500_000_000_000 + 7_430_000_000_000 + 203_100_000_000 * entries;
      // What cannot be paid is refused: bytes that could hold thousands of entries.
      if (total + 203_530_250_000 * keys > 5e14) continue;
      harness.call(APPEND, promise, ...harness.put(stateInit), harness.putU128(7n));
      const { actions } = harness.gas.profile();
      assert.equal(actions[action.universal_state_init_base], 500_000_000_000n);
      const bytes = 78_000_000n * BigInt(stateInit.length);
      assert.equal(actions[action.universal_state_init_byte] ?? 0n, bytes, raw);
      const entryGas = actions[action.universal_state_init_entry] ?? 0n;
      assert.equal(entryGas, 3_100_000_000n * BigInt(entries), raw);
      const keyGas = actions[action.add_full_access_key] ?? 0n;
      assert.equal(keyGas, 101_765_125_000n * BigInt(keys), raw);
      const appended = harness.external.receipts[0]?.actions;
      const value = { stateInit, deposit: 7n };
      assert.deepEqual(appended, [{ kind: 'UniversalStateInit', value }], raw);
    }
  });

  it('is refused in views, without balance and for an unknown promise', () => {
    const view = new HostHarness({ view: { maxGasBurnt: 10n ** 14n } });
    assert.match(
      hostErrorOf(() => view.call(APPEND, 0, 0, 0, 0)),
      /^ProhibitedInView/,
    );
    const harness = new HostHarness({ accountBalance: 0n, attachedDeposit: 0n });
    const init = harness.put(new Uint8Array(10));
    const amount = harness.putU128(1n);
    assert.match(
      hostErrorOf(() => harness.call(APPEND, 9, ...init, amount)),
      /^InvalidPromiseIndex/,
    );
    const promise = harness.call('promise_batch_create', ...harness.put('x.near')) as bigint;
    assert.match(
      hostErrorOf(() => harness.call(APPEND, promise, ...init, amount)),
      /^BalanceExceeded/,
    );
    assert.deepEqual(harness.external.receipts[0]?.actions, []);
  });
});
