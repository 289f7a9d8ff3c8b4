// A frame of a contract's stack as its author reads it, and which frames matter: those of the
// contract's own code, not those of libraries, and not those that only report a panic.

import { isLibraryFile } from './sourcePlace.ts';

/** Frames that report a panic, code of libraries, or the contract's own code. */
type FrameRole = 'panic' | 'library' | 'own';

export interface StackFrame {
  /** Demangled and not too long, but otherwise any text. */
  readonly function: string;
  /** Was the call inlined in the next frame, by the compiler of the contract? */
  readonly inlined: boolean;
  /** With the parts of the path that matter; null if it is unknown. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly role: FrameRole;
}

/** What reports a panic of Rust, from where it is detected to the host function. */
const PANIC_NAMES = [
  /^core::panicking::/,
  /^core::(option|result)::\w*_failed$/,
  /^core::slice::index::\w*fail/,
  /^core::str::slice_error_fail/,
  /^core::cell::panic_already/,
  /^alloc::alloc::handle_alloc_error/,
  /^alloc::raw_vec::(handle_error|capacity_overflow)/,
  /^std::(panicking|alloc::rust_oom|sys::backtrace|rt::panic)/,
  /^_?_?rust_?c?(::)?_?(rust_)?(begin_unwind|panic|start_panic)/,
  /^<?alloc::boxed::Box<.*Fn.*> as core::ops::function::Fn/,
  /^core::ops::function::Fn\w*::call/,
  /^near_sdk::environment::env::(panic|abort|set_panic_hook|setup_panic_hook)/,
  /^near_sdk_env::(panic|abort)/,
  /^near_sys::(panic|abort)/,
  /^~lib\/\w*\/?abort/,
];

const LIBRARY_NAMES = /^[<&[(]*(core|alloc|std|near_sdk|near_sdk_env|near_sys|borsh|serde|~lib)\b/;

export function roleOf(name: string, file: string | null): FrameRole {
  if (PANIC_NAMES.some((pattern) => pattern.test(name))) return 'panic';
  const isLibrary = file === null ? LIBRARY_NAMES.test(name) : isLibraryFile(file);
  return isLibrary ? 'library' : 'own';
}

/**
 * The frames from the first one of the contract's own code on, and how many were left out before
 * it. Without source places nothing but the report of a panic is left out.
 */
export function foldStack(stack: readonly StackFrame[]): {
  readonly shown: readonly StackFrame[];
  readonly hidden: number;
} {
  const isKnown = stack.some(({ role, file }) => role === 'own' && file !== null);
  const first = stack.findIndex(({ role }) => (isKnown ? role === 'own' : role !== 'panic'));
  return first < 0 ? { shown: stack, hidden: 0 } : { shown: stack.slice(first), hidden: first };
}

/** One line for each frame, or for a run of equal ones as recursion makes them. */
export function formatStack(stack: readonly StackFrame[]): string[] {
  const { shown, hidden } = foldStack(stack);
  const lines = foldRepeated(shown.map((frame) => `at ${frame.function}${formatPlace(frame)}`));
  const texts = lines.map(({ text, count }) => (count === 1 ? text : `${text}, ${count} times`));
  return hidden === 0 ? texts : [...texts, `(${hidden} inner frames of libraries are not shown)`];
}

/** Runs of equal lines, as recursion makes them. */
export function foldRepeated(lines: readonly string[]): { text: string; count: number }[] {
  const folded: { text: string; count: number }[] = [];
  for (const text of lines) {
    const last = folded.at(-1);
    if (last?.text === text) last.count++;
    else folded.push({ text, count: 1 });
  }
  return folded;
}

function formatPlace({ file, line, column, inlined }: StackFrame): string {
  const inlinedText = inlined ? ', inlined' : '';
  if (file === null) return inlinedText;
  const numbers = [line, column].filter((number) => number !== null && number > 0);
  return ` (${[file, ...numbers].join(':')})${inlinedText}`;
}
