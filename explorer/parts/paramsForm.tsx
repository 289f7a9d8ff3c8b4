// A form for the params of a method: fields where they are known, and the JSON that they make,
// which can be changed before it is sent.

import { useState } from 'preact/hooks';
import { formatCurl } from '../chain/node.ts';
import {
  fixedValue,
  formatParams,
  nameForm,
  type ParamField,
  type ParamForm,
} from '../format/paramForms.ts';
import { CopyButton } from './texts.tsx';

interface ParamsFormProps {
  readonly method: string;
  readonly forms: readonly ParamForm[];
  onSend(method: string, params: string): void;
}

export function ParamsForm({ method, forms, onSend }: ParamsFormProps) {
  const [chosen, setChosen] = useState(0);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [edited, setEdited] = useState<string | null>(null);
  const form = forms[chosen];
  const params = edited ?? (form === undefined ? 'null' : formatParams(form, values));
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(method, params);
      }}
    >
      {forms.length > 1 && (
        <label>
          Params
          <select
            value={chosen}
            onChange={({ currentTarget }) => {
              setChosen(Number(currentTarget.value));
              setEdited(null);
            }}
          >
            {forms.map((choice, at) => (
              <option key={nameForm(choice)} value={at}>
                {nameForm(choice)}
              </option>
            ))}
          </select>
        </label>
      )}
      {form
        ?.filter((field) => fixedValue(field) === null)
        .map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => {
              setValues({ ...values, [field.name]: value });
              setEdited(null);
            }}
          />
        ))}
      <label>
        As JSON
        <textarea
          value={params}
          spellcheck={false}
          onInput={({ currentTarget }) => setEdited(currentTarget.value)}
        />
      </label>
      <p class="row">
        <button type="submit">Send</button>
        <CopyButton text={formatCurl(method, params)} label="Copy as curl" />
      </p>
    </form>
  );
}

interface FieldInputProps {
  readonly field: ParamField;
  readonly value: string;
  onChange(value: string): void;
}

function FieldInput({ field, value, onChange }: FieldInputProps) {
  const { name, isRequired, schema } = field;
  const hint = [schema.description, schema.format].filter(Boolean).join(' ');
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const id = `param-${name}`;
  return (
    <div class="field">
      <label for={id}>
        {name} {!isRequired && <span class="quiet">(optional)</span>}{' '}
        <span class="quiet">{hint}</span>
      </label>
      {choices === undefined ? (
        <input
          id={id}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <select
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
    </div>
  );
}
