// One field of a form that was generated from a schema.

import type { ParamField } from '../../format/paramForms.ts';

interface FieldInputProps {
  readonly field: ParamField;
  readonly value: string;
  onChange(value: string): void;
}

export function FieldInput({ field, value, onChange }: FieldInputProps) {
  const { name, isRequired, schema } = field;
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const id = `param-${name}`;
  return (
    <div class="field">
      <label for={id}>
        {name} {!isRequired && <span class="type">optional</span>}{' '}
        <span class="type">{schema.format ?? schema.type}</span>
      </label>
      {choices === undefined ? (
        <input
          class="input"
          id={id}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <select
          class="input"
          id={id}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="" />
          {choices.map((choice) => (
            <option key={String(choice)}>{String(choice)}</option>
          ))}
        </select>
      )}
      {schema.description && <span class="hint">{schema.description}</span>}
    </div>
  );
}
