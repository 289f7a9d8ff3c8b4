// Edits params: fields if they are known, and the resulting JSON, which can be changed before it is
// sent.

import { useState } from 'preact/hooks';
import { fixedValue, formatParams, type ParamForm } from '../../format/paramForms.ts';
import { FieldInput } from './fieldInput.tsx';

export interface EditedParams {
  /** What is sent: the JSON of the fields, or the text that replaced it. */
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  setField(name: string, value: string): void;
  write(text: string): void;
  /** Restores the JSON of the fields. */
  takeFields(): void;
}

/** Without a form the initial text is `none`. */
export function useEditedParams(form: ParamForm | undefined, none: string): EditedParams {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [written, write] = useState<string | null>(null);
  const takeFields = () => write(null);
  return {
    text: written ?? (form === undefined ? none : formatParams(form, values)),
    values,
    setField(name, value) {
      setValues({ ...values, [name]: value });
      takeFields();
    },
    write,
    takeFields,
  };
}

interface ParamsEditorProps {
  readonly form: ParamForm | undefined;
  readonly params: EditedParams;
  /** Of the whole as text. */
  readonly label: string;
}

export function ParamsEditor({ form = [], params, label }: ParamsEditorProps) {
  return (
    <>
      {form
        .filter((field) => fixedValue(field) === null)
        .map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={params.values[field.name] ?? ''}
            onChange={(value) => params.setField(field.name, value)}
          />
        ))}
      <label>
        {label}
        <textarea
          class="input"
          value={params.text}
          spellcheck={false}
          onInput={({ currentTarget }) => params.write(currentTarget.value)}
        />
      </label>
    </>
  );
}
