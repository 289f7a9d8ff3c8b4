// The file src/client/generated/effects.ts, made from the table of methods by `npm run docs`: which
// methods a client may call again.

import type { Method } from '../core/method.ts';
import { REGISTRY } from '../service/registry.ts';

export function formatMethodEffects(): string {
  const rows = [...REGISTRY].map(([name, { method }]) => `  ${name}: '${effectOf(method)}',`);
  return [
    '// What each method does besides reading. Made by `npm run docs` from the table of methods.',
    '',
    'export const EFFECTS = {',
    ...rows.sort(),
    '} as const;',
    '',
  ].join('\n');
}

function effectOf({ isSubmission, isControl }: Method): string {
  if (isSubmission === true) return 'transaction';
  return isControl === true ? 'control' : 'none';
}
