// A result of the node, or why there is none yet.

import type { ComponentChildren } from 'preact';
import { NodeRefusal, NodeUnreachable } from '../../chain/node.ts';
import type { Loaded } from '../../chain/useLoaded.ts';
import { TokenForm } from '../forms/tokenForm.tsx';
import { Failure, Notice, Skeleton } from './notices.tsx';

interface AnswerProps<T> {
  readonly loaded: Loaded<T>;
  /** The message if the node does not know it. */
  readonly unknown?: ComponentChildren;
  children(value: T): ComponentChildren;
}

export function Answer<T>({ loaded, unknown, children }: AnswerProps<T>) {
  const { value, error } = loaded;
  if (value !== undefined) return <>{children(value)}</>;
  if (error === undefined) return <Skeleton />;
  if (error instanceof NodeUnreachable) {
    return <Notice>The node does not answer. This continues as soon as it is back.</Notice>;
  }
  if (error instanceof NodeRefusal && error.kind === 'UNAUTHORIZED') return <TokenForm />;
  const isUnknown = error instanceof NodeRefusal && error.kind.startsWith('UNKNOWN');
  if (isUnknown && unknown !== undefined) return <Notice>{unknown}</Notice>;
  return <Failure>{error.message}</Failure>;
}
