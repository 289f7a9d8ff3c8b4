// Source places from DWARF against those of addr2line, for addresses all over a contract built with
// near-sdk, in versions 4 and 5; and debug information that is damaged or hostile, which may give
// anything but an error, and takes a bounded time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8 } from '../../../src/base/bytes/bytes.ts';
import { demangle } from '../../../src/symbols/demangle/demangle.ts';
import { Dwarf } from '../../../src/symbols/dwarf/dwarf.ts';
import { WasmLayout } from '../../../src/symbols/wasmLayout.ts';
import { Random } from '../../vm/support/random.ts';
import * as w from '../../vm/support/wasmBytes.ts';
import { readBuilt } from '../support/builtContracts.ts';

const SECTIONS = ['.debug_info', '.debug_abbrev', '.debug_line', '.debug_ranges', '.debug_str'];
const DAMAGED = 150;

/** What addr2line says, by address: names and places of the frames. */
function readExpected(): Map<number, string[]> {
  const lines = bytesToUtf8(readBuilt('ledger.lines.tsv')).trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [address, ...fields] = line.split('\t');
      return [Number(address), fields];
    }),
  );
}

function framesAt(dwarf: Dwarf, address: number): string[] {
  return dwarf.framesAt(address).flatMap(({ name, place }) => {
    const text = place === null ? '' : `${place.file}:${place.line}:${place.column}`;
    return [name === null ? '' : demangle(name), text];
  });
}

/** Code that belongs to no line: addr2line gives the file, and we the line before it. */
const NO_LINE = /^(.*):0:0$/;

for (const file of ['ledger.lines.wasm', 'ledger.lines5.wasm'] as const) {
  test(`the same as addr2line: ${file}`, () => {
    const dwarf = new Dwarf(new WasmLayout(readBuilt(file)));
    const expected = readExpected();
    let [located, inlined] = [0, 0];
    for (const [address, frames] of expected) {
      const found = framesAt(dwarf, address);
      const comparable = frames.map((text, index) =>
        NO_LINE.test(text) ? (found[index] ?? text) : text,
      );
      if (found.length > 0) assert.deepEqual(found, comparable, `address ${address}`);
      else assert.ok(frames.length === 0 || frames.length === 2, `address ${address}`);
      if (found.length > 0) located++;
      if (found.length > 2) inlined++;
    }
    assert.ok(located > expected.size * 0.98, `${located} of ${expected.size}`);
    assert.ok(inlined > expected.size * 0.4, `${inlined} with inlined calls`);
  });
}

test('damaged debug information is no error', () => {
  const good = readBuilt('ledger.lines.wasm');
  const layout = new WasmLayout(good);
  const addresses = [...readExpected().keys()].filter((_, index) => index % 40 === 0);
  const random = new Random(1);
  for (let round = 0; round < DAMAGED; round++) {
    const bytes = good.slice();
    const name = random.pick(SECTIONS);
    const section = layout.sections.find((one) => one.name === name);
    assert.ok(section !== undefined, name);
    for (let count = 1 + random.below(8); count > 0; count--) {
      bytes[section.start + random.below(section.end - section.start)] = random.below(256);
    }
    const dwarf = new Dwarf(new WasmLayout(bytes));
    for (const address of addresses) dwarf.framesAt(address);
  }
});

test('debug information that ends too early is no error', () => {
  const good = readBuilt('ledger.lines5.wasm');
  const { sections } = new WasmLayout(good);
  for (const { name, start, end } of sections) {
    if (!name.startsWith('.debug')) continue;
    for (const part of [0, 0.5, 0.99]) {
      const rest = sections
        .filter((one) => one.name !== name)
        .flatMap((one) => [
          ...w.section(one.id, [
            ...(one.id === 0 ? w.text(one.name) : []),
            ...good.subarray(one.start, one.end),
          ]),
        ]);
      const cut = good.subarray(start, start + Math.floor((end - start) * part));
      const bytes = Uint8Array.from([...w.HEADER, ...rest, ...w.custom(name, [...cut])]);
      new Dwarf(new WasmLayout(bytes)).framesAt(15_433);
    }
  }
});

