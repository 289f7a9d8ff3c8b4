// The arguments of one method, and its call: as a view, or, on a local chain, in a transaction.

import { useState } from 'preact/hooks';
import type { DescribedMethod } from '#abi';
import { type CallKind, type CallOutcome, sendCall, tryCall } from '../../chain/call.ts';
import { viewContract } from '../../chain/viewContract.ts';
import { type DecodedValue, decodeValue } from '../../format/values.ts';
import { ParamsEditor, useEditedParams } from '../forms/paramsEditor.tsx';
import { Icon } from '../ui/icon.tsx';
import { Failure } from '../ui/notices.tsx';
import { LogList } from '../values/logs.tsx';
import { Value } from '../values/texts.tsx';
import { CallFields } from './callFields.tsx';
import { SentResult } from './sentResult.tsx';

type Tried =
  | { readonly kind: 'viewed'; readonly value: DecodedValue; readonly logs: readonly string[] }
  | { readonly kind: 'sent'; readonly outcome: CallOutcome }
  | { readonly kind: 'failed'; readonly reason: string };

interface MethodFormProps {
  readonly id: string;
  readonly kind: CallKind;
  readonly method: string;
  /** The method in the ABI. */
  readonly described: DescribedMethod | undefined;
  readonly lastArguments: string | null;
}

export function MethodForm({ id, kind, method, described, lastArguments }: MethodFormProps) {
  const [tried, setTried] = useState<Tried | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = described?.form ?? undefined;
  const none = described?.form === null ? '' : (lastArguments ?? '{}');
  const params = useEditedParams(form, none);
  const attempt = async (action: () => Promise<Tried>) => {
    setBusy(true);
    const reason = (error: Error): Tried => ({ kind: 'failed', reason: error.message });
    setTried(await action().catch(reason));
    setBusy(false);
  };
  const view = async (): Promise<Tried> => {
    const { bytes, logs } = await viewContract(id, method, params.text);
    return { kind: 'viewed', value: decodeValue(bytes), logs };
  };
  const called = { contract: id, method, args: params.text };
  const call = (asked: Promise<CallOutcome>) =>
    void attempt(async () => ({ kind: 'sent', outcome: await asked }));
  return (
    <>
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <div>
          <h2 id="try" class="mono wrap">
            <bdi>{method}</bdi>
          </h2>
          <Description method={described} isGuessed={lastArguments !== null} />
        </div>
        <ParamsEditor form={form} params={params} label="Arguments, as JSON or any text" />
      </form>
      <div class="form">
        {kind === 'view' ? (
          <div class="row">
            <button
              class="btn primary"
              type="button"
              disabled={isBusy}
              onClick={() => void attempt(view)}
            >
              <Icon name="read" />
              View
            </button>
          </div>
        ) : (
          <CallFields
            isBusy={isBusy}
            onCall={(terms) => call(sendCall(terms, called))}
            onTry={(terms) => call(tryCall(terms, called))}
          />
        )}
        <div aria-live="polite">{tried !== null && <Result tried={tried} />}</div>
      </div>
    </>
  );
}

interface DescriptionProps {
  readonly method: DescribedMethod | undefined;
  readonly isGuessed: boolean;
}

function Description({ method, isGuessed }: DescriptionProps) {
  if (method === undefined) {
    return (
      <p class="quiet s">
        The contract does not describe it.
        {isGuessed && ' The arguments are those of the last call.'}
      </p>
    );
  }
  const { kind, doc, modifiers, form, signature } = method;
  return (
    <div class="quiet s">
      {doc !== null && <p dir="auto">{doc}</p>}
      <p class="wrap">
        {[kind, ...modifiers].join(', ')}: <bdi>{signature}</bdi>
      </p>
      {form === null && <p>Its arguments are not JSON, and cannot be made here.</p>}
    </div>
  );
}

function Result({ tried }: { tried: Tried }) {
  switch (tried.kind) {
    case 'failed':
      return <Failure>{tried.reason}</Failure>;
    case 'sent':
      return <SentResult outcome={tried.outcome} />;
    default:
      return (
        <div class="result form">
          <LogList lines={tried.logs.map((log) => ({ log, account: null, height: null }))} />
          <Value value={tried.value} />
        </div>
      );
  }
}
