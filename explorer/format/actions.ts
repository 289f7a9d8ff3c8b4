// Actions and failures in plain words.

import type { ActionName, Tagged } from '../chain/wire.ts';
import { formatNear } from './amounts.ts';
import { decodeBase64 } from './values.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The name of a variant and its payload. */
export function openTagged(tagged: Tagged): { readonly kind: string; readonly fields: Fields } {
  if (typeof tagged === 'string') return { kind: tagged, fields: {} };
  const [kind = '', value] = Object.entries(tagged)[0] ?? [];
  const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { kind, fields: isFields ? (value as Fields) : { value } };
}

const near = (amount: unknown) => formatNear(String(amount ?? 0));

const WORDS: Readonly<Record<ActionName, (fields: Fields) => string>> = {
  CreateAccount: () => 'create the account',
  DeployContract: () => 'deploy a contract',
  FunctionCall: ({ method_name, deposit }) =>
    BigInt(String(deposit ?? 0)) > 1n
      ? `call ${method_name} with ${near(deposit)}`
      : `call ${method_name}`,
  Transfer: ({ deposit }) => `send ${near(deposit)}`,
  Stake: ({ stake }) => `stake ${near(stake)}`,
  AddKey: ({ access_key }) => `add ${describePermission(access_key)}`,
  DeleteKey: () => 'delete a key',
  DeleteAccount: ({ beneficiary_id }) => `delete the account, the rest goes to ${beneficiary_id}`,
  Delegate: ({ delegate_action }) => describeDelegate(delegate_action as Fields),
  DelegateV2: ({ delegate_action }) => describeDelegate(delegate_action as Fields),
  DeployGlobalContract: () => 'deploy a global contract',
  DeployGlobalContractByAccountId: () => 'deploy a global contract of this account',
  UseGlobalContract: () => 'use a global contract',
  UseGlobalContractByAccountId: ({ account_id }) => `use the global contract of ${account_id}`,
  DeterministicStateInit: ({ deposit }) =>
    `create the account from its state with ${near(deposit)}`,
  TransferToGasKey: ({ deposit }) => `send ${near(deposit)} to a gas key`,
  WithdrawFromGasKey: ({ amount }) => `withdraw ${near(amount)} from a gas key`,
  UniversalStateInit: ({ deposit }) => `create the account from its state with ${near(deposit)}`,
};

export function describeAction(action: Tagged): string {
  const { kind, fields } = openTagged(action);
  const isKnown = Object.hasOwn(WORDS, kind);
  return isKnown ? WORDS[kind as ActionName](fields) : splitWords(kind);
}

export function describeActions(actions: readonly Tagged[]): string {
  return actions.length === 0 ? 'nothing' : actions.map(describeAction).join(', ');
}

function describePermission(accessKey: unknown): string {
  const { kind } = openTagged((accessKey as { permission: Tagged }).permission);
  if (kind === 'FullAccess') return 'a full-access key';
  return kind === 'FunctionCall' ? 'a function-call key' : 'a gas key';
}

function describeDelegate(delegated: Fields): string {
  // The second version wraps the fields of the first under the name of its version.
  const fields = 'sender_id' in delegated ? delegated : openTagged(delegated).fields;
  const actions = (fields.actions ?? []) as readonly Tagged[];
  return `for ${fields.sender_id}: ${describeActions(actions)}`;
}

/** The arguments of a call, decoded; null for any other action. */
export function decodeArguments(action: Tagged) {
  const { kind, fields } = openTagged(action);
  return kind === 'FunctionCall' ? decodeBase64(String(fields.args ?? '')) : null;
}

/** Errors that only wrap another one. */
const WRAPPERS = [
  'InvalidTxError',
  'FunctionCallError',
  'InvalidAccessKeyError',
  'MethodResolveError',
  'NewReceiptValidationError',
];

/** Why something failed, with the node's own message if there is one. */
export function describeFailure(failure: unknown): string {
  if (typeof failure === 'string') return startSentence(splitWords(failure));
  if (typeof failure !== 'object' || failure === null) return String(failure);
  const panic = findText(failure, 'ExecutionError');
  if (panic !== null) return panic;
  const { kind, fields } = openTagged(failure as Fields);
  if (kind === 'ActionError') {
    const { index, kind: inner } = fields;
    // Most transactions have one action.
    const where = Number(index) > 0 ? `action ${Number(index) + 1}: ` : '';
    return `${where}${describeFailure(inner)}`;
  }
  const [value] = Object.values(fields);
  if (WRAPPERS.includes(kind)) return describeFailure('value' in fields ? value : fields);
  return `${startSentence(splitWords(kind))}${describeFields(fields)}`;
}

function startSentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function describeFields(fields: Fields): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return name === 'value' ? text : `${name.replaceAll('_', ' ')} ${text}`;
    });
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** The text under a key, however deep. */
function findText(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (name === key && typeof inner === 'string') return inner;
    const found = findText(inner, key);
    if (found !== null) return found;
  }
  return null;
}

/** `AccountDoesNotExist` as `account does not exist`. */
export function splitWords(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
}
