// No request takes work that grows faster than its length: bodies from a grammar, each at two
// lengths, are processed by the service on one thread, and the work is counted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { endpointOf } from '../../src/rpc/core/endpoint.ts';
import { RpcService } from '../../src/rpc/service/rpcService.ts';
import { createGenesisContext } from '../rpc/support/genesisContext.ts';
import { byForm } from '../support/testForm.ts';
import { WorkCounter } from '../support/workCounter.ts';

const LENGTH = byForm({ short: 70_000, long: 400_000 });
/** Four times the length; sorting adds a logarithmic factor. */
const GROWTH_MAX = 4 * 1.25;
/** The fixed work of a request of any length. */
const CONSTANT_WORK = 5_000;

/** Lists of any length, from the elements of a JSON grammar. */
const FILLINGS: Readonly<Record<string, (length: number) => string>> = {
  'keys in order': (length) => object(length, (i) => `key${i}`),
  'keys in no order': (length) => object(length, (i) => `${(i * 7_919) % 1_000_003}`),
  'keys that are not ASCII': (length) => object(length, (i) => `${i % 2 ? '😀' : '\ue000'}${i}`),
  'the same key': (length) => object(length, () => 'key'),
  'long keys alike': (length) => object(length, (i) => `${'k'.repeat(200)}${i}`),
  integers: (length) => array(length, () => '0'),
  'integers of 64 bits': (length) => array(length, (i) => `${2n ** 63n + BigInt(i)}`),
  floats: (length) => array(length, () => '1e15'),
  texts: (length) => array(length, (i) => `"text ${i}"`),
  words: (length) => array(length, (i) => ['null', 'true', 'false'][i % 3] as string),
  objects: (length) => array(length, (i) => `{"a":${i},"b":{}}`),
  nesting: (length) => array(length, () => `${'['.repeat(100)}${']'.repeat(100)}`),
  spaces: (length) => array(length, () => '    \n\t 1 \r\n'),
  'one text': (length) => `"${'x'.repeat(length)}"`,
  'one text of escapes': (length) => `"${'\\n'.repeat(length / 2)}"`,
  'one text of pairs': (length) => `"${'\\ud83d\\ude00'.repeat(length / 12)}"`,
  'one text of quotes': (length) => `"${'\\"'.repeat(length / 2)}"`,
  'one text of wide characters': (length) => `"${'é\\t'.repeat(length / 4)}"`,
  'one text that does not end': (length) => `"${'\\n'.repeat(length / 2)}`,
  'one text with a lone surrogate': (length) => `"${'\\n'.repeat(length / 2)}\\ud800"`,
  'one integer': (length) => '9'.repeat(length),
  'one fraction': (length) => `0.${'0'.repeat(length)}1`,
  'one exponent': (length) => `1e-${'9'.repeat(length)}`,
  'one space': (length) => `${' '.repeat(length)}1`,
  lines: (length) => `${'\n'.repeat(length)}?`,
};

function array(length: number, item: (index: number) => string): string {
  return `[${fill(length, item)}]`;
}

function object(length: number, key: (index: number) => string): string {
  return `{${fill(length, (index) => `"${key(index)}":0`)}}`;
}

function fill(length: number, item: (index: number) => string): string {
  const items: string[] = [];
  for (let index = 0, left = length; left > 0; index++) {
    const text = item(index);
    items.push(text);
    left -= text.length + 1;
  }
  return items.join(',');
}

/** Where the filling is inserted. */
const PLACES: Readonly<Record<string, (filling: string) => string>> = {
  'the params of block': (filling) => envelope('block', filling),
  'the params of changes': (filling) =>
    envelope('changes', `{"changes_type":"account_changes","account_ids":${filling},"block_id":0}`),
  'the params of query': (filling) =>
    envelope('query', `{"request_type":"view_account","finality":"final","account_id":${filling}}`),
  'the params of send_tx': (filling) => envelope('send_tx', `[${filling}]`),
  'the id': (filling) => `{"jsonrpc":"2.0","id":${filling},"method":"block","params":{}}`,
  'the method': (filling) => `{"jsonrpc":"2.0","id":1,"method":${filling},"params":{}}`,
  'a key of the request': (filling) => `{"jsonrpc":"2.0","id":1,"method":"block","x":${filling}}`,
  'an entry of a batch': (filling) => `[${envelope('block', filling)}]`,
  'the whole body': (filling) => filling,
};

function envelope(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
}

test('no request takes work that grows faster than its length', async (test) => {
  const counter = new WorkCounter();
  test.after(() => counter.close());
  const context = createGenesisContext();
  // The limit on the number of values would end most bodies early.
  const limits = { ...context.limits, requestValuesMax: 10_000_000, batchEntriesMax: 1_000_000 };
  const service = new RpcService({ ...context, limits });
  const work = (body: string) => {
    const bytes = utf8ToBytes(body);
    return counter.count(() => service.handle(endpointOf('/'), bytes));
  };
  for (const [place, put] of Object.entries(PLACES)) {
    for (const [name, makeFilling] of Object.entries(FILLINGS)) {
      const short = await work(put(makeFilling(LENGTH)));
      const long = await work(put(makeFilling(4 * LENGTH)));
      const message = `${name} in ${place}: ${short}, then ${long}`;
      assert.ok(short > 0, message);
      assert.ok(long <= short * GROWTH_MAX + CONSTANT_WORK, message);
    }
  }
});
