// The schemas of errors. The names of components follow the reference's own description.

import { oneOf, type Schema, wordsSchema } from '../../codec/schema.ts';
import {
  CALLER_ERRORS,
  type ErrorMaker,
  type ErrorSet,
  REQUEST_ERRORS,
  SET_NAME,
  VERIFICATION_ERRORS,
} from '../messages/errors.ts';
import type { Describer } from './components.ts';

/** The errors of requests that reached no method. */
function describeRefusals(describer: Describer): Schema {
  return describeKinds('RpcRequestValidationErrorKind', REQUEST_ERRORS, describer);
}

/** A response to a caller without access, or that has to wait. */
export function describeCallerRefusal(describer: Describer): Schema {
  const cause = describeKinds('RpcCallerErrorKind', CALLER_ERRORS, describer);
  return describer.add('JsonRpcRefusal', {
    type: 'object',
    properties: {
      id: { type: 'string' },
      jsonrpc: { type: 'string' },
      error: describeClass('REQUEST_VALIDATION_ERROR', cause),
    },
    required: ['id', 'jsonrpc', 'error'],
  });
}

type Kinds = Readonly<Record<string, Pick<ErrorMaker<never>, 'when' | 'infoSchema'>>>;

function describeKinds(name: string, kinds: Kinds, describer: Describer): Schema {
  const causes = Object.entries(kinds).map(([kind, error]) =>
    describeMaker(kind, error, describer),
  );
  return describer.add(name, oneOf(causes));
}

/** The errors of a method. */
export function describeErrorSet(errors: ErrorSet, describer: Describer): Schema {
  return describeKinds(errors[SET_NAME], errors as unknown as Kinds, describer);
}

/** The error object of a response. */
export function describeErrorWrapper(errors: ErrorSet, describer: Describer): Schema {
  const internal = describeMaker('INTERNAL_ERROR', errors.INTERNAL_ERROR, describer);
  const unverified = describeKinds('RpcVerificationError', VERIFICATION_ERRORS, describer);
  return describer.add(`ErrorWrapper_for_${errors[SET_NAME]}`, {
    oneOf: [
      describeClass('REQUEST_VALIDATION_ERROR', describeRefusals(describer)),
      describeClass('HANDLER_ERROR', { anyOf: [describeErrorSet(errors, describer), unverified] }),
      describeClass('INTERNAL_ERROR', describer.add('InternalError', internal)),
    ],
  });
}

function describeClass(name: string, cause: Schema): Schema {
  return {
    type: 'object',
    properties: { name: wordsSchema([name]), cause, ...OLDER_FIELDS },
    required: ['name', 'cause', ...Object.keys(OLDER_FIELDS)],
  };
}

/** The fields of JSON-RPC, which clients used before errors had a name and a cause. */
const OLDER_FIELDS: Readonly<Record<string, Schema>> = {
  code: { type: 'integer', format: 'int32' },
  message: { type: 'string' },
  data: { anyOf: [{ type: 'string' }, { type: 'object' }] },
};

function describeMaker(name: string, maker: Kinds[string], describer: Describer): Schema {
  const info = maker.infoSchema === null ? null : describer.written(maker.infoSchema);
  return { ...describeCause(name, info), description: maker.when };
}

function describeCause(name: string, info: Schema | null): Schema {
  return {
    type: 'object',
    properties: { name: wordsSchema([name]), ...(info !== null && { info }) },
    required: info === null ? ['name'] : ['name', 'info'],
  };
}
