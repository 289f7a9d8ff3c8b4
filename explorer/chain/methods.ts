// The methods that the node describes.

import { listForms, type ParamForm, type Schema } from '../format/paramForms.ts';
import { NodeUnreachable, tokenHeader } from './node.ts';

export interface MethodInfo {
  readonly name: string;
  readonly summary: string;
  readonly isDeprecated: boolean;
  readonly forms: readonly ParamForm[];
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly summary: string;
          readonly deprecated?: boolean;
          readonly requestBody: {
            readonly content: Readonly<
              Record<
                string,
                { readonly schema: { readonly properties: { readonly params: Schema } } }
              >
            >;
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
  const { paths } = (await response.json()) as OpenApi;
  return Object.entries(paths).map(([path, { post }]) => {
    const schema = post.requestBody.content['application/json']?.schema.properties.params ?? {};
    const { summary, deprecated = false } = post;
    return { name: path.slice(1), summary, isDeprecated: deprecated, forms: listForms(schema) };
  });
}
