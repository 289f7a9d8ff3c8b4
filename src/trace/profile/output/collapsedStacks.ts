// A profile as collapsed stacks: a line for each node, with the frames from the outermost on, and
// the gas that it burnt itself. Many tools make flame graphs of them. Bounds: a line shows the
// innermost frames of a deep recursion.

import { escapeText } from '../../text/styles.ts';
import { visitProfile } from '../flatProfile.ts';
import type { TransactionProfile } from '../transactionProfile.ts';

const FRAMES_MAX = 500;

export function formatCollapsed({ frames, nodes }: TransactionProfile): string {
  const names = frames.map(({ name }) => escapeText(name).replaceAll(';', ':'));
  const lines: string[] = [];
  const stack: string[] = [];
  visitProfile(nodes, {
    enter: (index) => {
      const { frame, gas } = nodes[index]!;
      stack.push(names[frame]!);
      if (gas > 0) lines.push(`${stack.slice(-FRAMES_MAX).join(';')} ${gas}\n`);
    },
    leave: () => stack.pop(),
  });
  return lines.join('');
}
