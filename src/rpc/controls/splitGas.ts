// The parts of the gas that an execution burnt, from its gas profile.

import type { ExecutionMetadata, ExecutionOutcome, GasProfile } from '../../types/outcome.ts';
import type { GasParts } from '../core/gasReportView.ts';

export function splitGas({ gasBurnt, metadata }: ExecutionOutcome): GasParts {
  const profile = profileOf(metadata);
  const wasm = profile?.wasm ?? 0n;
  const hostFunctions = profile?.ext.reduce((sum, cost) => sum + cost, 0n) ?? 0n;
  return { wasm, hostFunctions, actions: gasBurnt - wasm - hostFunctions };
}

function profileOf(metadata: ExecutionMetadata): GasProfile | null {
  switch (metadata.kind) {
    case 'V1':
      return null;
    case 'V4':
      return metadata.value.profile;
    default:
      return metadata.value;
  }
}
