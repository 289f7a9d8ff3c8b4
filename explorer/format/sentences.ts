// What a transaction did, as a sentence: `alice sent 40 NEAR to bob`. It is made of parts, so that
// accounts become links and amounts keep their exact value; nothing in it is markup.

import type { Tagged } from '../chain/wire.ts';
import { describeActions, openTagged } from './actions.ts';
import { formatNumberOf } from './amounts.ts';
import type { TokenMove } from './events.ts';
import { describePermission } from './permissions.ts';

export type Phrase =
  | string
  | { readonly account: string }
  | { readonly near: string }
  | { readonly code: string }
  | { readonly token: string; readonly amount: string }
  | { readonly strong: string };

export interface Deed {
  readonly signer: string;
  readonly receiver: string;
  readonly actions: readonly Tagged[];
  /** Movements of tokens in the logs, in their order. */
  readonly moves: readonly TokenMove[];
  readonly isFailed: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
/** What follows the signer; the receiver is part of it. */
type Tell = (fields: Fields, receiver: string, signer: string) => Phrase[];

const at = (receiver: string, signer: string, word: string): Phrase[] =>
  receiver === signer ? [] : [` ${word} `, { account: receiver }];

const TELL: Readonly<Record<string, Tell>> = {
  Transfer: ({ deposit }, receiver) => ['sent ', near(deposit), ' to ', { account: receiver }],
  DeployContract: (_, receiver, signer) => ['deployed a contract', ...at(receiver, signer, 'to')],
  DeployGlobalContract: () => ['deployed a global contract'],
  DeployGlobalContractByAccountId: () => ['deployed a global contract of its own'],
  UseGlobalContract: (_, receiver, signer) => [
    'took a global contract',
    ...at(receiver, signer, 'for'),
  ],
  UseGlobalContractByAccountId: ({ account_id }, receiver, signer) => [
    'took the global contract of ',
    { account: String(account_id) },
    ...at(receiver, signer, 'for'),
  ],
  Stake: ({ stake }) => ['staked ', near(stake)],
  AddKey: ({ access_key }, receiver, signer) => [
    ...tellKey(access_key),
    ...at(receiver, signer, 'to'),
  ],
  DeleteKey: (_, receiver, signer) => ['removed a key', ...at(receiver, signer, 'of')],
  DeleteAccount: ({ beneficiary_id }, receiver) => [
    'deleted ',
    { account: receiver },
    ', and the rest went to ',
    { account: String(beneficiary_id) },
  ],
  CreateAccount: (_, receiver) => ['created ', { account: receiver }],
  FunctionCall: tellCall,
};

/** The sentence without its full stop. */
export function tellTransaction(deed: Deed): Phrase[] {
  const { signer, receiver, actions, moves, isFailed } = deed;
  const [first] = actions;
  if (first === undefined) return [{ account: signer }, ' did nothing'];
  const { kind, fields } = openTagged(first);
  if (kind === 'Delegate' || kind === 'DelegateV2') return tellDelegate(deed, fields);
  if (isFailed && !(actions.length === 1 && kind === 'FunctionCall')) {
    const attempt = [{ account: signer }, ` tried to ${describeActions(actions)}`];
    return [...attempt, ...at(receiver, signer, 'at')];
  }
  const told = isFailed ? null : tellMoves(deed, moves);
  if (told !== null) return told;
  return [{ account: signer }, ...tellActions(actions, receiver, signer)];
}

function tellActions(actions: readonly Tagged[], receiver: string, signer: string): Phrase[] {
  const opened = actions.map(openTagged);
  const created = opened.some(({ kind }) => kind === 'CreateAccount');
  const sent = opened.find(({ kind }) => kind === 'Transfer');
  if (created) {
    const amount: Phrase[] = sent === undefined ? [] : [' with ', near(sent.fields.deposit)];
    return [' created ', { account: receiver }, ...amount];
  }
  const [main] = opened;
  const tell = main && Object.hasOwn(TELL, main.kind) ? TELL[main.kind] : undefined;
  if (main === undefined || tell === undefined) {
    return [`: ${describeActions(actions)}`, ...at(receiver, signer, 'at')];
  }
  const others = opened.length - 1;
  const more = others === 0 ? '' : `, and ${others} more action${others === 1 ? '' : 's'}`;
  return [' ', ...tell(main.fields, receiver, signer), more].filter((part) => part !== '');
}

function tellCall({ method_name, deposit }: Fields, receiver: string): Phrase[] {
  const attached = BigInt(String(deposit ?? 0));
  const paid: Phrase[] = attached > 1n ? [' with ', near(deposit)] : [];
  // NEP-145: an account pays for its place in the storage of a contract.
  if (method_name === 'storage_deposit') {
    return ['registered with ', { account: receiver }, ...paid];
  }
  return ['called ', { code: String(method_name) }, ' of ', { account: receiver }, ...paid];
}

/** A relayer pays for what somebody else signed. */
function tellDelegate({ signer, moves, isFailed }: Deed, fields: Fields): Phrase[] {
  const wrapped = fields.delegate_action as Fields;
  const inner = 'sender_id' in wrapped ? wrapped : openTagged(wrapped).fields;
  const told = tellTransaction({
    signer: String(inner.sender_id),
    receiver: String(inner.receiver_id),
    actions: (inner.actions ?? []) as readonly Tagged[],
    moves,
    isFailed,
  });
  return [...told, ', paid for by ', { account: signer }];
}

/** The first movement of tokens, and whether it came back. */
function tellMoves({ signer }: Deed, moves: readonly TokenMove[]): Phrase[] | null {
  const [move] = moves;
  if (move === undefined) return null;
  const what = nameTokens(move);
  const actor = { account: signer };
  if (what === null) return null;
  if (move.from === null) return [actor, ' minted ', ...what, ...toWhom(move.to)];
  if (move.to === null) return [actor, ' burnt ', ...what];
  const returned = moves.some(
    ({ from, to, amount, contract }) =>
      contract === move.contract && from === move.to && to === move.from && amount === move.amount,
  );
  const giver: Phrase[] = move.from === signer ? [] : [' of ', { account: move.from }];
  const back = returned ? [', and all of it came back'] : [];
  return [actor, ' moved ', ...what, ...giver, ' to ', { account: move.to }, ...back];
}

function toWhom(to: string | null): Phrase[] {
  return to === null ? [] : [' for ', { account: to }];
}

function nameTokens({ contract, amount, tokenIds }: TokenMove): Phrase[] | null {
  if (amount !== null) return [{ token: contract, amount }];
  const [id] = tokenIds;
  if (id === undefined) return null;
  const more = tokenIds.length > 1 ? ` and ${tokenIds.length - 1} more` : '';
  return [{ strong: `${id}${more}` }, ' of ', { account: contract }];
}

function near(amount: unknown): Phrase {
  return { near: String(amount ?? 0) };
}

function tellKey(accessKey: unknown): Phrase[] {
  const { permission } = accessKey as { readonly permission: Tagged };
  const { words, receiver, methods, isGasKey } = describePermission(permission);
  if (receiver === null || isGasKey) return [`added a key, ${words}`];
  const [only] = methods;
  if (methods.length === 1) {
    return ['added a key that may call ', { code: only ?? '' }, ' of ', { account: receiver }];
  }
  const what = methods.length === 0 ? 'any method' : formatNumberOf(methods.length, 'method');
  return [`added a key that may call ${what} of `, { account: receiver }];
}

/** The same as plain text, for titles of windows. */
export function plainSentence(phrases: readonly Phrase[]): string {
  return phrases
    .map((phrase) => {
      if (typeof phrase === 'string') return phrase;
      if ('amount' in phrase) return `${phrase.amount} of ${phrase.token}`;
      return Object.values(phrase).join('');
    })
    .join('');
}
