// perigee_gas_report.

import { controlErrors, controlsOf } from '../controls/control.ts';
import { GasReportView } from '../controls/gasReportView.ts';
import { defineMethod } from '../core/method.ts';
import { ignored } from '../params/params.ts';

export const gasReport = defineMethod({
  name: 'perigee_gas_report',
  summary: 'What the functions of contracts have burnt since the node started.',
  isControl: true,
  params: ignored,
  result: GasReportView,
  returns:
    'One of `rows` for each function of each contract, the most expensive first; `parts` add up ' +
    'to its `total`. The `total` of all counts every receipt of every transaction.',
  errors: controlErrors,
  handle: (context) => controlsOf(context).gasReport(),
});
