// The sender of a request, as far as its connection and headers show.

/** How far a client is trusted with controls. */
export type Trust =
  /** It sent the token, or is the node's own page in a browser on this machine. */
  | { readonly kind: 'proven' }
  /** A program on this machine. */
  | { readonly kind: 'local' }
  /** It uses the loopback interface but does not count as local; `sign` completes a sentence. */
  | { readonly kind: 'foreign'; readonly sign: string }
  /** The node has a token, and the client did not send it. */
  | { readonly kind: 'tokenMissing' }
  /** A client on another machine. */
  | { readonly kind: 'remote' };

export interface HttpClient {
  /** Called only when needed: inspecting the peer process may take a while. */
  readonly findTrust: () => Promise<Trust>;
  /** The address for rate limits; absent for programs on this machine. */
  readonly source?: string;
  /** Calls back when its connection has closed; the returned function unsubscribes. */
  readonly onGone?: (listener: () => void) => () => void;
  /** Charges the client for the further requests in a batch. */
  readonly spend?: (requests: number) => void;
}
