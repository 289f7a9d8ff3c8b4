// An OpenAPI document as tests read it: JSON Schemas with references to components. Null has two
// spellings, `nullable` in 3.0 and the type `null` since 3.1; both are understood.

export type Schema = { readonly [key: string]: unknown };

export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly requestBody: { readonly content: JsonContent };
  readonly responses: { readonly '200': { readonly content: JsonContent } };
}

type JsonContent = { readonly 'application/json': { readonly schema: Schema } };

const COMPONENTS = '#/components/schemas/';

/** The name of the component that a schema refers to, if it does nothing else. */
export function referenceOf(schema: Schema): string | null {
  const { $ref } = schema;
  return typeof $ref === 'string' ? $ref.slice(COMPONENTS.length) : null;
}

/** The paths of the methods; the root takes the requests of all of them. */
export function listMethodPaths(document: OpenApiDocument): string[] {
  return Object.keys(document.paths).filter((path) => path !== '/');
}

export function requestOf(document: OpenApiDocument, path: string): Schema {
  return document.paths[path]!.post.requestBody.content['application/json'].schema;
}

export function responseOf(document: OpenApiDocument, path: string): Schema {
  return document.paths[path]!.post.responses['200'].content['application/json'].schema;
}

/** The names of all components that can be reached from a schema. */
export function collectComponents(
  document: OpenApiDocument,
  schema: unknown,
  names: Set<string> = new Set(),
): Set<string> {
  if (typeof schema !== 'object' || schema === null) return names;
  const name = Array.isArray(schema) ? null : referenceOf(schema as Schema);
  if (name !== null && !names.has(name)) {
    names.add(name);
    collectComponents(document, document.components.schemas[name], names);
  }
  for (const part of Object.values(schema)) collectComponents(document, part, names);
  return names;
}
