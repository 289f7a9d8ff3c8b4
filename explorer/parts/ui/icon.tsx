// An icon of the sprite (icons.svg, served once). It takes the colour of the text beside it, and
// says nothing by itself: its neighbour or its button has the name.

export type IconName =
  | 'home'
  | 'block'
  | 'tx'
  | 'account'
  | 'contract'
  | 'local'
  | 'rpc'
  | 'search'
  | 'copy'
  | 'check'
  | 'cross'
  | 'warn'
  | 'info'
  | 'partly'
  | 'clock'
  | 'key'
  | 'token'
  | 'gas'
  | 'shard'
  | 'snapshot'
  | 'mine'
  | 'right'
  | 'down'
  | 'arrow'
  | 'refund'
  | 'proof'
  | 'wallet'
  | 'play'
  | 'plus'
  | 'filter'
  | 'download'
  | 'upgrade'
  | 'read'
  | 'write'
  | 'mask'
  | 'spin'
  | 'sun'
  | 'moon';

interface IconProps {
  readonly name: IconName;
  /** Such as `i-s` for a small one, or `ok-ink`. */
  readonly class?: string;
}

export function Icon({ name, class: more = '' }: IconProps) {
  return (
    <svg class={`i ${more}`} aria-hidden="true">
      <use href={`/explorer/icons.svg#i-${name}`} />
    </svg>
  );
}
