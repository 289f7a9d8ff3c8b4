// The parameters of execution for a protocol version, as one frozen value.
// The tables next to this file hold the numbers; the reference reads them from
// `core/parameters/res/runtime_configs`. Only protocol 87 is executed.

import { assert } from '../base/assert.ts';
import { actionFees } from './actionFees.ts';
import { bandwidth, congestion, witness } from './congestion.ts';
import {
  accountCreation,
  economics,
  globalContractDistribution,
  signatureVerification,
  storage,
} from './economics.ts';
import { extCosts } from './extCosts.ts';
import { formatsAt } from './formats.ts';
import { freezeDeep } from './freezeDeep.ts';
import { limits, wasmCosts } from './limits.ts';
import { PROTOCOL_VERSION } from './protocolVersion.ts';

const CONFIG = freezeDeep({
  protocolVersion: PROTOCOL_VERSION,
  actionFees,
  extCosts,
  wasmCosts,
  limits,
  congestion,
  witness,
  bandwidth,
  storage,
  economics,
  accountCreation,
  globalContractDistribution,
  signatureVerification,
  formats: formatsAt(PROTOCOL_VERSION),
});

export type RuntimeConfig = typeof CONFIG;

export function runtimeConfig(protocolVersion: number): RuntimeConfig {
  assert(protocolVersion === PROTOCOL_VERSION, `no parameters for protocol ${protocolVersion}`);
  return CONFIG;
}
