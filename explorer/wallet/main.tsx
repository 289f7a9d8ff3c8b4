// The entry point of the wallet.

import { render } from 'preact';
import { followTheme } from '../chain/preferences.ts';
import { findToken } from '../chain/token.ts';
import { Wallet } from './wallet.tsx';

followTheme();
findToken();
const root = document.getElementById('app');
if (root !== null) render(<Wallet />, root);
