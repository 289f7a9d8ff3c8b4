// Each worker has a node of its own, with the chain that perigee.config.json describes.

import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { globalSetup: ['perigee/vitest/setup'] } });
