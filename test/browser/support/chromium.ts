// The browser of the tests and benchmarks, as a package brings it.

import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

export async function launchChromium(): Promise<Browser> {
  const executablePath = await chromium.executablePath();
  return playwright.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}
