// EXPERIMENTAL_view_state.

import { defineViewMethod } from '../views/viewMethod.ts';
import { viewState } from '../views/viewState.ts';

export const viewStateMethod = defineViewMethod({
  name: 'EXPERIMENTAL_view_state',
  requestName: 'RpcViewStateRequest',
  summary: 'What a contract stores, by a prefix of its keys.',
  view: viewState,
});
