// Bytes in traces: readable or not, whole or cut, never in the middle of a character.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { SHOWN_BYTES_MAX, showBytes, showMessage } from '../../../src/trace/tree/tracedBytes.ts';

test('readable text is text, anything else is base64', () => {
  const shown = (bytes: Uint8Array) => {
    const { text, base64 } = showBytes(bytes);
    return text ?? base64;
  };
  assert.equal(shown(utf8ToBytes('{"a":"ä\n"}')), '{"a":"ä\n"}');
  assert.equal(shown(new Uint8Array()), '');
  assert.equal(shown(utf8ToBytes('a\u0000')), 'YQA=');
  assert.equal(shown(utf8ToBytes('\u001b[31m')), 'G1szMW0=');
  assert.equal(shown(Uint8Array.of(0xff)), '/w==');
});

test('long values are cut, and their length is known', () => {
  const cases = [
    ['a', 300],
    ['ä', 200],
    ['€', 150],
    ['🙂', 100],
  ] as const;
  for (const [character, count] of cases) {
    for (const before of ['', 'x', 'xx', 'xxx']) {
      const bytes = utf8ToBytes(before + character.repeat(count));
      const { length, text, leftOut } = showBytes(bytes);
      const about = `${before}${character}`;
      assert.ok(text, about);
      assert.ok(!text.includes('\ufffd'), about);
      assert.equal(length, bytes.length, about);
      const shown = utf8ToBytes(text).length;
      assert.equal(shown + leftOut, length, about);
      assert.ok(shown <= SHOWN_BYTES_MAX && shown > SHOWN_BYTES_MAX - 4, about);
    }
  }
  assert.deepEqual(showBytes(new Uint8Array(256), 1_000).leftOut, 744);
});

test('long messages say how much is missing', () => {
  assert.equal(showMessage('short'), 'short');
  assert.equal(showMessage('x'.repeat(2_000)).length, 2_000);
  assert.equal(showMessage('x'.repeat(2_005)), `${'x'.repeat(2_000)}… (5 more characters)`);
});
