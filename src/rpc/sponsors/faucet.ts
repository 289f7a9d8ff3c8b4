// The faucet: has the registrar create an account with a key, at its own expense.

import { bytesToBase64, utf8ToBytes } from '../../base/bytes/bytes.ts';
import type { JsonValue } from '../../base/json/exactJson.ts';
import { GAS_PER_TGAS, YOCTO_PER_NEAR } from '../../base/units.ts';
import { type AccountId, parseAccountId } from '../../types/accountId.ts';
import { requireBody, type Sponsor, SponsorRefusal } from './sponsor.ts';

/** What a new account begins with. */
const AMOUNT = 10n * YOCTO_PER_NEAR;
const GAS = 100n * GAS_PER_TGAS;
/** What `create_account` returns, in base64, if it did not create the account. */
const FALSE = bytesToBase64(utf8ToBytes('false'));

export function createAccountFor(registrar: AccountId): Sponsor {
  return (body) => {
    const { newAccountId, newAccountPublicKey, accountId, publicKey } = requireBody(body);
    const isRelay = newAccountId === undefined;
    const id = parseAccountId(requireText(newAccountId ?? accountId, 'newAccountId'));
    const key = requireText(newAccountPublicKey ?? publicKey, 'newAccountPublicKey');
    const args = JSON.stringify({ new_account_id: id, new_public_key: key });
    const call = {
      method_name: 'create_account',
      args: bytesToBase64(utf8ToBytes(args)),
      gas: Number(GAS),
      deposit: `${AMOUNT}`,
    };
    const params = JSON.stringify({
      signer_id: registrar,
      receiver_id: registrar,
      actions: [{ FunctionCall: call }],
      wait_until: 'FINAL',
    });
    return { params, finish: isRelay ? (result) => confirm(id, result) : (result) => result };
  };
}

/** Clients that send `accountId` look at the status rather than at the value. */
function confirm(accountId: AccountId, result: object): object {
  const { status } = result as { readonly status?: { readonly SuccessValue?: string } };
  const value = status?.SuccessValue;
  if (value !== undefined && value !== FALSE) return { ...result, success: true };
  throw new SponsorRefusal(409, `the account ${accountId} could not be created`);
}

function requireText(value: JsonValue | undefined, name: string): string {
  if (typeof value === 'string') return value;
  throw new SponsorRefusal(400, `${name} must be a string`);
}
