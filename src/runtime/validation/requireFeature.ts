// Features that some protocol versions do not have yet.

import type { Protocol } from '../../params/protocol.ts';
import type { Features } from '../../params/tables/features.ts';
import type { ActionsValidationError } from '../../types/transactionErrors.ts';

/** The error for using a feature that the protocol does not have, or null if it has it. */
export function requireFeature(
  { features, version }: Protocol,
  name: keyof Features,
): ActionsValidationError | null {
  if (features[name]) return null;
  const protocolFeature = name.charAt(0).toUpperCase() + name.slice(1);
  return { kind: 'UnsupportedProtocolFeature', value: { protocolFeature, version } };
}
