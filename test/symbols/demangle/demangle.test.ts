// Demangled names of Rust functions: symbols of the standard library, of the compiler and of
// contracts with the texts that the crate rustc-demangle 0.1.26 gives for them (`{:#}`), forms that
// are too rare for a sample, and hostile symbols.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { demangle } from '../../../src/symbols/demangle/demangle.ts';
import { repositoryPath } from '../../support/repository.ts';

test('symbols of both schemes', () => {
  const path = repositoryPath('test/symbols/demangle/data/symbols.tsv');
  const rows = readFileSync(path, 'utf8').trim().split('\n');
  assert.ok(rows.length > 200);
  for (const row of rows) {
    const [symbol = '', expected] = row.split('\t');
    assert.equal(demangle(symbol), expected, symbol);
  }
});

const OTHERS: readonly (readonly [string, string])[] = [
  ['_RIC3fooKhff_E', 'foo::<255>'],
  ['_RIC3fooKln2a_E', 'foo::<-42>'],
  ['_RIC3fooKb1_E', 'foo::<true>'],
  ['_RIC3fooKc27_E', "foo::<'\\''>"],
  ['_RIC3fooKc2764_E', "foo::<'❤'>"],
  ['_RIC3fooKpE', 'foo::<_>'],
  ['_RIC3fooKRe616263_E', 'foo::<"abc">'],
  ['_RIC3fooKe6122_E', 'foo::<{*"a\\""}>'],
  ['_RIC3fooKRAh1_h2_EE', 'foo::<{&[1, 2]}>'],
  ['_RIC3fooKTh1_EE', 'foo::<{(1,)}>'],
  ['_RIC3fooKVNtC3bar1STh1_EE', 'foo::<{bar::S(1)}>'],
  ['_RIC3fooKVNtC3bar1SS1xh1_EE', 'foo::<{bar::S { x: 1 }}>'],
  ['_RIC3fooKVNtC3bar1SUE', 'foo::<{bar::S}>'],
  ['_RIC3fooKo123456789abcdef01_E', 'foo::<0x123456789abcdef01>'],
  ['_RIC3fooFG_UKCRL0_hEuE', `foo::<for<'a> unsafe extern "C" fn(&'a u8)>`],
  ['_RIC3fooFK15rust_intrinsicaEbE', 'foo::<extern "rust-intrinsica" fn() -> bool>'],
  ['_RIC3fooTEE', 'foo::<()>'],
  ['_RIC3fooTaEE', 'foo::<(i8,)>'],
  ['_RIC3fooDG_INtC3bar1TRL0_aEp3OuthEL_E', "foo::<dyn for<'a> bar::T<&'a i8, Out = u8>>"],
  ['_RIC3fooDNtC3bar1TEL_E', 'foo::<dyn bar::T>'],
  ['_RIC3fooAhj8_E', 'foo::<[u8; 8]>'],
  ['_RIC3fooShE', 'foo::<[u8]>'],
  ['_RNSC3foo6vtable', 'foo::{shim:vtable#0}'],
  ['_RNvC3foo3bar.llvm.1A', 'foo::bar'],
  ['_ZN3foo3bar17h05af221e174051e9E', 'foo::bar'],
  ['_ZN1$E', '$'],
  ['_ZN3foo3barE.llvm.12', 'foo::bar'],
  ['ZN3foo3barE', 'foo::bar'],
  ['__ZN3foo3barE', 'foo::bar'],
  ['_RIC3fooQL_hE', 'foo::<&mut u8>'],
  [
    '_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y',
    'utf8_idents::საჭმელად_გემრიელი_სადილი',
  ],
];

test('forms that are rare, and suffixes', () => {
  for (const [symbol, expected] of OTHERS) assert.equal(demangle(symbol), expected, symbol);
});

const UNCHANGED = [
  '',
  'main',
  '_RNvC3foou4_ltd',
  '_RNvC3foou8mnchen_3ya',
  '_ZN4core3fmt5Write9write_fmt17habcdef',
  '_ZN28_$LT$impl$u20$T$u20$for$GT$4x..yE',
  '_R',
  '_RN',
  '_ZN',
  '_RC3foo3bar',
];

test('what is no symbol stays as it is', () => {
  for (const name of UNCHANGED) assert.equal(demangle(name), name);
});

test('a symbol that would be too long stays as it is', () => {
  const hostile = [
    // References to themselves.
    '_RMC0RB2_',
    '_RNvB_1a',
    // Deep nesting, and many lifetimes.
    `_R${'Nv'.repeat(5_000)}C1a${'1b'.repeat(5_000)}`,
    `_RIC1a${'R'.repeat(9_000)}hE`,
    '_RMC0FGZZZ_Eu',
    'x'.repeat(100_000),
  ];
  for (const name of hostile) assert.equal(demangle(name), name, name.slice(0, 30));
});

test('names that double with each back reference are given up early', () => {
  let symbol = 'IC1aTuuE';
  let last = 4;
  for (let level = 0; level < 60; level++) {
    const start = symbol.length;
    const target = base62(last);
    symbol += `TB${target}B${target}E`;
    last = start;
  }
  const name = `_R${symbol}E`;
  assert.equal(demangle(name), name);
});

function base62(value: number): string {
  const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  let text = '';
  for (let rest = value - 1; ; rest = Math.floor(rest / 62)) {
    text = digits[rest % 62] + text;
    if (rest < 62) return `${text}_`;
  }
}
