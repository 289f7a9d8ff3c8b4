// The fields of a transfer, a call, or a deployment.

export type SendKind = 'transfer' | 'call' | 'deploy';

export interface SendFields {
  readonly receiver: string;
  readonly amount: string;
  readonly method: string;
  readonly args: string;
  readonly tgas: string;
  readonly deposit: string;
  readonly file: File | null;
}

interface SendFormProps {
  readonly kind: SendKind;
  readonly fields: SendFields;
  readonly onChange: (fields: SendFields) => void;
}

export function SendForm({ kind, fields, onChange }: SendFormProps) {
  const text = (name: Exclude<keyof SendFields, 'file'>, label: string) => (
    <div class="field">
      <label for={`send-${name}`}>{label}</label>
      <input
        class="input"
        id={`send-${name}`}
        required
        value={fields[name]}
        onInput={({ currentTarget }) => onChange({ ...fields, [name]: currentTarget.value.trim() })}
      />
    </div>
  );
  if (kind === 'deploy') {
    return (
      <div class="field">
        <label for="send-file">Code of the acting account, a Wasm file</label>
        <input
          class="input file-input"
          id="send-file"
          type="file"
          accept=".wasm"
          required
          onChange={({ currentTarget }) =>
            onChange({ ...fields, file: currentTarget.files?.[0] ?? null })
          }
        />
        <span class="hint">At most 4 MiB.</span>
      </div>
    );
  }
  if (kind === 'transfer') {
    return (
      <div class="pair">
        {text('receiver', 'Receiver')}
        {text('amount', 'Amount, NEAR')}
      </div>
    );
  }
  return (
    <>
      <div class="pair">
        {text('receiver', 'Contract')}
        {text('method', 'Method')}
      </div>
      <div class="field">
        <label for="send-args">Arguments, as JSON or any text</label>
        <textarea
          class="input"
          id="send-args"
          spellcheck={false}
          rows={3}
          value={fields.args}
          onInput={({ currentTarget }) => onChange({ ...fields, args: currentTarget.value })}
        />
      </div>
      <div class="pair">
        {text('tgas', 'Gas, Tgas')}
        {text('deposit', 'Deposit, NEAR')}
      </div>
    </>
  );
}
