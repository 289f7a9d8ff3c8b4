// The functions that were active when a contract failed, innermost first; those with a file of the
// project are bold.

import type { TraceFailure } from '../../chain/trace.ts';

type Frame = NonNullable<TraceFailure['stack']>[number];

/** Paths of libraries, which one rarely wants to read. */
const LIBRARY = /\/(\.cargo|rustc|rustlib|registry|node_modules|~lib)\//;
const FRAMES_MAX = 40;

export function StackFrames({ stack }: { stack: readonly Frame[] }) {
  return (
    <ol class="frames" aria-label="Stack, innermost first">
      {stack.slice(0, FRAMES_MAX).map((frame, at) => (
        <li key={at} class={isOwn(frame) ? 'own' : ''}>
          <span class="n">{at}</span>
          <span class="fn">
            <bdi>{frame.function}</bdi>
            {frame.inlined && <span class="faint"> inlined</span>}
          </span>
          {frame.file !== undefined && (
            <span class="at" title={frame.file}>
              {placeOf(frame)}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function isOwn({ file }: Frame): boolean {
  return file !== undefined && !LIBRARY.test(file);
}

/** The last parts of the path, and the line. */
export function placeOf({ file = '', line }: Frame): string {
  const short = file.split('/').slice(-2).join('/');
  return line === undefined ? short : `${short}:${line}`;
}

/** Where the project's own code was; null if no frame has a file. */
export function findPlace(failure: TraceFailure | null): string | null {
  const stack = failure?.stack ?? [];
  const frame = stack.find(isOwn) ?? stack.find(({ file }) => file !== undefined);
  return frame === undefined ? null : placeOf(frame);
}
