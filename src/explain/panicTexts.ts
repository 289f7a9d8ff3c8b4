// Messages of contracts that many have, because they come from near-sdk, near-sdk-js and the
// contracts of the token standards. A message is any text: patterns must be linear in its length.

import { formatTokens } from '../base/amounts.ts';
import { because, type Explanation } from './explanation.ts';
import type { CallFacts } from './facts.ts';
import { nameAtPosition } from './jsonPosition.ts';

type Facts = CallFacts | null;
type PanicRule = readonly [
  text: RegExp,
  explain: (found: RegExpExecArray, facts: Facts) => Explanation,
];

/** Beyond this, messages are not looked at. */
const MESSAGE_CHARS_MAX = 2_000;

/** Methods that contracts begin with, usual ones first. */
const INIT_METHODS = ['new', 'init', 'new_default_meta', 'initialize'];

const attached = (facts: Facts) =>
  facts === null ? '' : `: ${formatTokens(facts.attachedDeposit)} was attached`;
const method = (facts: Facts) => (facts === null ? 'the method' : `the method ${facts.methodName}`);

/** The first one that matches applies. */
const RULES: readonly PanicRule[] = [
  [
    /requires attached deposit of exactly 1 yocto/i,
    (_, facts) =>
      because(
        `${method(facts)} wants a deposit of exactly 1 yoctoNEAR, as a proof of full access` +
          attached(facts),
        'attach exactly 1 yoctoNEAR, signed with a full access key',
      ),
  ],
  [
    /requires attached deposit of at least (\d+) yocto/i,
    ([, amount = '1'], facts) =>
      because(
        `${method(facts)} wants a deposit${attached(facts)}`,
        `attach at least ${amount} yoctoNEAR`,
      ),
  ],
  [
    /doesn't accept deposit/,
    (_, facts) =>
      because(
        `${method(facts)} does not take a deposit${attached(facts)}`,
        'attach no deposit, or mark the method as #[payable] in the contract',
      ),
  ],
  [
    /Method (\w+ )?is private/,
    (_, facts) =>
      because(
        `${method(facts)} can only be called by the contract itself, such as for a callback`,
        'call a public method instead',
      ),
  ],
  [
    /account (\S+) is not registered/i,
    ([, account = '']) =>
      because(
        `the account ${account} has no storage in this contract`,
        `register it first: storage_deposit with {"account_id":"${account}"} and a deposit of ` +
          'what storage_balance_bounds returns as min',
      ),
  ],
  [
    /attached deposit is less than the minimum storage balance/i,
    (_, facts) =>
      because(
        `the deposit does not pay for the storage of an account${attached(facts)}`,
        'attach what storage_balance_bounds returns as min',
      ),
  ],
  [
    /Must attach (\d+) yoctoNEAR to cover storage/,
    ([, amount = '0'], facts) =>
      because(
        `the deposit does not pay for the storage${attached(facts)}`,
        `attach at least ${formatTokens(BigInt(amount))}`,
      ),
  ],
  [
    /the account doesn't have enough balance/i,
    () => because('the sender has fewer tokens than it wants to send', 'see ft_balance_of'),
  ],
  [
    /more gas is required/i,
    (_, facts) =>
      because(
        `${method(facts)} wants more gas than was attached to it`,
        'attach more gas, such as 100 Tgas',
      ),
  ],
  [
    /contract (is|was|has) not (been )?initialized|should be initialized before/i,
    (_, facts) => because('the contract has no state yet', describeInit(facts)),
  ],
  [
    /contract (is|has) already (been )?initialized/i,
    () =>
      because(
        'the contract has its state already',
        'leave the init call out; to begin again, delete the account or use a new one',
      ),
  ],
  [
    /Cannot deserialize the contract state/,
    () =>
      because(
        'the stored state does not have the form that this code expects: the code was redeployed ' +
          'with other fields',
        'migrate the state (#[init(ignore_state)] in Rust), or start with a new account or chain',
      ),
  ],
  [
    /Expected input since method has arguments/,
    (_, facts) =>
      because(
        `${method(facts)} was called without arguments`,
        'pass a JSON object with its arguments',
      ),
  ],
  [
    /Failed to deserialize input from JSON([\s\S]*)/,
    ([, detail = ''], facts) => explainArguments(detail, facts),
  ],
  [
    /Failed to deserialize input from Borsh/i,
    (_, facts) =>
      because(
        `the arguments of ${method(facts)} cannot be read as Borsh`,
        'encode them as the contract declares them; they are not JSON',
      ),
  ],
  [
    /Callback computation \d+ was not successful/,
    () =>
      because(
        'a call that the contract had waited for has failed',
        'see the receipts before this one for the reason',
      ),
  ],
  [
    /attempt to (add|subtract|multiply|negate)( with)? overflow/,
    () => because('a number became too large, or negative, for its type'),
  ],
];

/** Null for a message that is not known. */
export function explainPanic(message: string, facts: Facts): Explanation | null {
  const text = message.slice(0, MESSAGE_CHARS_MAX);
  for (const [pattern, explain] of RULES) {
    const found = pattern.exec(text);
    if (found !== null) return explain(found, facts);
  }
  return null;
}

function describeInit(facts: Facts): string {
  const methods = facts?.methods() ?? [];
  const init = INIT_METHODS.find((name) => methods.includes(name));
  return `call its init method first${init === undefined ? '' : `: ${init}`}`;
}

/** In the texts of earlier and later versions of near-sdk. */
const FAULT = /Error\(\\?"((?:[^"\\]|\\.)*?)\\?", line|Error: `(.*?) at line \d/;

/** The texts of serde_json, with the place of the fault. */
function explainArguments(detail: string, facts: Facts): Explanation {
  const cause = `the arguments of ${method(facts)} are not what the contract expects`;
  const missing = /missing field `([^`]*)`/.exec(detail)?.[1];
  if (missing !== undefined) {
    return because(`${cause}: the argument ${missing} is missing`, `pass ${missing}`);
  }
  const unknown = /unknown field `([^`]*)`(?:, expected ([^"]*))?/.exec(detail);
  if (unknown !== null) {
    const expected = unknown[2] === undefined ? '' : `; expected is ${unknown[2]}`;
    return because(`${cause}: there is no argument ${unknown[1]}${expected}`, 'correct its name');
  }
  const place = /line:? (\d+),? column:? (\d+)/.exec(detail);
  const name =
    place === null || facts === null
      ? null
      : nameAtPosition(facts.args, Number(place[1]), Number(place[2]));
  const [, old, newer] = FAULT.exec(detail) ?? [];
  const fault = old?.replaceAll('\\"', '"') ?? newer;
  const reason = fault === undefined ? '' : `: ${fault}`;
  return name === null
    ? because(`${cause}${reason}`, 'pass a JSON object with the arguments that it declares')
    : because(
        `${cause}: ${name}${reason}`,
        `correct ${name}; numbers above 2^53 and U128 are strings, such as "1"`,
      );
}
