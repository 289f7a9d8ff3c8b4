// Where a request was sent: to the root, which behaves like the reference, or to the path of a
// method, which follows the interface description.

export type Endpoint =
  | { readonly kind: 'root' }
  /** The name is the path without its slash. */
  | { readonly kind: 'method'; readonly name: string };

export type EndpointKind = Endpoint['kind'];

export const ROOT: Endpoint = { kind: 'root' };

/** The endpoint at a path, which may be percent-encoded. */
export function endpointOf(path: string): Endpoint {
  if (path === '/') return ROOT;
  const name = path.slice(1);
  return { kind: 'method', name: name.includes('%') ? decodeName(name) : name };
}

/** Bytes that are not UTF-8 stay as they are; no method has such a name. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
