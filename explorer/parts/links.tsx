// Links to pages. Everything is rendered as text: a name can contain anything, and is never treated
// as markup.

import type { ComponentChildren } from 'preact';
import { formatCount } from '../format/amounts.ts';
import { formatRoute } from '../router.ts';

const SHORT_LENGTH = 8;

export function PageLink(props: { page: string; subject: string; children: ComponentChildren }) {
  const { page, subject, children } = props;
  return <a href={formatRoute({ page, subject })}>{children}</a>;
}

export function AccountLink({ id }: { id: string }) {
  return (
    <a class="account" dir="ltr" href={formatRoute({ page: 'account', subject: id })}>
      <bdi>{id}</bdi>
    </a>
  );
}

/** A shortened hash; the tooltip and the link have the full hash. */
export function HashLink({ page, hash }: { page: string; hash: string }) {
  return (
    <a class="hash" href={formatRoute({ page, subject: hash })} title={hash}>
      {shorten(hash)}
    </a>
  );
}

export function BlockLink({ height }: { height: number }) {
  return (
    <a class="height" href={formatRoute({ page: 'block', subject: `${height}` })}>
      {formatCount(height)}
    </a>
  );
}

export function shorten(text: string): string {
  return text.length > SHORT_LENGTH * 2 ? `${text.slice(0, SHORT_LENGTH)}…` : text;
}
