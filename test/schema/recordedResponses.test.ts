// Every recorded response is valid under the schema of its method, and the schemas are tight: each
// small change to a response (test/schema/support/mutants.ts) is rejected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentValidator } from './support/documentValidator.ts';
import { findMismatch } from './support/matchSchema.ts';
import { type Container, type Mutant, MutantMaker } from './support/mutants.ts';
import {
  listChainResponses,
  listTourResponses,
  type RecordedResponse,
} from './support/recordedResponses.ts';
import { responseOf } from './support/schemaDocument.ts';

const validator = new DocumentValidator();
const { document } = validator;

/** Fields of our own that the recorded node did not have. */
const GENESIS_FIELDS = {
  avg_hidden_validator_seats_per_shard: [0],
  num_block_producer_seats_per_shard: [50],
  num_chunk_only_producer_seats: 0,
};

/** Optional fields that all recorded responses have, and when they are missing. */
const NEVER_MISSING: Readonly<Record<string, string>> = {
  'RpcStatusResponse.rpc_addr': 'the node serves no RPC itself',
  'ViewStateResult.proof': 'no proof was requested',
  'chunk.result.receipts[].receipt.GlobalContractDistribution.nonce': 'older receipts have none',
};

/** Fields that only one of two described shapes has: without it, a response has the other shape. */
const ONE_SHAPE = ['EXPERIMENTAL_tx_status', 'tx_status'].map(
  (method) => `${method}.result.receipts dropped`,
);

/** The recorded responses of described methods; an id of another type than string is replaced. */
function listResponses(): RecordedResponse[] {
  const all = [...listTourResponses(), ...listChainResponses()];
  const described = all.filter(({ method }) => validator.hasMethod(method));
  return described.map(({ source, method, response }) => {
    const isConfig = method.endsWith('genesis_config') && 'result' in response;
    const result = isConfig && { result: { ...(response.result as object), ...GENESIS_FIELDS } };
    const id = typeof response.id === 'string' ? response.id : 'replaced';
    return { source, method, response: { ...response, ...(result || {}), id } };
  });
}

const responses = listResponses();

/** With all of them in the message. */
function assertNone(found: readonly string[]): void {
  assert.equal(found.length, 0, `\n${found.join('\n')}`);
}

test('every recorded response is valid', () => {
  const faults = responses.flatMap(({ source, method, response }) => {
    const fault = validator.findFault(validator.responseValidator(method), response);
    return fault === null ? [] : [`${source}: ${fault}`];
  });
  assertNone(faults);
});

/** The responses with something that no response before them has. */
function listDifferent(all: readonly RecordedResponse[]): RecordedResponse[] {
  const shapes = new Set<string>();
  return all.filter(({ method, response }) => {
    const count = shapes.size;
    addShapes(response, method, shapes);
    return shapes.size > count;
  });
}

/** The keys of all objects in a value and the types of its other parts, with their paths. */
function addShapes(value: unknown, path: string, shapes: Set<string>): void {
  if (typeof value !== 'object' || value === null) {
    shapes.add(`${path} ${value === null ? 'null' : typeof value}`);
    return;
  }
  const isArray = Array.isArray(value);
  shapes.add(`${path} ${isArray ? '[]' : Object.keys(value)}`);
  for (const [key, item] of Object.entries(value)) {
    addShapes(item, `${path}.${isArray ? '' : key}`, shapes);
  }
}

interface Findings {
  readonly counts: { mutants: number };
  readonly survivors: string[];
  readonly disagreements: string[];
  readonly undescribed: Set<string>;
  readonly free: Set<string>;
  /** Optional fields, and whether one was ever missing. */
  readonly optional: Map<string, boolean>;
}

function findMutants(): Findings {
  const findings: Findings = {
    counts: { mutants: 0 },
    survivors: [],
    disagreements: [],
    undescribed: new Set(),
    free: new Set(),
    optional: new Map(),
  };
  const known = new Set<string>();
  for (const { method, response } of listDifferent(responses)) {
    const validate = validator.responseValidator(method);
    const schema = responseOf(document, `/${method}`);
    const run = ({ name, apply, undo }: Mutant) => {
      if (known.has(name)) return;
      known.add(name);
      findings.counts.mutants++;
      apply();
      const isValid = validate(response);
      const isMatch = findMismatch(document, schema, response) === null;
      undo();
      if (isValid) findings.survivors.push(name);
      if (isValid !== isMatch) findings.disagreements.push(name);
    };
    const maker = new MutantMaker(document, {
      mutant: run,
      undescribed: (place) => findings.undescribed.add(place),
      free: (place) => findings.free.add(place),
      optional: (field, isPresent) => {
        findings.optional.set(field, (findings.optional.get(field) ?? false) || !isPresent);
      },
    });
    maker.walk(schema, response as Container, method);
  }
  return findings;
}

test('changed responses are rejected', async (suite) => {
  const findings = findMutants();
  suite.diagnostic(`${findings.counts.mutants} changes`);
  await suite.test('all of them', () => {
    assert.deepEqual(findings.survivors.sort(), ONE_SHAPE);
  });
  await suite.test('every key is described', () => {
    assertNone([...findings.undescribed]);
  });
  await suite.test('only the data of errors is left open', () => {
    assertNone([...findings.free].filter((place) => !place.endsWith('.error.data')));
  });
  await suite.test('a field is optional because it may be missing', () => {
    const alwaysThere = [...findings.optional].filter(([, wasMissing]) => !wasMissing);
    assert.deepEqual(alwaysThere.map(([field]) => field).sort(), Object.keys(NEVER_MISSING).sort());
  });
  await suite.test('the check of running tests agrees with the validator', () => {
    assertNone(findings.disagreements);
  });
});
