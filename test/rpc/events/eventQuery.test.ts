// The queries of listeners, and logs that announce events, in tables.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseContractEvent } from '../../../src/rpc/events/contractEvent.ts';
import { EventQueryError, parseEventQuery } from '../../../src/rpc/events/eventQuery.ts';

test('logs that announce events', () => {
  const cases: [log: string, event: object | null][] = [
    [
      'EVENT_JSON:{"standard":"nep171","version":"1.0.0","event":"nft_mint","data":[{"n":1}]}',
      { standard: 'nep171', version: '1.0.0', event: 'nft_mint', data: [{ n: 1 }] },
    ],
    [
      'EVENT_JSON: {"event":"e","version":"1","standard":"s","more":true}\n',
      { standard: 's', version: '1', event: 'e', data: null },
    ],
    ['EVENT_JSON:', null],
    ['EVENT_JSON:{"standard":"s","version":"1"}', null],
    ['EVENT_JSON:{"standard":1,"version":"1","event":"e"}', null],
    ['EVENT_JSON:{"standard":"s","version":"1","event":"e"} and more', null],
    [`EVENT_JSON:${'['.repeat(1000)}`, null],
    [' EVENT_JSON:{"standard":"s","version":"1","event":"e"}', null],
    ['hello', null],
    ['', null],
  ];
  for (const [log, event] of cases) assert.deepEqual(parseContractEvent(log), event, log);
});

function parseQuery(query: string, lastEventId: string | null = null) {
  const { filter, start, toHeight } = parseEventQuery(new URLSearchParams(query), lastEventId);
  return {
    kinds: [...filter.kinds].join(),
    accounts: [...filter.accounts].join(),
    announced: filter.announced,
    start,
    toHeight,
  };
}

test('questions', () => {
  const all = 'block,transaction,receipt,log';
  assert.deepEqual(parseQuery(''), {
    kinds: all,
    accounts: '',
    announced: [],
    start: { kind: 'news' },
    toHeight: null,
  });
  assert.equal(parseQuery('account=a.near,b.near').kinds, 'transaction,receipt,log');
  assert.equal(parseQuery('account=a.near,b.near').accounts, 'a.near,b.near');
  assert.equal(parseQuery('account=a.near&kinds=block,log').kinds, 'block,log');
  assert.equal(parseQuery('event=nep141').kinds, 'log');
  assert.deepEqual(parseQuery('event=nep141,nep171:nft_mint,*:burn').announced, [
    { standard: 'nep141', event: null },
    { standard: 'nep171', event: 'nft_mint' },
    { standard: null, event: 'burn' },
  ]);
  assert.deepEqual(parseQuery('from=7&to=9').start, { kind: 'from', height: 7 });
  assert.equal(parseQuery('from=7&to=9').toHeight, 9);
  const resumed = (height: number, index: number) => ({
    kind: 'resumed',
    place: { height, index },
  });
  assert.deepEqual(parseQuery('after=7').start, resumed(8, 0));
  assert.deepEqual(parseQuery('after=7.3').start, resumed(7, 4));
  assert.deepEqual(parseQuery('from=1&after=7.3', '9.0').start, resumed(9, 1));
  assert.deepEqual(parseQuery('from=20&after=7.3').start, { kind: 'from', height: 20 });
});

test('invalid queries are refused', () => {
  const cases = [
    'kinds=blocks',
    'kind=block',
    'from=-1',
    'from=1.5',
    'from=',
    'to=x',
    'after=1.2.3',
    'after=.1',
    'from=99999999999999999',
    'event=:x',
    'event=a:b:c',
    'event=a:',
    `account=${'a,'.repeat(101)}`,
  ];
  for (const query of cases) assert.throws(() => parseQuery(query), EventQueryError, query);
});
