// The documents under test, and the document of the reference's release 2.14 (its structure only,
// rebuilt from the types of its crates).

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readText, repositoryPath } from '../../support/repository.ts';
import type { OpenApiDocument } from './schemaDocument.ts';

export function readOfficialText(): string {
  const path = repositoryPath('test', 'schema', 'data', 'openapi-2.14.json.gz');
  return gunzipSync(readFileSync(path)).toString('utf8');
}

export function readOfficialDocument(): OpenApiDocument {
  return JSON.parse(readOfficialText());
}

export function readOurText(): string {
  return readText('schema/openapi.json');
}

export function readOurDocument(): OpenApiDocument {
  return JSON.parse(readOurText());
}
