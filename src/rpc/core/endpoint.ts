// Where a request was sent: to the root, which behaves like the reference, or to the path of a
// method, which follows the interface description.

export type Endpoint =
  | { readonly kind: 'root' }
  /** The name is the path without its slash. */
  | { readonly kind: 'method'; readonly name: string };

export type EndpointKind = Endpoint['kind'];

export const ROOT: Endpoint = { kind: 'root' };

/** The endpoint at a path. */
export function endpointOf(path: string): Endpoint {
  return path === '/' ? ROOT : { kind: 'method', name: path.slice(1) };
}
