// What a request means, in one sentence each, from the point of view of the signer.

import type { Tagged } from '../chain/wire.ts';
import { describeAction, openTagged } from '../format/actions.ts';
import { formatNear, formatNumberOf } from '../format/amounts.ts';
import { quoteName, showHidden } from '../format/hiddenCharacters.ts';
import { shorten } from '../format/names.ts';
import {
  type DappRequest,
  isFullAccess,
  type KeyRequest,
  type RequestedTransaction,
} from './request.ts';

export function describeRequest(request: DappRequest, accountId: string): string {
  switch (request.kind) {
    case 'login':
      return describeLogin(request.key, accountId, request.message !== null);
    case 'message':
      return `Sign a message for ${quoteName(request.message.recipient)}`;
    case 'sign': {
      const [only, ...others] = request.transactions as [RequestedTransaction];
      if (request.isDelegated) return 'Let a relayer send this for you and pay for it';
      return others.length === 0
        ? describeTransaction(only)
        : `Send ${formatNumberOf(request.transactions.length, 'transaction')}, one after the other`;
    }
  }
}

function describeLogin(key: KeyRequest | null, accountId: string, hasMessage: boolean): string {
  if (key === null) return hasMessage ? 'Log in and sign a message' : 'Log in';
  const also = hasMessage ? ', and sign a message' : '';
  if (isFullAccess(key, accountId)) return `Give this page full access to your account${also}`;
  const methods = key.methodNames.map(quoteName).join(', ') || 'any method';
  const contract = quoteName(key.contractId ?? '');
  return `Log in, and let this page call ${methods} of ${contract} without asking${also}`;
}

export function describeTransaction({ receiverId, actions }: RequestedTransaction): string {
  const [only, ...others] = actions;
  const receiver = receiverId.length === 64 ? shorten(receiverId) : quoteName(receiverId);
  if (only === undefined) return `Send an empty transaction to ${receiver}`;
  if (others.length > 0) return `Do ${formatNumberOf(actions.length, 'thing')} on ${receiver}`;
  const { kind, fields } = openTagged(only);
  switch (kind) {
    case 'Transfer':
      return `Send ${formatNear(String(fields.deposit))} to ${receiver}`;
    case 'FunctionCall': {
      const deposit = BigInt(String(fields.deposit));
      const paying = deposit > 1n ? `, with ${formatNear(deposit)}` : '';
      return `Call ${quoteName(String(fields.method_name))} of ${receiver}${paying}`;
    }
    case 'DeleteAccount': {
      const heir = quoteName(String(fields.beneficiary_id));
      return `Delete ${receiver} and give what it has to ${heir}`;
    }
    case 'CreateAccount':
      return `Create ${receiver}`;
    default: {
      const words = showHidden(describeAction(only));
      return `${words.charAt(0).toUpperCase()}${words.slice(1)} on ${receiver}`;
    }
  }
}

/** What leaves the account at most, apart from fees, in yoctoNEAR. */
export function sumDeposits(transactions: readonly RequestedTransaction[]): bigint {
  const amounts = transactions.flatMap(({ actions }) => actions.map(depositOf));
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function depositOf(action: Tagged): bigint {
  const { deposit } = openTagged(action).fields;
  return BigInt(String(deposit ?? 0));
}

/** The gas that calls may burn. */
export function sumGas(transactions: readonly RequestedTransaction[]): bigint {
  const amounts = transactions.flatMap(({ actions }) =>
    actions.map((action) => BigInt(String(openTagged(action).fields.gas ?? 0))),
  );
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
