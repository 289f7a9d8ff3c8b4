// Sends a transaction as the acting account: a transfer, a call, or code.

import { useState } from 'preact/hooks';
import { actingAccount } from '../../chain/localChain.ts';
import { CODE_BYTES_MAX, callAction, deployAction, sendActions } from '../../chain/sendActions.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { parseNear } from '../../format/amounts.ts';
import { useAction, WhatHappened } from '../ui/action.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { AccountLink, HashLink } from '../values/links.tsx';
import { type SendFields, SendForm, type SendKind } from './sendForm.tsx';

const EMPTY: SendFields = {
  receiver: '',
  amount: '1',
  method: '',
  args: '{}',
  tgas: '100',
  deposit: '0',
  file: null,
};

async function actionOf(kind: SendKind, fields: SendFields) {
  const { amount, method, args, tgas, file } = fields;
  const deposit = parseNear(kind === 'transfer' ? amount : fields.deposit);
  if (deposit === null) throw new Error('This is not an amount of NEAR.');
  if (kind === 'transfer') return { Transfer: { deposit: `${deposit}` } };
  if (kind === 'call') return callAction({ method, args, tgas: Number(tgas), deposit });
  if (file === null) throw new Error('Choose a Wasm file.');
  if (file.size > CODE_BYTES_MAX) throw new Error('Contracts have at most 4 MiB.');
  return deployAction(new Uint8Array(await file.arrayBuffer()));
}

export function SendPanel() {
  const signer = useObservable(actingAccount);
  const action = useAction();
  const [kind, setKind] = useState<SendKind>('transfer');
  const [fields, setFields] = useState(EMPTY);
  if (signer === null) return null;
  const send = async () => {
    const receiver = kind === 'deploy' ? signer : fields.receiver;
    const hash = await sendActions({ signer, receiver }, [await actionOf(kind, fields)]);
    return (
      <>
        It succeeded: transaction <HashLink page="tx" hash={hash} />.
      </>
    );
  };
  return (
    <Panel
      id="send"
      class="form"
      title="Send a transaction"
      note={
        <>
          as <AccountLink id={signer} />
        </>
      }
    >
      <Segmented
        legend="What to send"
        name="send-kind"
        value={kind}
        options={[
          { value: 'transfer', label: 'Transfer' },
          { value: 'call', label: 'Call' },
          { value: 'deploy', label: 'Deploy' },
        ]}
        onChange={setKind}
      />
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          action.run(send);
        }}
      >
        <SendForm kind={kind} fields={fields} onChange={setFields} />
        <div class="row">
          <button class="btn primary" type="submit">
            Send
          </button>
          <WhatHappened action={action} />
        </div>
      </form>
    </Panel>
  );
}
