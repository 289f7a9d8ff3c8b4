// Who sends a request, as far as a connection and its headers show it.

/** How far a client is trusted beyond having its requests served. */
export type Trust =
  /** It sent the token, or is one of the node's own pages in a browser on this machine. */
  | { readonly kind: 'proven' }
  /** A program on this machine. */
  | { readonly kind: 'local' }
  /** It came over the loopback interface but is not local; `sign` completes a sentence. */
  | { readonly kind: 'foreign'; readonly sign: string }
  /** There is a token, and the client did not send it. */
  | { readonly kind: 'tokenMissing' }
  /** A client on another machine. */
  | { readonly kind: 'remote' };

export interface HttpClient {
  /** Called only when it matters: inspecting the process at the other end may take a while. */
  readonly findTrust: () => Promise<Trust>;
  /** The address that requests are counted under; absent for programs on this machine. */
  readonly source?: string;
  /** Charges the client for requests beyond the first that came as one. */
  readonly spend?: (requests: number) => void;
}
