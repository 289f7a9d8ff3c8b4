// A sentence about a transaction: accounts are links, amounts have their exact value.

import type { Phrase } from '../../format/sentences.ts';
import { Near } from './amounts.tsx';
import { AccountLink } from './links.tsx';
import { TokenAmount } from './tokenAmount.tsx';

const LENGTH_MAX = 200;

export function Sentence({ phrases }: { phrases: readonly Phrase[] }) {
  return (
    <>
      {phrases.map((phrase, at) => (
        <Part key={at} phrase={phrase} />
      ))}
    </>
  );
}

function Part({ phrase }: { phrase: Phrase }) {
  if (typeof phrase === 'string') return <bdi>{cut(phrase)}</bdi>;
  if ('account' in phrase) return <AccountLink id={phrase.account} />;
  if ('near' in phrase) return <Near yocto={phrase.near} />;
  if ('code' in phrase) return <code class="wrap">{cut(phrase.code)}</code>;
  if ('strong' in phrase) return <b class="wrap">{cut(phrase.strong)}</b>;
  return <TokenAmount contract={phrase.token} amount={phrase.amount} />;
}

function cut(text: string): string {
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
}
