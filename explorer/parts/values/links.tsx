// Links to things of the chain. Everything is rendered as text: a name can contain anything, and is
// never treated as markup.

import type { ComponentChildren } from 'preact';
import { formatCount } from '../../format/amounts.ts';
import { placeOrbit, shorten } from '../../format/names.ts';
import { formatRoute } from '../../route.ts';
import { CopyButton } from '../ui/copyButton.tsx';

export function PageLink(props: { page: string; subject: string; children: ComponentChildren }) {
  const { page, subject, children } = props;
  return <a href={formatRoute({ page, subject })}>{children}</a>;
}

/** An account inside a sentence. */
export function AccountLink({ id }: { id: string }) {
  return (
    <a class="e account" dir="ltr" href={formatRoute({ page: 'account', subject: id })} title={id}>
      <bdi>{isImplicit(id) ? shorten(id) : id}</bdi>
    </a>
  );
}

function isImplicit(id: string): boolean {
  return /^[\da-f]{64}$/.test(id);
}

/** An account with its mark: a square for one with code. */
export function Who({ id, isContract = false }: { id: string; isContract?: boolean }) {
  return (
    <span class="who">
      <OrbitMark name={id} isContract={isContract} />
      <AccountLink id={id} />
    </span>
  );
}

interface OrbitMarkProps {
  readonly name: string;
  readonly isContract?: boolean;
  readonly isLarge?: boolean;
}

export function OrbitMark({ name, isContract = false, isLarge = false }: OrbitMarkProps) {
  const { body, moon } = placeOrbit(name, isContract);
  return (
    <svg class={`orbit ${isLarge ? 'orbit-l' : ''}`} viewBox="0 0 20 20" aria-hidden="true">
      {isContract ? (
        <rect class="ring" x="2.6" y="2.6" width="14.8" height="14.8" rx="3.5" />
      ) : (
        <circle class="ring" cx="10" cy="10" r="7.6" />
      )}
      <circle class="body" cx={body.x} cy={body.y} r={body.radius} />
      <circle class="moon" cx={moon.x} cy={moon.y} r="2.6" />
    </svg>
  );
}

/** A shortened hash; the tooltip and the link have the full hash. */
export function HashLink({ page, hash }: { page: string; hash: string }) {
  return (
    <a class="e hash" href={formatRoute({ page, subject: hash })} title={hash}>
      {shorten(hash)}
    </a>
  );
}

/** A shortened hash or key that has no page, with a button to copy it. */
export function Hash({ text, label = 'Copy it' }: { text: string; label?: string }) {
  return (
    <span class="hash-copy">
      <code title={text}>{shorten(text)}</code>
      <CopyButton isIcon text={text} label={label} />
    </span>
  );
}

/** A whole hash or key, which may be broken anywhere. */
export function Code({ text }: { text: string }) {
  return <code class="whole wrap">{text}</code>;
}

export function BlockLink({ height }: { height: number }) {
  return (
    <a class="e num height" href={formatRoute({ page: 'block', subject: `${height}` })}>
      {formatCount(height)}
    </a>
  );
}
