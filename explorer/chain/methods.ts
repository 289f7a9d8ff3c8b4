// The methods that the node describes.

import { inlineRefs, listForms, type ParamForm, type Schema } from '../format/paramForms.ts';
import { NodeUnreachable, tokenHeader } from './node.ts';

export interface MethodInfo {
  readonly name: string;
  readonly summary: string;
  readonly isDeprecated: boolean;
  readonly forms: readonly ParamForm[];
}

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post?: {
          readonly summary: string;
          readonly deprecated?: boolean;
          readonly requestBody: {
            readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
          };
        };
      }
    >
  >;
}

export async function loadMethods(): Promise<MethodInfo[]> {
  const response = await fetch('/openapi.json', { headers: tokenHeader() }).catch(() => {
    throw new NodeUnreachable();
  });
  const { paths, components } = (await response.json()) as OpenApi;
  // Requests to the root name one of these methods.
  const { '/': _root, ...methods } = paths;
  return Object.entries(methods).flatMap(([path, { post }]) => {
    if (post === undefined) return [];
    const body = post.requestBody.content['application/json']?.schema ?? {};
    const request = inlineRefs(body, components.schemas);
    const schema = request.properties?.params ?? {};
    const { summary, deprecated = false } = post;
    const name = path.slice(1);
    return [{ name, summary, isDeprecated: deprecated, forms: listForms(schema) }];
  });
}
