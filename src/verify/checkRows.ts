// Checks the rows of a store one by one in its files: the faults that the engine finds, and the
// hash of rows that are keyed by it.

import { bytesToHex } from '../base/bytes/bytes.ts';
import { verifyRow } from '../cluster/verifyRow.ts';
import { columnName } from '../store/column.ts';
import type { InspectedRow, InspectionFault, StoreInspection } from '../store/storeEngine.ts';
import type { StoreFaults } from './storeFaults.ts';

/** Yields the intact rows. */
export function* checkRows(
  inspection: StoreInspection,
  faults: StoreFaults,
): Generator<InspectedRow> {
  for (const row of inspection.rows((fault) => addFault(faults, fault))) {
    if (isGenuine(row)) yield row;
    else faults.addRow('content', row);
  }
}

/** Whether the row matches the hash in its key. */
export function isGenuine({ column, key, value }: InspectedRow): boolean {
  return verifyRow(column, key, value);
}

function addFault(faults: StoreFaults, fault: InspectionFault): void {
  if (fault.kind === 'page') faults.add('page', fault.text);
  else if (fault.kind === 'row') faults.addRow('checksum', fault);
  else {
    const place = `column ${columnName(fault.number)}, row ${bytesToHex(fault.key)}`;
    faults.add('checksum', place);
  }
}
