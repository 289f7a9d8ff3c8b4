// The explorer starts here.

import { render } from 'preact';

render(null, document.body);
