// The entry point of the explorer: connects to the chain and shows the page of the URL. What the
// node has to answer is requested first: it answers while the browser renders.

import { render } from 'preact';
import { App } from './app.tsx';
import { followClock } from './chain/clock.ts';
import { followChain } from './chain/feed.ts';
import { followLocalChain } from './chain/localChain.ts';
import { followTheme } from './chain/preferences.ts';
import { findToken } from './chain/token.ts';
import { findPage } from './pages.ts';
import { parseRoute } from './route.ts';

followTheme();
findToken();
followClock();
followLocalChain();
void followChain();
// If that fails, the frame tries again and says so.
findPage(parseRoute(location.hash).page)
  ?.load()
  .catch(() => {});
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
