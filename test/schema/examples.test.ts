// The examples in schema/examples.json are what the documents say: each request and each response
// is valid under the schema of its method, and an error that has an example is a declared one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Example, requestOf, responseOf } from '../../src/rpc/description/examples.ts';
import { CALLER_ERRORS, REQUEST_ERRORS } from '../../src/rpc/messages/errors.ts';
import { readText } from '../support/repository.ts';
import { DocumentValidator } from './support/documentValidator.ts';

/** Long integers lose digits, which does not matter for their type. */
const examples: readonly Example[] = JSON.parse(readText('schema/examples.json'));
const validator = new DocumentValidator();

function isOfMethod({ error }: Example): boolean {
  return error?.name !== 'REQUEST_VALIDATION_ERROR';
}

test('every example of a method is valid', () => {
  const faults = examples.filter(isOfMethod).flatMap((example) => {
    const { method, about, rootResult } = example;
    const request = validator.requestValidator(method);
    const response = validator.responseValidator(method);
    const atRoot = rootResult === undefined ? [] : [{ ...example, result: rootResult }];
    return [
      validator.findFault(request, requestOf(example, method)),
      ...[example, ...atRoot].map((each) => validator.findFault(response, responseOf(each))),
    ].flatMap((fault) => (fault === null ? [] : [`${method} (${about}): ${fault}`]));
  });
  assert.deepEqual(faults, []);
});

test('examples of refused requests have known causes', () => {
  const known = [...Object.keys(REQUEST_ERRORS), ...Object.keys(CALLER_ERRORS)];
  const causes = examples
    .filter((example) => !isOfMethod(example))
    .map(({ error }) => error?.cause.name);
  assert.deepEqual(
    causes.filter((cause) => !known.includes(`${cause}`)),
    [],
  );
  assert.deepEqual(new Set(causes).size, 4);
});
