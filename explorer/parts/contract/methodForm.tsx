// The arguments of one method, and its call: as a view, or, on a local chain, in a transaction.

import { useState } from 'preact/hooks';
import type { BorshType, DescribedMethod } from '#abi';
import {
  type CallKind,
  type CallOutcome,
  type CallTerms,
  sendCall,
  tryCall,
} from '../../chain/call.ts';
import { viewContract } from '../../chain/viewContract.ts';
import { borshForm, encodeArguments } from '../../format/borshArguments.ts';
import { utf8ToBytes } from '../../format/bytes.ts';
import { decodeTyped } from '../../format/typedValues.ts';
import type { DecodedValue } from '../../format/values.ts';
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
  const borsh = described?.borsh ?? null;
  const form = described?.form ?? (borsh === null ? undefined : borshForm(borsh));
  const type = described?.borshResult ?? null;
  const none = described?.form === null ? '' : (lastArguments ?? '{}');
  const params = useEditedParams(form, none);
  const attempt = async (action: () => Promise<Tried>) => {
    setBusy(true);
    const reason = (error: Error): Tried => ({ kind: 'failed', reason: error.message });
    setTried(await action().catch(reason));
    setBusy(false);
  };
  const view = async (): Promise<Tried> => {
    const { bytes, logs } = await viewContract(id, method, toArguments());
    return { kind: 'viewed', value: decodeTyped(bytes, type), logs };
  };
  const toArguments = () =>
    borsh === null ? utf8ToBytes(params.text) : encodeArguments(borsh, JSON.parse(params.text));
  const call = (terms: CallTerms, send: typeof sendCall) =>
    void attempt(async () => {
      const outcome = await send(terms, { contract: id, method, args: toArguments() });
      return { kind: 'sent', outcome };
    });
  return (
    <>
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <div>
          <h2 id="try" class="mono wrap">
            <bdi>{method}</bdi>
          </h2>
          <Description method={described} isGuessed={lastArguments !== null} />
        </div>
        <ParamsEditor
          form={form}
          params={params}
          label={borsh === null ? 'Arguments, as JSON or any text' : 'Arguments, as JSON'}
        />
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
            onCall={(terms) => call(terms, sendCall)}
            onTry={(terms) => call(terms, tryCall)}
          />
        )}
        <div aria-live="polite">{tried !== null && <Result tried={tried} type={type} />}</div>
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
      {form === null && <p>{noteOnArguments(method)}</p>}
    </div>
  );
}

function noteOnArguments({ borsh }: DescribedMethod): string {
  if (borsh === null) return 'Its arguments are not JSON, and cannot be made here.';
  return borsh.length === 0
    ? 'It takes no arguments.'
    : 'Its arguments are sent as Borsh, by the types in the ABI.';
}

function Result({ tried, type }: { tried: Tried; type: BorshType | null }) {
  switch (tried.kind) {
    case 'failed':
      return <Failure>{tried.reason}</Failure>;
    case 'sent':
      return <SentResult outcome={tried.outcome} type={type} />;
    default:
      return (
        <div class="result form">
          <LogList lines={tried.logs.map((log) => ({ log, account: null, height: null }))} />
          <Value value={tried.value} />
        </div>
      );
  }
}
