// Short messages about what the user did. A success disappears by itself, a failure stays until it
// is dismissed; only the newest few are kept.

import { Observable } from './observable.ts';

const TOASTS_MAX = 4;
const SHOWN_MS = 5000;

export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly title: string;
  readonly text: string;
}

export const toasts = new Observable<readonly Toast[]>([]);

let nextId = 0;

export function showToast(kind: Toast['kind'], title: string, text = ''): void {
  const id = nextId++;
  toasts.value = [...toasts.value, { id, kind, title, text }].slice(-TOASTS_MAX);
  if (kind === 'done') setTimeout(() => dismissToast(id), SHOWN_MS);
}

export function dismissToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
