// The relayer: takes a signed delegate action in any of the forms that wallets and tools send, and
// pays for it. The chain checks its signature.

import { base64ToBytes } from '../../base/bytes/bytes.ts';
import type { JsonValue } from '../../base/json/exactJson.ts';
import { decode } from '../../codec/codec.ts';
import type { AccountId } from '../../types/accountId.ts';
import { SignedDelegateAction } from '../../types/action.ts';
import { bytesFromList } from './bytesFromList.ts';
import { requireBody, type Sponsor, SponsorRefusal } from './sponsor.ts';

export function relayFor(relayer: AccountId): Sponsor {
  return (body) => {
    const signed = readDelegate(body);
    const { senderId } = signed.delegateAction;
    const action = `{"Delegate":${SignedDelegateAction.json(signed)}}`;
    const ids = `"signer_id":${JSON.stringify(relayer)},"receiver_id":${JSON.stringify(senderId)}`;
    return { params: `{${ids},"actions":[${action}]}`, finish: (result) => result };
  };
}

function readDelegate(body: JsonValue): SignedDelegateAction {
  if (Array.isArray(body)) return decode(SignedDelegateAction, bytesFromList(body));
  const fields = requireBody(body);
  const { signed_delegate_action: given = fields.payload ?? fields } = fields;
  if (typeof given === 'string') return decode(SignedDelegateAction, base64ToBytes(given));
  if ('delegate_action' in requireBody(given)) return SignedDelegateAction.parse(given);
  throw new SponsorRefusal(
    400,
    'expected {"signed_delegate_action": BASE64}, a list of bytes, or ' +
      '{"delegate_action", "signature"}',
  );
}
