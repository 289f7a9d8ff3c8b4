// How many connections a process can have beside its other files. A process that opens more files
// than the system allows cannot open any: not its checkpoint, nor a contract. So connections leave
// some for everything else.

import { readFileSync } from 'node:fs';
import type { HttpLimits } from '../httpContext.ts';

type ConnectionLimits = Pick<HttpLimits, 'connectionsMax'>;

/** A node uses about 35 when it is idle, and opens some files for a short time. */
const RESERVED = 120;

/** Those that the system allows this process; null where it has no such limit. */
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

/** Other systems than Linux. */
function findReportedLimit(): number | null {
  const { userLimits } = process.report.getReport() as ReportedLimits;
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isSafeInteger(soft) ? soft : null;
}

/** The limits with as many connections as there are descriptors for; one at least. */
export function limitConnections<L extends ConnectionLimits>(
  limits: L,
  descriptors: number | null = readDescriptorLimit(),
): L {
  if (descriptors === null) return limits;
  const most = Math.max(1, descriptors - RESERVED);
  return most >= limits.connectionsMax ? limits : { ...limits, connectionsMax: most };
}

/** What an operator should know, or null. */
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
