// perigee_set_protocol.

import { u32, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { height } from '../../types/primitives.ts';
import { defineControl } from '../controls/control.ts';
import { protocolVersion } from '../params/controlParams.ts';
import { exact } from '../params/params.ts';

export const setProtocol = defineControl({
  name: 'perigee_set_protocol',
  summary:
    'Upgrades the chain to a protocol version, by one version per epoch: from now on its blocks ' +
    'vote for it, also after a restart. The version that the chain has ends an upgrade that has ' +
    'not begun. `perigee_mine` with `epochs` goes on to the epochs with the new versions.',
  params: exact('PerigeeSetProtocolRequest', { version: protocolVersion }),
  result: struct('PerigeeSetProtocolResponse', {
    steps: vec(struct('PerigeeProtocolStep', { version: u32, height })),
  }),
  returns:
    '`steps`: each `version` on the way, and the `height` at which the first epoch with it ' +
    'begins if no heights are skipped. The votes of an epoch decide about the second epoch ' +
    'after it.',
  action: (params) => ({ kind: 'setProtocol', ...params }),
});
