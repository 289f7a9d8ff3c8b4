// The declarations that `openapi-typescript` makes of a document.

import openapiTS, { astToString } from 'openapi-typescript';

export async function generateTypes(documentText: string): Promise<string> {
  return astToString(await openapiTS(JSON.parse(documentText)));
}
