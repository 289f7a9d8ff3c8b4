// A form for the params of a method of the node.

import { useState } from 'preact/hooks';
import { formatCurl } from '../../chain/node.ts';
import { nameForm, type ParamForm } from '../../format/paramForms.ts';
import { formatClientCode } from '../../format/snippets.ts';
import { CopyButton } from '../ui/copyButton.tsx';
import { ParamsEditor, useEditedParams } from './paramsEditor.tsx';

interface ParamsFormProps {
  readonly method: string;
  readonly forms: readonly ParamForm[];
  onSend(method: string, params: string): void;
}

export function ParamsForm({ method, forms, onSend }: ParamsFormProps) {
  const [chosen, setChosen] = useState(0);
  const form = forms[chosen];
  const params = useEditedParams(form, 'null');
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(method, params.text);
      }}
    >
      {forms.length > 1 && (
        <label>
          Params
          <select
            class="input"
            value={chosen}
            onChange={({ currentTarget }) => {
              setChosen(Number(currentTarget.value));
              params.takeFields();
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
      <ParamsEditor form={form} params={params} label="As JSON" />
      <p class="row">
        <button class="btn primary" type="submit">
          Send
        </button>
        <CopyButton text={formatCurl(location.origin, method, params.text)} label="Copy as curl" />
        <CopyButton
          text={formatClientCode(location.origin, method, params.text)}
          label="Copy as code"
        />
      </p>
    </form>
  );
}
