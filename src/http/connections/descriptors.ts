// How many connections a process can have in addition to its other files. A process without free
// descriptors cannot open any file, such as a checkpoint or a contract, so connections leave some
// for everything else.

import { readFileSync } from 'node:fs';
import type { HttpLimits } from '../httpContext.ts';

type ConnectionLimits = Pick<HttpLimits, 'connectionsMax'>;

/** An idle node uses about 35, and opens some files for a short time. */
const RESERVED = 120;

/** The limit of this process; null if there is none. */
export function readDescriptorLimit(): number | null {
  return parseProcLimits() ?? findReportedLimit();
}

function parseProcLimits(): number | null {
  try {
    const text = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files +(\d+)/m.exec(text)?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}

interface ReportedLimits {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } };
}

/** Systems other than Linux. */
function findReportedLimit(): number | null {
  const { userLimits } = process.report.getReport() as ReportedLimits;
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isSafeInteger(soft) ? soft : null;
}

/** The limits with no more connections than descriptors allow, but at least one. */
export function limitConnections<L extends ConnectionLimits>(
  limits: L,
  descriptors: number | null = readDescriptorLimit(),
): L {
  if (descriptors === null) return limits;
  const most = Math.max(1, descriptors - RESERVED);
  return most >= limits.connectionsMax ? limits : { ...limits, connectionsMax: most };
}

/** A warning for the operator, or null. */
export function describeFewerConnections(
  wanted: ConnectionLimits,
  descriptors: number | null = readDescriptorLimit(),
): string | null {
  const { connectionsMax } = limitConnections(wanted, descriptors);
  if (connectionsMax === wanted.connectionsMax) return null;
  return (
    `at most ${connectionsMax} connections at once instead of ${wanted.connectionsMax}: ` +
    `the system allows this process ${descriptors} open files (ulimit -n)`
  );
}
