// Checks that a response of a running node fits the schema of its method, so that every test that
// asks a node also tests the schemas. The document is read when it is first needed.

import { readOurDocument } from '../schema/support/documents.ts';
import { findMismatch } from '../schema/support/matchSchema.ts';
import { type OpenApiDocument, responseOf } from '../schema/support/schemaDocument.ts';

let document: OpenApiDocument | null = null;

/** @param response the whole envelope, whose id is a string */
export function checkResponse(method: string, response: unknown): void {
  document ??= readOurDocument();
  const path = `/${method}`;
  if (document.paths[path] === undefined) return;
  const mismatch = findMismatch(document, responseOf(document, path), response);
  if (mismatch === null) return;
  throw new Error(`a response of ${method} does not fit its schema at ${mismatch}`);
}
