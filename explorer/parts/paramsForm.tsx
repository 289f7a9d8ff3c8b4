// A form for the params of a method: fields where they are known, and the JSON that they make,
// which can be changed before it is sent.

import { useState } from 'preact/hooks';
import { formatCurl } from '../chain/node.ts';
import { fixedValue, formatParams, nameForm, type ParamForm } from '../format/paramForms.ts';
import { FieldInput } from './fieldInput.tsx';
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
