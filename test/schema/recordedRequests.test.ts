// What the schemas of requests accept: every recorded request that was answered is valid, unless it
// uses a form that the document leaves to its prose, and no recorded request that could not be
// parsed is valid.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RecordedRequest, readRecordedRequests } from '../rpc/support/recordedRequests.ts';
import { DocumentValidator } from './support/documentValidator.ts';

const validator = new DocumentValidator();

/** Answered requests that are not described, by label, and why. */
const UNDESCRIBED: readonly { readonly label: RegExp; readonly why: string }[] = [
  { label: / empty object$/, why: 'params that are ignored are described as null' },
];
/** Requests that could not be parsed although they are valid. */
const UNPARSED: readonly { readonly label: RegExp; readonly why: string }[] = [
  { label: / (bad|short) base64$/, why: 'the bytes in a text are not described' },
  { label: /^query view_access_key bad$/, why: 'the bytes in a key are not described' },
];

interface Request {
  readonly method: string;
  readonly params: unknown;
}

/** Whole requests with named params, as the document describes them. */
function readRequest({ body }: RecordedRequest): Request | null {
  if (body?.startsWith('{"jsonrpc":"2.0","id":"dontcare",') !== true) return null;
  const request = JSON.parse(body) as Request;
  const isNamed = 'params' in request && !Array.isArray(request.params);
  return isNamed && validator.hasMethod(request.method) ? request : null;
}

const requests = readRecordedRequests().flatMap((recorded) => {
  const request = readRequest(recorded);
  const { number, label, response } = recorded;
  if (request === null || response.includes('"METHOD_NOT_FOUND"')) return [];
  const isParsed = !response.includes('"PARSE_ERROR"');
  return [{ label, name: `${number} ${label}`, request, isParsed }];
});

/** The names of the requests whose validity is not as expected, except for those of a table. */
function listWrong(areParsed: boolean, exceptions: typeof UNPARSED): string[] {
  return requests.flatMap(({ name, label, request, isParsed }) => {
    if (isParsed !== areParsed) return [];
    const validate = validator.requestValidator(request.method);
    const fault = validator.findFault(validate, request);
    const isExpected = (fault === null) === areParsed;
    if (isExpected || exceptions.some((row) => row.label.test(label))) return [];
    return [`${name}: ${fault}`];
  });
}

test('requests that were answered are valid', () => {
  assert.deepEqual(listWrong(true, UNDESCRIBED), []);
});

test('requests that could not be parsed are invalid', () => {
  assert.deepEqual(listWrong(false, UNPARSED), []);
});
