// Files made of profiles: collapsed stacks, speedscope's format and flame graphs, with names that
// try to be something else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { formatCollapsed } from '../../../src/trace/profile/output/collapsedStacks.ts';
import { drawFlameGraph } from '../../../src/trace/profile/output/flameGraph.ts';
import { formatSpeedscope } from '../../../src/trace/profile/output/speedscope.ts';
import type {
  ProfileFrame,
  TransactionProfile,
} from '../../../src/trace/profile/transactionProfile.ts';

const HOSTILE = '</text><script>alert("1")&lt;\u0000\u001b[31m;\ufffe';
const hash = sha256(new Uint8Array());
const frame = (kind: ProfileFrame['kind'], name: string): ProfileFrame => ({
  kind,
  name,
  file: kind === 'code' ? 'src/<lib>.rs' : null,
  line: kind === 'code' ? 7 : null,
});
const node = (parent: number | null, at: number, gas: number) => ({
  parent,
  frame: at,
  gas,
  calls: 1,
});

const PROFILE: TransactionProfile = {
  transactionHash: hash,
  signerId: 'alice.near',
  receiverId: 'bob.near',
  gasBurnt: 100n,
  receipts: [],
  frames: [
    frame('fee', 'transaction'),
    frame('fee', 'receipt at bob.near'),
    frame('fee', 'run()'),
    frame('code', HOSTILE),
    frame('store', 'storage_write'),
    frame('send', 'promise_create'),
  ],
  nodes: [
    node(null, 0, 10),
    node(null, 1, 20),
    node(1, 2, 5),
    node(2, 3, 15),
    node(3, 4, 40),
    node(3, 3, 0),
    node(5, 5, 10),
  ],
  receiptsLeftOut: 0,
};

test('collapsed stacks', () => {
  const hostile = HOSTILE.replace('\u0000', '\\u{0}')
    .replace('\u001b', '\\u{1b}')
    .replaceAll(';', ':');
  const lines = formatCollapsed(PROFILE).trimEnd().split('\n');
  assert.deepEqual(lines, [
    'transaction 10',
    'receipt at bob.near 20',
    'receipt at bob.near;run() 5',
    `receipt at bob.near;run();${hostile} 15`,
    `receipt at bob.near;run();${hostile};storage_write 40`,
    `receipt at bob.near;run();${hostile};${hostile};promise_create 10`,
  ]);
});

test('speedscope: events are nested, in order, and as long as the gas', () => {
  const file = JSON.parse(formatSpeedscope(PROFILE));
  assert.equal(file.$schema, 'https://www.speedscope.app/file-format-schema.json');
  assert.deepEqual(file.shared.frames[3], { name: HOSTILE, file: 'src/<lib>.rs', line: 7 });
  assert.deepEqual(
    file.profiles.map(({ name, endValue }: { name: string; endValue: number }) => [name, endValue]),
    [
      ['transaction', 10],
      ['receipt at bob.near', 90],
    ],
  );
  for (const { type, unit, startValue, endValue, events } of file.profiles) {
    assert.deepEqual([type, unit, startValue], ['evented', 'none', 0]);
    const open: number[] = [];
    let last = 0;
    for (const event of events) {
      assert.ok(event.at >= last && event.at <= endValue);
      last = event.at;
      assert.ok(event.frame < file.shared.frames.length);
      if (event.type === 'O') open.push(event.frame);
      else assert.equal(open.pop(), event.frame);
    }
    assert.deepEqual([open, last], [[], endValue]);
  }
});

/** Throws for text that is not well-formed XML of the kind that is written here. */
function parseXml(text: string): { name: string; attributes: Map<string, string> }[] {
  const elements: { name: string; attributes: Map<string, string> }[] = [];
  const open: string[] = [];
  const token = /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<&]*")*) ?(\/?)>|([^<&]+|&(?:amp|lt|gt|quot);)/y;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    assert.ok(match, `not XML: ${text.slice(at, at + 80)}`);
    const [, closing, name, attributes = '', selfClosing, characters] = match;
    if (characters !== undefined) {
      assert.ok(!/[^\t\n\u0020-\ud7ff\ue000-\ufffd]/.test(characters), 'a character of XML');
    } else if (closing) {
      assert.equal(open.pop(), name);
    } else {
      const pairs = [...attributes.matchAll(/([a-zA-Z-]+)="([^"]*)"/g)];
      const map = new Map(pairs.map(([, key = '', value = '']) => [key, value]));
      assert.equal(map.size, pairs.length, 'each attribute once');
      elements.push({ name: name ?? '', attributes: map });
      if (!selfClosing) open.push(name ?? '');
    }
  }
  assert.deepEqual(open, []);
  return elements;
}

test('a flame graph is XML without scripts, and every frame has a tooltip', () => {
  const svg = drawFlameGraph(PROFILE);
  const elements = parseXml(svg);
  const count = (name: string) => elements.filter((element) => element.name === name).length;
  assert.equal(count('script'), 0);
  // Three rows of everything, and the code of the call.
  assert.equal(count('g'), 4 + 3 + 1);
  assert.equal(count('title'), count('g'));
  assert.ok(
    svg.includes('&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&amp;lt;\\u{0}\\u{1b}[31m'),
  );
  assert.match(svg, /receipt at bob\.near, run\(\): 0\.000000 Tgas in the contract/);
  const widths = elements
    .filter(({ attributes }) => attributes.get('class') === 'f store')
    .map(({ attributes }) => Number(attributes.get('width')));
  // The legend, and 40 of 65.
  assert.deepEqual(widths, [12, Number(((1176 * 40) / 65).toFixed(2))]);
});
