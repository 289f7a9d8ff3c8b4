// Search results: a single match is opened at once, several are listed.

import { useEffect } from 'preact/hooks';
import { addressOf, type Found, search } from '../chain/search.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { Answer } from '../parts/ui/answer.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Title } from '../parts/ui/title.tsx';
import type { PageProps } from './pageProps.ts';

export function SearchPage({ subject }: PageProps) {
  const loaded = useLoaded(subject, () => search(subject));
  return (
    <>
      <Title>Search</Title>
      <p class="name">
        <bdi>{subject}</bdi>
      </p>
      <Answer loaded={loaded}>{(found) => <Results found={found} />}</Answer>
    </>
  );
}

function Results({ found }: { found: readonly Found[] }) {
  const [only, ...others] = found;
  useEffect(() => {
    if (only !== undefined && others.length === 0) location.replace(addressOf(only));
  }, [only, others.length]);
  if (only === undefined) {
    return (
      <Notice>
        Nothing on this chain has this name. One can search by the hash of a transaction, block,
        chunk, receipt or epoch, by a height, by an account, and by a public key.
      </Notice>
    );
  }
  return (
    <ul class="list">
      {found.map((result) => (
        <li key={addressOf(result)}>
          <a href={addressOf(result)}>{result.what}</a>
        </li>
      ))}
    </ul>
  );
}
