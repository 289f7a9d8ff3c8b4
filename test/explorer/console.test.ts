// What the console works with: groups of methods, the kept history, and requests as code.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAsked, parseHistory } from '../../explorer/chain/askedHistory.ts';
import { groupMethods } from '../../explorer/format/methodGroups.ts';
import { formatClientCode } from '../../explorer/format/snippets.ts';

const METHODS = ['block', 'EXPERIMENTAL_receipt', 'perigee_mine', 'sandbox_patch_state', 'tx'].map(
  (name) => ({ name, isDeprecated: name === 'tx' }),
);

test('methods are grouped, and filtered by any part of their name', () => {
  const namesOf = (filter: string) =>
    groupMethods(METHODS, filter).map(({ title, methods }) => [
      title,
      ...methods.map(({ name }) => name),
    ]);
  assert.deepEqual(namesOf(''), [
    ['Chain', 'block'],
    ['Experimental', 'EXPERIMENTAL_receipt'],
    ['Local chain and Perigee', 'perigee_mine', 'sandbox_patch_state'],
    ['Deprecated', 'tx'],
  ]);
  assert.deepEqual(namesOf(' RECEIPT '), [['Experimental', 'EXPERIMENTAL_receipt']]);
  assert.deepEqual(namesOf('no such'), []);
});

test('the history has each request once, newest first, within its bounds', () => {
  const asked = (params: string) => ({ method: 'block', params });
  let history = [asked('1'), asked('2')];
  history = addAsked(history, asked('2'));
  assert.deepEqual(history, [asked('2'), asked('1')]);
  assert.deepEqual(addAsked(history, asked('x'.repeat(2000))), history, 'too long to be kept');
  for (let at = 0; at < 40; at++) history = addAsked(history, asked(`${at}`));
  assert.equal(history.length, 30);
  assert.deepEqual(history[0], asked('39'));
  assert.deepEqual(parseHistory(JSON.stringify(history)), history);
});

test('a stored history that is something else is dropped', () => {
  for (const text of [null, '', '{', '{}', 'null', '[null,1,{"method":1,"params":""}]']) {
    assert.deepEqual(parseHistory(text), [], `${text}`);
  }
});

test('a request as code for the client', () => {
  const code = formatClientCode('http://127.0.0.1:3030', 'block', '{"block_id":12}');
  assert.match(code, /createClient\("http:\/\/127\.0\.0\.1:3030"\)/);
  assert.match(code, /await client\.rpc\("block", \{"block_id":12\}\);/);
  assert.match(formatClientCode('http://a', 'status', 'null'), /client\.rpc\("status"\);/);
});
