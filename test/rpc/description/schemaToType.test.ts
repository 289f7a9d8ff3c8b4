// JSON Schema as TypeScript: each form that codecs write, and the forms in one another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatComment, schemaToType } from '../../../src/rpc/description/schemaToType.ts';

const TEXT = { type: 'string' };
const REF = { $ref: '#/components/schemas/Name' };

test('schemas become types', () => {
  const cases: [Parameters<typeof schemaToType>[0], string][] = [
    [{}, 'unknown'],
    [REF, 'Name'],
    [TEXT, 'string'],
    [{ type: 'null' }, 'null'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', enum: ['a', "it's"] }, "'a' | 'it\\'s'"],
    [{ type: 'integer', format: 'uint32', maximum: 4294967295 }, 'number'],
    [{ type: 'integer', format: 'uint64', minimum: 0 }, 'U64'],
    [{ type: 'integer', format: 'uint64', maximum: 9007199254740991 }, 'number'],
    [{ type: 'array', items: { anyOf: [TEXT, REF] } }, 'readonly (string | Name)[]'],
    [{ type: 'array', items: { type: 'array', items: TEXT } }, 'readonly (readonly string[])[]'],
    [{ type: 'array', prefixItems: [TEXT, REF] }, 'readonly [string, Name]'],
    [{ oneOf: [TEXT, REF, TEXT] }, 'string | Name'],
    [{ allOf: [REF, { oneOf: [TEXT, REF] }] }, 'Name & (string | Name)'],
    [{ type: 'object' }, 'object'],
    [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
    [{ type: 'object', additionalProperties: REF }, '{\n  [key: string]: Name;\n}'],
    [
      {
        type: 'object',
        properties: { a: { ...TEXT, description: 'What it is.' }, 'b-c': REF },
        required: ['a'],
      },
      "{\n  /** What it is. */\n  a: string;\n  'b-c'?: Name;\n}",
    ],
  ];
  for (const [schema, type] of cases) {
    assert.equal(schemaToType(schema), type, JSON.stringify(schema));
  }
});

test('a type that is not known is our own mistake', () => {
  assert.throws(() => schemaToType({ type: 'date' }), /assertion failed/);
});

test('long comments are wrapped', () => {
  assert.deepEqual(formatComment('Short */ text.', '  '), ['  /** Short * / text. */']);
  const lines = formatComment('word '.repeat(40).trim(), '  ');
  assert.ok(lines.length > 3 && lines.every((line) => line.length <= 100));
});
