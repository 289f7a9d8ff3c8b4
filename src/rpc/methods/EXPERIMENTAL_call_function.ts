// EXPERIMENTAL_call_function.

import { callFunction } from '../views/callFunction.ts';
import { defineViewMethod } from '../views/viewMethod.ts';

export const callFunctionMethod = defineViewMethod({
  name: 'EXPERIMENTAL_call_function',
  requestName: 'RpcCallFunctionRequest',
  summary: 'Calls a view method of a contract.',
  view: callFunction,
});
