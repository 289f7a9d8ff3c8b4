// The entry point of the explorer: connects to the chain and shows the page of the URL.

import { render } from 'preact';
import { App } from './app.tsx';
import { followChain } from './chain/feed.ts';
import { findToken } from './chain/token.ts';

findToken();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
void followChain();
