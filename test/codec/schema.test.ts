// What codecs say about their JSON, on both sides: what is written and what is accepted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Codec,
  deprecated,
  described,
  documented,
  named,
  recursive,
} from '../../src/codec/codec.ts';
import { option, string, u8, vec } from '../../src/codec/primitives.ts';
import type { Describe, Schema, Side } from '../../src/codec/schema.ts';
import { defaulted, flatten, omitDefault, omitNull, struct } from '../../src/codec/struct.ts';
import { tagged, untagged } from '../../src/codec/tagged.ts';
import { union, unit, words } from '../../src/codec/union.ts';

const BYTE = { type: 'integer', format: 'uint8', minimum: 0, maximum: 255 };
const TEXT = { type: 'string' };
const NULL = { type: 'null', enum: [null] };

/** The schema of a codec, and the components that it refers to. */
function describe(codec: Pick<Codec<never>, 'schema'>, side: Side) {
  const components: Record<string, Schema> = {};
  const scope = {
    side,
    ref: (name: string, make: Describe): Schema => {
      if (!(name in components)) {
        components[name] = {};
        components[name] = make(scope);
      }
      return { $ref: name };
    },
  };
  return { schema: codec.schema(scope), components };
}

test('a field is required where it is always written, and where it must be given', () => {
  const codec = struct({
    plain: u8,
    nullable: option(u8),
    preset: defaulted(u8, 1),
    omitted: omitNull(option(u8)),
    preset2: omitDefault(u8, 1),
  });
  const nullableByte = { anyOf: [BYTE, NULL] };
  assert.deepEqual(describe(codec, 'written').schema, {
    type: 'object',
    properties: {
      plain: BYTE,
      nullable: nullableByte,
      preset: BYTE,
      omitted: BYTE,
      preset2: BYTE,
    },
    required: ['plain', 'nullable', 'preset'],
  });
  const { properties, required } = describe(codec, 'accepted').schema;
  assert.deepEqual(required, ['plain']);
  assert.deepEqual((properties as Schema).omitted, nullableByte);
});

test('a named struct is a component; its description is part of it, that of a field is not', () => {
  const Inner = documented(struct('Inner', { value: u8 }), 'A value.');
  const codec = struct({ inner: described(Inner, 'The inner one.') });
  const { schema, components } = describe(codec, 'written');
  assert.deepEqual(schema.properties, { inner: { $ref: 'Inner', description: 'The inner one.' } });
  assert.deepEqual(components, {
    Inner: {
      description: 'A value.',
      type: 'object',
      properties: { value: BYTE },
      required: ['value'],
    },
  });
});

test('a deprecated field says so', () => {
  const { schema } = describe(deprecated(u8, 'Always 0.'), 'written');
  assert.deepEqual(schema, { ...BYTE, deprecated: true, description: 'Always 0.' });
});

test('a union is closed: words, and objects with one key', () => {
  const codec = union('Shape', { Point: unit, Circle: struct({ radius: u8 }) });
  assert.deepEqual(describe(codec, 'written').components, {
    Shape: {
      oneOf: [
        { type: 'string', enum: ['Point'] },
        {
          type: 'object',
          properties: {
            Circle: { type: 'object', properties: { radius: BYTE }, required: ['radius'] },
          },
          required: ['Circle'],
          additionalProperties: false,
        },
      ],
    },
  });
});

test('words are one enumeration', () => {
  const { components } = describe(words('Mode', ['Fast', 'Slow'], { Fast: 'fast' }), 'written');
  assert.deepEqual(components, { Mode: { type: 'string', enum: ['fast', 'Slow'] } });
});

test('a tagged union has its tag in each variant, an untagged one is any of its forms', () => {
  const tag = (word: string) => ({ type: 'string', enum: [word] });
  const Tagged = tagged('Event', 'type', { Start: unit, Stop: { reason: string } });
  assert.deepEqual(describe(Tagged, 'written').components, {
    Event: {
      oneOf: [
        { type: 'object', properties: { type: tag('start') }, required: ['type'] },
        {
          type: 'object',
          properties: { type: tag('stop'), reason: TEXT },
          required: ['type', 'reason'],
        },
      ],
    },
  });
  const Untagged = untagged('Id', { Number: u8, Text: string });
  assert.deepEqual(describe(Untagged, 'written').components, { Id: { anyOf: [BYTE, TEXT] } });
});

test('a flattened part is described next to the fields', () => {
  const codec = struct({ own: u8, part: flatten(struct({ other: string })) });
  const object = (key: string, schema: Schema) => ({
    type: 'object',
    properties: { [key]: schema },
    required: [key],
  });
  assert.deepEqual(describe(codec, 'accepted').schema, {
    allOf: [object('other', TEXT), object('own', BYTE)],
  });
});

test('a name for a codec of any kind, and a type within itself', () => {
  assert.deepEqual(describe(named('Byte', u8), 'written').components, { Byte: BYTE });
  const Tree: Codec<{ readonly children: unknown }> = documented(
    struct('Tree', { children: vec(recursive<unknown>(() => Tree as Codec<unknown>)) }),
    'A tree.',
  );
  const { components } = describe(Tree, 'written');
  assert.deepEqual(components, {
    Tree: {
      description: 'A tree.',
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: 'Tree' } } },
      required: ['children'],
    },
  });
});
