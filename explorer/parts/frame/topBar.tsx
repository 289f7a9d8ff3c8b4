// The bar above every page: search, the newest blocks, and what one does most often.

import { chainHead, connection } from '../../chain/connection.ts';
import { actAs, actingAccount, nodeAccounts } from '../../chain/localChain.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatCount } from '../../format/amounts.ts';
import { formatRoute } from '../../route.ts';
import { Icon } from '../ui/icon.tsx';
import { Age } from '../values/age.tsx';
import { OrbitMark } from '../values/links.tsx';
import { runCommand } from './commands.ts';
import { Logo } from './logo.tsx';
import { MiniTape } from './miniTape.tsx';
import { SearchBox } from './searchBox.tsx';

export function TopBar() {
  return (
    <header class="topbar">
      <Logo />
      <SearchBox />
      <div class="pulse">
        <MiniTape />
        <Head />
        <LocalTools />
      </div>
    </header>
  );
}

function Head() {
  const head = useObservable(chainHead);
  const { state } = useObservable(connection);
  return (
    <span class="head-now">
      <span class={`live ${state}`} aria-hidden="true" />
      {head !== null && (
        <a class="height" href={formatRoute({ page: 'block', subject: `${head.height}` })}>
          {formatCount(head.height)}
        </a>
      )}{' '}
      {head?.timestampNanosec && (
        <span class="faint">
          <Age nanos={head.timestampNanosec} isAgo />
        </span>
      )}
    </span>
  );
}

/** What only a chain that is controlled from here has. */
function LocalTools() {
  const accounts = useObservable(nodeAccounts);
  const acting = useObservable(actingAccount);
  if (!accounts || acting === null) return null;
  const printed = accounts.map(({ account_id }) => account_id);
  // Any account can be acted as, also one whose key the node does not know.
  const names = printed.includes(acting) ? printed : [acting, ...printed];
  return (
    <>
      <button class="btn small" type="button" onClick={() => void runCommand('mine')}>
        <Icon name="mine" class="i-s" />
        Mine
      </button>
      <label class="as">
        <span class="vh">Act as</span>
        <OrbitMark name={acting} />
        <select value={acting} onChange={({ currentTarget }) => actAs(currentTarget.value)}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <Icon name="down" class="i-s" />
      </label>
    </>
  );
}
