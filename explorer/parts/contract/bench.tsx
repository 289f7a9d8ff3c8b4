// The methods of a contract, to read and to write: which one, its arguments, and the call with its
// result beside the button.

import { useState } from 'preact/hooks';
import type { DescribedMethod } from '#abi';
import type { CallKind } from '../../chain/call.ts';
import type { Contract } from '../../chain/contract.ts';
import type { MethodGas } from '../../chain/methodGas.ts';
import { formatTgas } from '../../format/amounts.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notices.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { MethodForm } from './methodForm.tsx';

interface BenchProps {
  readonly id: string;
  readonly contract: Contract;
  readonly gas: readonly MethodGas[];
  /** The arguments of the newest call of a method, as JSON. */
  readonly lastArguments: (method: string) => string | null;
}

export function Bench({ id, contract, gas, lastArguments }: BenchProps) {
  const described = describedOf(contract);
  const [kind, setKind] = useState<CallKind>('view');
  const [chosen, setChosen] = useState<string | null>(null);
  const lists = { view: listMethods(contract, 'view'), call: listMethods(contract, 'call') };
  const methods = lists[kind];
  const method = chosen !== null && methods.includes(chosen) ? chosen : methods[0];
  const info = method === undefined ? undefined : described?.get(method);
  return (
    <section class="panel" aria-label="Methods">
      <div class="bench">
        <div>
          <Segmented
            legend="Kind of call"
            name="call-kind"
            options={[
              { value: 'view', label: <KindLabel icon="read" word="Read" of={lists.view} /> },
              { value: 'call', label: <KindLabel icon="write" word="Write" of={lists.call} /> },
            ]}
            value={kind}
            onChange={setKind}
          />
          <MethodList methods={methods} current={method} gas={gas} onChoose={setChosen} />
          <label class="field pick">
            <span class="lab">Method</span>
            <select
              class="input"
              value={method}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
              {methods.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        </div>
        {method === undefined ? (
          <Notice>The code has no such method.</Notice>
        ) : (
          <MethodForm
            key={`${kind} ${method}`}
            id={id}
            kind={kind}
            method={method}
            described={info}
            lastArguments={lastArguments(method)}
          />
        )}
      </div>
    </section>
  );
}

function KindLabel(props: { icon: 'read' | 'write'; word: string; of: readonly string[] }) {
  const { icon, word, of } = props;
  return (
    <>
      <Icon name={icon} class="i-s" />
      {word} <span class="faint">{of.length}</span>
    </>
  );
}

function describedOf({ abi }: Contract): ReadonlyMap<string, DescribedMethod> | null {
  return abi !== null && 'methods' in abi ? abi.methods : null;
}

/** Without a description, any method can be called either way. */
function listMethods(contract: Contract, kind: CallKind): readonly string[] {
  const described = describedOf(contract);
  return contract.methods.filter((name) => (described?.get(name)?.kind ?? kind) === kind);
}

interface MethodListProps {
  readonly methods: readonly string[];
  readonly current: string | undefined;
  readonly gas: readonly MethodGas[];
  readonly onChoose: (method: string) => void;
}

function MethodList({ methods, current, gas, onChoose }: MethodListProps) {
  return (
    <nav class="methods" aria-label="Methods" data-walk>
      <p class="label">Method, usual Tgas</p>
      {methods.map((name) => {
        const usual = gas.find(({ method }) => method === name);
        return (
          <button
            key={name}
            type="button"
            aria-current={name === current ? 'true' : undefined}
            onClick={() => onChoose(name)}
          >
            <bdi>{name}</bdi>
            {usual && <span class="g num">{formatTgas(usual.middle)}</span>}
          </button>
        );
      })}
    </nav>
  );
}
