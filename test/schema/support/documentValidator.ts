// Validates requests and responses against the schemas of our OpenAPI document with a validator
// library. A schema is compiled when it is first used.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readOurDocument } from './documents.ts';
import { type OpenApiDocument, requestOf, responseOf } from './schemaDocument.ts';

/** Formats that only name a type; the bounds next to them are what is checked. */
const FORMATS = [
  'byte',
  'bytes',
  'date-time',
  'double',
  'int32',
  'int64',
  'uint',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
];
const DOCUMENT = 'openapi.json';

export class DocumentValidator {
  readonly document: OpenApiDocument = readOurDocument();
  readonly #ajv = new Ajv2020({
    allowUnionTypes: true,
    formats: Object.fromEntries(FORMATS.map((name) => [name, true])),
    keywords: ['components'],
  });

  constructor() {
    const { components } = this.document;
    this.#ajv.addSchema({ components }, DOCUMENT);
  }

  hasMethod(name: string): boolean {
    return `/${name}` in this.document.paths;
  }

  responseValidator(method: string): ValidateFunction {
    return this.#compile(responseOf(this.document, `/${method}`).$ref);
  }

  requestValidator(method: string): ValidateFunction {
    return this.#compile(requestOf(this.document, `/${method}`).$ref);
  }

  /** What is wrong with a value, or null if it is valid. */
  findFault(validate: ValidateFunction, value: unknown): string | null {
    return validate(value) ? null : this.#ajv.errorsText(validate.errors, { dataVar: '' });
  }

  #compile(reference: unknown): ValidateFunction {
    const validate = this.#ajv.getSchema(`${DOCUMENT}${reference}`);
    if (validate === undefined) throw new Error(`the document has no ${reference}`);
    return validate;
  }
}
