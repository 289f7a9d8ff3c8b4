// The comparison of documents finds what it has to find: the official document equals itself, and
// each kind of change to one of its components is reported with its path.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareComponents } from './support/compareComponents.ts';
import { readOfficialDocument } from './support/documents.ts';
import type { OpenApiDocument, Schema } from './support/schemaDocument.ts';

const official = readOfficialDocument();

/** The official document with some components replaced. */
function change(changes: Readonly<Record<string, unknown>>): OpenApiDocument {
  const schemas = { ...official.components.schemas, ...changes } as Record<string, Schema>;
  return { ...official, components: { schemas } };
}

const string = { type: 'string' };
const gasPrice = { $ref: '#/components/schemas/NearToken' };

const CHANGES: readonly { change: Readonly<Record<string, unknown>>; found: string[] }[] = [
  {
    change: { RpcGasPriceResponse: { type: 'object', properties: {} } },
    found: ['RpcGasPriceResponse.gas_price: missing'],
  },
  {
    change: { RpcGasPriceResponse: { type: 'object', properties: { gas_price: gasPrice } } },
    found: ['RpcGasPriceResponse.gas_price: not required'],
  },
  {
    change: {
      RpcGasPriceResponse: {
        type: 'object',
        properties: { gas_price: gasPrice, unit: string },
        required: ['gas_price'],
      },
    },
    found: ['RpcGasPriceResponse.unit: added'],
  },
  {
    change: {
      RpcGasPriceResponse: {
        type: 'object',
        properties: { gas_price: { type: 'boolean' } },
        required: ['gas_price'],
      },
    },
    found: [
      'RpcGasPriceResponse.gas_price: lacks string',
      'RpcGasPriceResponse.gas_price: adds boolean',
    ],
  },
  {
    change: {
      RpcGasPriceRequest: {
        type: 'object',
        properties: { block_id: { $ref: '#/components/schemas/BlockId' } },
        required: ['block_id'],
      },
    },
    found: ['RpcGasPriceRequest.block_id: required', 'RpcGasPriceRequest.block_id: lacks null'],
  },
  {
    change: { TxExecutionStatus: { type: 'string', enum: ['NONE', 'INCLUDED'] } },
    found: ['EXECUTED_OPTIMISTIC', 'INCLUDED_FINAL', 'EXECUTED', 'FINAL'].map(
      (word) => `TxExecutionStatus: lacks "${word}"`,
    ),
  },
];

test('the official document equals itself', () => {
  assert.deepEqual(compareComponents(official, official), { missing: [], differences: [] });
});

test('other spellings of the same schema are equal', () => {
  const { missing, differences } = compareComponents(
    official,
    change({
      // Null as a type, a constant for a single word, and a reference written out.
      RpcGasPriceRequest: {
        type: 'object',
        properties: {
          block_id: { type: ['string', 'integer', 'null'], format: 'uint64', minimum: 0 },
        },
      },
      NonceMode: { oneOf: [{ const: 'monotonic' }, { const: 'strict' }] },
      RpcGasPriceResponse: {
        type: 'object',
        properties: { gas_price: { ...string, pattern: '^[0-9]+$' } },
        required: ['gas_price'],
        additionalProperties: false,
      },
    }),
  );
  assert.deepEqual({ missing, differences }, { missing: [], differences: [] });
});

test('a change is found', () => {
  for (const { change: changes, found } of CHANGES) {
    const { differences } = compareComponents(official, change(changes));
    assert.deepEqual(differences, found);
  }
});

test('a missing component and a missing variant are found', () => {
  const { ActionErrorKind } = official.components.schemas;
  const variants = (ActionErrorKind as { oneOf: Schema[] }).oneOf;
  const { NonceMode: _, ...schemas } = official.components.schemas;
  const ours = {
    ...official,
    components: { schemas: { ...schemas, ActionErrorKind: { oneOf: variants.slice(1) } } },
  };
  const { missing, differences } = compareComponents(official, ours);
  assert.deepEqual(missing, ['NonceMode']);
  assert.deepEqual(differences, ['ActionErrorKind: lacks {AccountAlreadyExists}']);
});
