// The messages to and from a signature thread.

import type { PublicKey, Signature } from '../../base/crypto/keys.ts';

export interface SignatureQuestion {
  readonly id: number;
  readonly publicKey: PublicKey;
  readonly message: Uint8Array;
  readonly signature: Signature;
}

export interface SignatureAnswer {
  readonly id: number;
  readonly isValid: boolean;
  /** How long verifying took. */
  readonly durationMs: number;
}
