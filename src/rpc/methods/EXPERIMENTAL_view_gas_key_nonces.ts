// EXPERIMENTAL_view_gas_key_nonces.

import { viewGasKeyNonces } from '../views/viewAccessKey.ts';
import { defineViewMethod } from '../views/viewMethod.ts';

export const viewGasKeyNoncesMethod = defineViewMethod({
  name: 'EXPERIMENTAL_view_gas_key_nonces',
  requestName: 'RpcViewGasKeyNoncesRequest',
  summary: 'The nonces of a gas key.',
  view: viewGasKeyNonces,
});
