// The button that shows more of a list.

import { formatCount } from '../../format/amounts.ts';

export function More(props: { shown: number; total: number; onMore: () => void }) {
  const { shown, total, onMore } = props;
  if (shown >= total) return null;
  return (
    <p class="row">
      <span class="faint s">
        {formatCount(shown)} of {formatCount(total)}
      </span>
      <button class="btn small" type="button" onClick={onMore}>
        Show more
      </button>
    </p>
  );
}
