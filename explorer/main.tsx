// The entry point of the explorer: connects to the chain and shows the page of the URL.

import { render } from 'preact';
import { App } from './app.tsx';
import { followClock } from './chain/clock.ts';
import { followChain } from './chain/feed.ts';
import { followLocalChain } from './chain/localChain.ts';
import { followTheme } from './chain/preferences.ts';
import { findToken } from './chain/token.ts';

followTheme();
findToken();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
followClock();
followLocalChain();
void followChain();