const u16 = (value: number) => [value & 0xff, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
const sized32 = (bytes: readonly number[]) => [...u32(bytes.length), ...bytes];

/** A module with one empty function, and sections of debug information. */
function moduleWith(sections: Readonly<Record<string, readonly number[]>>): Dwarf {
  const code = w.wasm(
    w.types(w.type()),
    w.functions(0),
    w.bodies(w.body([])),
    ...Object.entries(sections).map(([name, content]) => w.custom(name, content)),
  );
  return new Dwarf(new WasmLayout(code));
}

/** Attributes of a unit that covers all addresses: DW_AT_low_pc, high_pc and stmt_list. */
const UNIT_ABBREVIATION = [1, 0x11, 1, 0x11, 0x01, 0x12, 0x06, 0x10, 0x17, 0, 0];

/** Version 4, no folders, one file, and one sequence from the first function on. */
const ONE_LINE = sized32([
  ...[...u16(4), ...u32(14), 1, 1, 1, 0xfb, 14, 1, 0, 0x61, 0, 0, 0, 0, 0, 0],
  ...[0, 5, 2, ...u32(2), 1, 2, 50, 0, 1, 1],
]);

test('an unknown version gives nothing', () => {
  for (const version of [0, 1, 6, 65_535]) {
    const unit = [...u16(version), ...u32(0), 4, 1, ...u32(2), ...u32(100), ...u32(0)];
    const dwarf = moduleWith({
      '.debug_abbrev': [...UNIT_ABBREVIATION, 0],
      '.debug_info': sized32(unit),
      '.debug_line': [0],
    });
    assert.ok(dwarf.exists);
    assert.deepEqual(dwarf.framesAt(3), []);
  }
});

test('a short text that stands for endless work is given up', () => {
  // Thousands of entries that all share one list of thousands of ranges.
  const inlined = [2, 0x1d, 0, 0x55, 0x17, 0, 0];
  const entries = Array.from({ length: 20_000 }, () => [2, ...u32(0)]).flat();
  const unit = [...u16(4), ...u32(0), 4, 1, ...u32(2), ...u32(100), ...u32(0), ...entries];
  const ranges = Array.from({ length: 20_000 }, () => [...u32(5), ...u32(6)]).flat();
  const dwarf = moduleWith({
    '.debug_abbrev': [...UNIT_ABBREVIATION, ...inlined, 0],
    '.debug_info': sized32(unit),
    '.debug_ranges': [...ranges, ...u32(0), ...u32(0)],
    '.debug_line': ONE_LINE,
  });
  dwarf.framesAt(3);
});

test('functions that name each other as their origin, and inlined calls within themselves', () => {
  // DW_TAG_subprogram and DW_TAG_inlined_subroutine with low_pc, high_pc and abstract_origin.
  const attributes = [0x11, 0x01, 0x12, 0x06, 0x31, 0x13, 0, 0];
  const abbreviations = [2, 0x2e, 1, ...attributes, 3, 0x1d, 1, ...attributes];
  const FIRST = 11 + 1 + 12;
  const ENTRY_BYTES = 13;
  const entry = (code: number, origin: number) => [code, ...u32(2), ...u32(50), ...u32(origin)];
  // Each names the next one, and the last one the first; nested as deeply as is read.
  const count = 400;
  const entries = Array.from({ length: count }, (_, i) =>
    entry(i === 0 ? 2 : 3, FIRST + ((i + 1) % count) * ENTRY_BYTES),
  );
  const unit = [...u16(4), ...u32(0), 4, 1, ...u32(2), ...u32(100), ...u32(0), ...entries.flat()];
  const dwarf = moduleWith({
    '.debug_abbrev': [...UNIT_ABBREVIATION, ...abbreviations, 0],
    '.debug_info': sized32([...unit, ...new Array(count + 1).fill(0)]),
    '.debug_line': ONE_LINE,
  });
  const frames = dwarf.framesAt(3);
  assert.ok(frames.length > 0 && frames.length <= count, `${frames.length} frames`);
  assert.ok(frames.every(({ name }) => name === null));
});
