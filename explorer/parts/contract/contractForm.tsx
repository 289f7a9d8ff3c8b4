// Calls a method: as a view, or, on a local chain, in a transaction.

import { useState } from 'preact/hooks';
import type { DescribedMethod } from '#abi';
import type { Contract } from '../../chain/contract.ts';
import { findAccounts, sendAs } from '../../chain/controls.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { viewContract } from '../../chain/viewContract.ts';
import { parseNear } from '../../format/amounts.ts';
import { bytesToBase64, utf8ToBytes } from '../../format/bytes.ts';
import { type DecodedValue, decodeValue } from '../../format/values.ts';
import { ParamsEditor, useEditedParams } from '../forms/paramsEditor.tsx';
import { Failure, Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { HashLink } from '../values/links.tsx';
import { LogList } from '../values/logs.tsx';
import { Value } from '../values/texts.tsx';

const TERA = 1_000_000_000_000;

type Tried =
  | { readonly kind: 'viewed'; readonly value: DecodedValue; readonly logs: readonly string[] }
  | { readonly kind: 'sent'; readonly hash: string }
  | { readonly kind: 'failed'; readonly reason: string };

export function ContractForm({ id, contract }: { id: string; contract: Contract }) {
  const [method, setMethod] = useState(contract.methods[0] ?? '');
  if (contract.methods.length === 0) {
    return <Notice>The code exports no function that could be called.</Notice>;
  }
  const { abi } = contract;
  const described = abi !== null && 'methods' in abi ? abi.methods.get(method) : undefined;
  return (
    <Panel id="try" title="Try a method">
      <label>
        Method{' '}
        <select
          class="input"
          value={method}
          onChange={({ currentTarget }) => setMethod(currentTarget.value)}
        >
          {contract.methods.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <MethodForm key={method} id={id} method={method} described={described} />
    </Panel>
  );
}

interface MethodFormProps {
  readonly id: string;
  readonly method: string;
  /** The method in the ABI. */
  readonly described: DescribedMethod | undefined;
}

function MethodForm({ id, method, described }: MethodFormProps) {
  const [tried, setTried] = useState<Tried | null>(null);
  const form = described?.form ?? [];
  const params = useEditedParams(form, '');
  const args = params.text;
  const attempt = (action: () => Promise<Tried>) =>
    action()
      .catch((error: Error): Tried => ({ kind: 'failed', reason: error.message }))
      .then(setTried);
  const view = async (): Promise<Tried> => {
    const { bytes, logs } = await viewContract(id, method, args);
    return { kind: 'viewed', value: decodeValue(bytes), logs };
  };
  return (
    <>
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        {described !== undefined && <Description method={described} />}
        <ParamsEditor form={form} params={params} label="Arguments, as JSON or any text" />
        {described?.kind !== 'call' && (
          <button class="btn" type="button" onClick={() => attempt(view)}>
            View
          </button>
        )}
        {described?.kind !== 'view' && (
          <CallFields onCall={(call) => attempt(() => sendCall(call, { id, method, args }))} />
        )}
      </form>
      <div aria-live="polite">{tried !== null && <Result tried={tried} />}</div>
    </>
  );
}

/** A method in the ABI. */
function Description({ method }: { method: DescribedMethod }) {
  const { kind, doc, modifiers, form, signature } = method;
  return (
    <div class="faint">
      {doc !== null && <p dir="auto">{doc}</p>}
      <p>
        {[kind, ...modifiers].join(', ')}: <bdi>{signature}</bdi>
      </p>
      {form === null && <p>Its arguments are not JSON, and cannot be made here.</p>}
    </div>
  );
}

interface CallTerms {
  readonly signer: string;
  readonly tgas: number;
  readonly deposit: bigint;
}

async function sendCall(
  { signer, tgas, deposit }: CallTerms,
  { id, method, args }: { id: string; method: string; args: string },
): Promise<Tried> {
  const call = {
    method_name: method,
    args: bytesToBase64(utf8ToBytes(args)),
    gas: Math.round(tgas * TERA),
    deposit: `${deposit}`,
  };
  const status = await sendAs(signer, id, [{ FunctionCall: call }]);
  return { kind: 'sent', hash: status.transaction.hash };
}

function CallFields({ onCall }: { onCall: (terms: CallTerms) => void }) {
  const { value: accounts } = useLoaded('accounts', findAccounts);
  const [signer, setSigner] = useState('');
  const [tgas, setTgas] = useState('100');
  const [deposit, setDeposit] = useState('0');
  if (accounts === undefined) return null;
  if (accounts === null) {
    return (
      <Notice>Calls can be sent from this page on a local chain, from its own machine.</Notice>
    );
  }
  const yocto = parseNear(deposit);
  const from = signer || (accounts[0]?.account_id ?? '');
  return (
    <div class="row">
      <label>
        Signed by
        <input
          class="input"
          list="signers"
          value={from}
          onInput={({ currentTarget }) => setSigner(currentTarget.value)}
        />
        <datalist id="signers">
          {accounts.map(({ account_id }) => (
            <option key={account_id} value={account_id} />
          ))}
        </datalist>
      </label>
      <label>
        Tgas
        <input
          class="input"
          type="number"
          min={1}
          value={tgas}
          onInput={({ currentTarget }) => setTgas(currentTarget.value)}
        />
      </label>
      <label>
        Deposit in NEAR
        <input
          class="input"
          value={deposit}
          onInput={({ currentTarget }) => setDeposit(currentTarget.value)}
        />
      </label>
      <button
        class="btn"
        type="button"
        disabled={yocto === null}
        onClick={() => onCall({ signer: from, tgas: Number(tgas), deposit: yocto ?? 0n })}
      >
        Call
      </button>
    </div>
  );
}

function Result({ tried }: { tried: Tried }) {
  switch (tried.kind) {
    case 'failed':
      return <Failure>{tried.reason}</Failure>;
    case 'sent':
      return (
        <p>
          Sent: <HashLink page="tx" hash={tried.hash} />
        </p>
      );
    default:
      return (
        <>
          <LogList lines={tried.logs.map((log) => ({ log, account: null, height: null }))} />
          <Value value={tried.value} />
        </>
      );
  }
}
