// What a transaction did, told from the point of view of one account that took part in it:
// `received 10 NEAR from bob`.

import { describeActions, openTagged } from './actions.ts';
import type { TokenMove } from './events.ts';
import { type Deed, type Phrase, tellTransaction } from './sentences.ts';

/** The sentence without its subject, which is the account. */
export function tellAccount(account: string, deed: Deed): Phrase[] {
  const told = tellTransaction(deed);
  const [actor, ...rest] = told;
  if (typeof actor === 'object' && 'account' in actor && actor.account === account) {
    return trimStart(rest);
  }
  const received = deed.isFailed ? null : tellReceived(account, deed);
  const passive = received ?? tellPassive(account, deed);
  return passive ?? ['took part when ', ...told];
}

/** After the subject there is no space. */
function trimStart([first, ...rest]: readonly Phrase[]): Phrase[] {
  if (typeof first !== 'string') return first === undefined ? [] : [first, ...rest];
  const trimmed = first.replace(/^[ :]+/, '');
  return trimmed === '' ? trimStart(rest) : [trimmed, ...rest];
}

function tellReceived(account: string, { moves, signer }: Deed): Phrase[] | null {
  const move = moves.find(({ from, to }) => to === account && from !== account);
  if (move === undefined) return null;
  return ['received ', ...whatMoved(move), ' from ', { account: move.from ?? signer }];
}

function whatMoved({ contract, amount, tokenIds }: TokenMove): Phrase[] {
  if (amount !== null) return [{ token: contract, amount }];
  return [{ strong: tokenIds.join(', ') }, ' of ', { account: contract }];
}

/** What was done to the account by the transaction itself. */
function tellPassive(account: string, deed: Deed): Phrase[] | null {
  const { signer, receiver, actions, isFailed } = deed;
  const opened = actions.map(openTagged);
  const isCall = opened.some(({ kind }) => kind === 'FunctionCall');
  if (receiver !== account || (isFailed && !isCall)) return null;
  const by: Phrase[] = [' by ', { account: signer }];
  const sent = isFailed ? undefined : opened.find(({ kind }) => kind === 'Transfer');
  const called = opened.find(({ kind }) => kind === 'FunctionCall');
  if (!isFailed && opened.some(({ kind }) => kind === 'CreateAccount')) {
    const amount: Phrase[] = sent === undefined ? [] : [' with ', near(sent.fields.deposit)];
    return ['was created', ...by, ...amount];
  }
  if (sent !== undefined)
    return ['received ', near(sent.fields.deposit), ' from ', { account: signer }];
  if (called !== undefined) {
    const { method_name, deposit } = called.fields;
    const paid: Phrase[] = BigInt(String(deposit ?? 0)) > 1n ? [' with ', near(deposit)] : [];
    return ['was called: ', { code: String(method_name) }, ...by, ...paid];
  }
  return [`was changed (${describeActions(actions)})`, ...by];
}

function near(amount: unknown): Phrase {
  return { near: String(amount ?? 0) };
}
