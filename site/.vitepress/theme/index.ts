// The default theme without its fonts, in the colours of the explorer.

import theme from 'vitepress/theme-without-fonts';
import './colours.css';

export default theme;
