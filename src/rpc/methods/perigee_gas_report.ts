// perigee_gas_report.

import { named } from '../../codec/codec.ts';
import { controlErrors, controlsOf } from '../controls/control.ts';
import { GasReportView } from '../core/gasReportView.ts';
import { defineMethod } from '../core/method.ts';
import { noParams } from '../params/params.ts';

export const gasReport = defineMethod({
  name: 'perigee_gas_report',
  summary: 'The gas that contract functions have burnt since the node started.',
  isControl: true,
  params: named('PerigeeGasReportRequest', noParams),
  result: GasReportView,
  returns:
    '`rows`, one for each function of each contract, most expensive first; `parts` add up to the ' +
    "row's `total`. The overall `total` includes every receipt of every transaction.",
  errors: controlErrors,
  handle: (context) => controlsOf(context).gasReport(),
});
