// What the user chose for this browser. Storage may be switched off; then a choice lasts as long as
// the page.

import { Observable } from './observable.ts';

const PREFIX = 'perigee-';

export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keepPreference(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // It lasts as long as the page.
  }
}

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const theme = new Observable<Theme>('system');

/** Applies the theme of the last visit, and every later choice. */
export function followTheme(): void {
  theme.subscribe((chosen) => {
    const { dataset } = document.documentElement;
    if (chosen === 'system') delete dataset.theme;
    else dataset.theme = chosen;
    keepPreference('theme', chosen);
  });
  const kept = readPreference('theme');
  theme.value = THEMES.find((name) => name === kept) ?? 'system';
}
