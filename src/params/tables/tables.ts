// All tables of the protocol with the values of version 84, the oldest that is executed.

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
import { features } from './features.ts';
import { formats } from './formats.ts';
import { limits, wasmCosts } from './limits.ts';
import { vmFlags } from './vmFlags.ts';

export const TABLES = {
  features,
  vm: vmFlags,
  formats,
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
};

export type ProtocolTables = typeof TABLES;
