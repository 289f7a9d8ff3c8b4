// What exactly is signed. Texts of dapps are shown as text, whatever they contain.

import type { ComponentChildren } from 'preact';
import type { Tagged } from '../chain/wire.ts';
import { decodeArguments, describeAction, openTagged } from '../format/actions.ts';
import { formatNumberOf } from '../format/amounts.ts';
import { bytesToHex } from '../format/bytes.ts';
import { showHidden } from '../format/hiddenCharacters.ts';
import { describePermission } from '../format/permissions.ts';
import { Badge } from '../parts/ui/badge.tsx';
import { Panel } from '../parts/ui/panel.tsx';
import { Gas, Near } from '../parts/values/amounts.tsx';
import { OrbitMark } from '../parts/values/links.tsx';
import { LongText, Value } from '../parts/values/texts.tsx';
import type { WalletAccount } from './accounts.ts';
import type { DappRequest, MessageRequest, RequestedTransaction } from './request.ts';

interface DetailsProps {
  readonly request: DappRequest;
  readonly account: WalletAccount | null;
}

export function SignedDetails({ request, account }: DetailsProps) {
  return (
    <Panel id="details" title="What is signed" note={countParts(request)} class="form">
      {account !== null && <Signer account={account} />}
      {request.kind === 'sign' && (
        <ol class="signed" tabindex={0} aria-label="Transactions">
          {request.transactions.map((transaction, index) => (
            <Transaction key={index} transaction={transaction} number={index + 1} />
          ))}
        </ol>
      )}
      {request.kind === 'login' && request.key !== null && (
        <dl class="kv">
          <dt>New key</dt>
          <dd class="mono">{request.key.publicKey}</dd>
          <dt>Contract</dt>
          <dd class="mono">{showHidden(request.key.contractId ?? 'all')}</dd>
          <dt>Methods</dt>
          <dd class="mono">{showHidden(request.key.methodNames.join(', ')) || 'all'}</dd>
        </dl>
      )}
      {request.kind !== 'sign' && request.message !== null && <Message message={request.message} />}
    </Panel>
  );
}

function countParts(request: DappRequest): string {
  if (request.kind === 'sign') return formatNumberOf(request.transactions.length, 'transaction');
  const hasKey = request.kind === 'login' && request.key !== null;
  const parts = [
    ...(hasKey ? ['a transaction that adds a key'] : []),
    ...(request.message === null ? [] : ['a message (NEP-413)']),
  ];
  return parts.join(', ') || 'nothing';
}

/** Opens in the explorer, beside the wallet. */
function Account({ id }: { id: string }) {
  return (
    <span class="who">
      <OrbitMark name={id} />
      <a class="e" href={`/#/account/${encodeURIComponent(id)}`} target="_blank" rel="noopener">
        <bdi>{showHidden(id)}</bdi>
      </a>
    </span>
  );
}

function Signer({ account }: { account: WalletAccount }) {
  return (
    <dl class="kv">
      <dt>Signer</dt>
      <dd>
        <Account id={account.accountId} />
      </dd>
      <dt>Key</dt>
      <dd>
        <span class="mono">{account.publicKey}</span> <Badge tone="warn">may do everything</Badge>
      </dd>
    </dl>
  );
}

function Transaction(props: { transaction: RequestedTransaction; number: number }) {
  const { receiverId, actions } = props.transaction;
  return (
    <li>
      <h3>Transaction {props.number}</h3>
      <dl class="kv">
        <dt>Receiver</dt>
        <dd>
          <Account id={receiverId} />
        </dd>
      </dl>
      {actions.map((action, index) => (
        <Action key={index} action={action} />
      ))}
    </li>
  );
}

function Action({ action }: { action: Tagged }) {
  const { fields } = openTagged(action);
  const args = decodeArguments(action);
  return (
    <dl class="kv">
      <dt>Action</dt>
      <dd class="b">{showHidden(describeAction(action))}</dd>
      {Object.entries(fields).map(([name, value]) => {
        if (name === 'args' && args !== null) {
          return (
            <Row key={name} name="arguments">
              <Value value={{ ...args, text: showHidden(args.text) }} />
            </Row>
          );
        }
        return (
          <Row key={name} name={name.replaceAll('_', ' ')}>
            <Field name={name} value={value} />
          </Row>
        );
      })}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

const AMOUNTS = ['deposit', 'stake', 'amount'];
const ACCOUNTS = ['beneficiary_id', 'account_id'];

function Field({ name, value }: { name: string; value: unknown }) {
  if (AMOUNTS.includes(name)) return <Near yocto={String(value)} />;
  if (name === 'gas') return <Gas gas={BigInt(String(value))} />;
  if (ACCOUNTS.includes(name)) return <Account id={String(value)} />;
  if (name === 'access_key') {
    const { permission } = value as { readonly permission: Tagged };
    return <span>{showHidden(describePermission(permission).words)}</span>;
  }
  const text = showHidden(typeof value === 'string' ? value : formatFields(value));
  return name === 'code' ? (
    <span>{formatNumberOf(Math.floor((text.length * 3) / 4), 'byte')}</span>
  ) : text.length > 100 ? (
    <LongText text={text} />
  ) : (
    <span class="mono">{text}</span>
  );
}

/** Nonces are larger than JSON's numbers. */
function formatFields(value: unknown): string {
  const asText = (_: string, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner);
  return JSON.stringify(value, asText, 2);
}

function Message({ message }: { message: MessageRequest }) {
  return (
    <dl class="kv">
      <dt>Message</dt>
      <dd>
        <LongText text={showHidden(message.message)} />
      </dd>
      <dt>Recipient</dt>
      <dd class="mono">{showHidden(message.recipient)}</dd>
      <dt>Nonce</dt>
      <dd class="mono">{bytesToHex(message.nonce)}</dd>
    </dl>
  );
}
