// Writes the generated pages of docs/reference/. Tests hold the pages equal to what this makes.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, setUp } from './setup.js';

setUp();
const compiled = new URL('../dist/cli/referencePage.js', import.meta.url);
const { formatReferencePage } = await import(compiled.href);
writeFileSync(join(ROOT, 'docs', 'reference', 'cli.md'), formatReferencePage());
