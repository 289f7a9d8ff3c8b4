// Two to four exclusive choices, drawn as one control; radio buttons underneath.

import type { ComponentChildren } from 'preact';

interface SegmentedProps<T extends string> {
  /** What is chosen, for screen readers. */
  readonly legend: string;
  /** Unique on the page. */
  readonly name: string;
  readonly options: readonly { readonly value: T; readonly label: ComponentChildren }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { legend, name, options, value: chosen, onChange } = props;
  return (
    <fieldset class="seg small">
      <legend class="vh">{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
