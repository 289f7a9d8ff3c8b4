// Contracts of an account: found by events in logs and by calls, whatever contracts write there,
// and by a store of the previous version once it is opened.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { upgradeStore } from '../../src/chain/stored/upgradeStore.ts';
import { Batch } from '../../src/store/store.ts';
import { metaKey } from '../../src/store/storeKeys.ts';
import { LoggingChain } from '../rpc/support/loggingChain.ts';
import { ALICE, BOB, CAROL, TGAS } from './localChain.ts';

const event = (standard: string, data: unknown) =>
  `EVENT_JSON:${JSON.stringify({ standard, version: '1.0.0', event: 'moved', data })}`;

function createChain(): LoggingChain {
  const chain = new LoggingChain();
  chain.deploy();
  chain.say(
    event('nep141', [{ old_owner_id: ALICE, new_owner_id: CAROL, amount: '1' }]),
    event('nep171', [{ owner_id: CAROL, token_ids: ['1'] }]),
    event('nep245', [{ owner_id: CAROL, token_ids: ['1'], amounts: ['1'] }]),
    // Nothing follows from these.
    event('nep141', { owner_id: 'object.near' }),
    event('nep141', [{ owner_id: 'Not An Account' }, { owner_id: 7 }, null, 'text']),
    event('nep297', [{ owner_id: 'other.near' }]),
    'EVENT_JSON:{"standard":"nep141","data":[',
    'EVENT_JSON:null',
  );
  chain.settle();
  const call = (methodName: string, args: string) => {
    const value = { methodName, args: utf8ToBytes(args), gas: 5n * TGAS, deposit: 0n };
    chain.submit(ALICE, BOB, [{ kind: 'FunctionCall', value }]);
    chain.settle();
  };
  call('deposit_and_stake', '{}');
  call('ft_transfer', '{"receiver_id":"receiver.near","amount":"1"}');
  call('ft_transfer', ' \t\r\n{"receiver_id":"spaced.near","amount":"1"}');
  call('nft_transfer', 'not JSON');
  call('nft_transfer', '{not JSON');
  call('nft_transfer', '[{"receiver_id":"listed.near"}]');
  call('ft_transfer', `{"receiver_id":"long.near","memo":"${'x'.repeat(2_048)}"}`);
  return chain;
}

function relationsOf({ local }: LoggingChain, accountId: string): string[] {
  return local.chain.stored.relatedContracts(accountId, 10).map(({ relation, contractId }) => {
    assert.equal(contractId, BOB);
    return relation;
  });
}

const EXPECTED = {
  [ALICE]: ['ft', 'nft', 'pool'],
  [CAROL]: ['ft', 'nft', 'mt'],
  'receiver.near': ['ft'],
  'spaced.near': ['ft'],
  [BOB]: [],
  'object.near': [],
  'other.near': [],
  'long.near': [],
  'listed.near': [],
};

test('events and calls lead from accounts to contracts', () => {
  const chain = createChain();
  for (const [accountId, relations] of Object.entries(EXPECTED)) {
    assert.deepEqual(relationsOf(chain, accountId), relations, accountId);
  }
  assert.equal(chain.local.chain.stored.relatedContracts(ALICE, 2).length, 2);
});

test('a store of the previous version gets the contracts of its accounts', () => {
  const chain = createChain();
  const { store } = chain.local;
  const batch = new Batch();
  for (const [key] of store.range(Column.relatedContract)) {
    batch.deleteBytes(Column.relatedContract, key);
  }
  batch.putBytes(Column.meta, metaKey('version'), utf8ToBytes('perigee 6'));
  store.commit(batch);
  assert.deepEqual(relationsOf(chain, ALICE), []);
  upgradeStore(store, chain.local.chain.stored, () => {});
  for (const [accountId, relations] of Object.entries(EXPECTED)) {
    assert.deepEqual(relationsOf(chain, accountId), relations, accountId);
  }
});
