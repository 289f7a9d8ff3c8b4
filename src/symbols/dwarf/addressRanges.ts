// Ranges of addresses: of a unit, a function or an inlined call. An address counts from the start
// of the code section. Linkers keep the entries of functions that they have removed, and mark them
// by an address that no function can have.

import { Unreadable } from '../byteCursor.ts';
import { type FormValue, readAddress, type UnitBases, type UnitFormat } from './attributeForms.ts';
import { FORM_ADDRX, FORM_RNGLISTX } from './dwarfConstants.ts';
import { type DwarfSections, STEPS_PER_RANGE } from './dwarfSections.ts';

/** The section begins with the number of functions, and a function with its length. */
const FIRST_ADDRESS = 2;
const REMOVED_FROM = 0xff_ff_ff_f0;

export interface AddressRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export interface RangesContext {
  readonly sections: DwarfSections;
  readonly format: UnitFormat;
  readonly bases: UnitBases & { readonly rangeLists: number };
  /** The unit's own address, which offsets are added to. */
  readonly lowPc: number;
}

/** Is it the address of a function that the linker has removed? */
export function isRemoved(address: number): boolean {
  return address < FIRST_ADDRESS || address >= REMOVED_FROM;
}

/** The ranges of functions that still exist. */
export function readRanges(context: RangesContext, list: FormValue): AddressRange[] {
  const all =
    context.format.version >= 5 ? readRangeLists(context, list) : readPairs(context, list);
  return all.filter(({ start, end }) => !isRemoved(start) && end > start);
}

/** Up to version 4. */
function readPairs({ sections, format, lowPc }: RangesContext, list: FormValue): AddressRange[] {
  const { addressBytes } = format;
  const newBase = addressBytes === 4 ? 0xff_ff_ff_ff : 2 ** 64;
  const cursor = sections.at('ranges', list.value);
  const found: AddressRange[] = [];
  let base = lowPc;
  for (;;) {
    sections.step(STEPS_PER_RANGE);
    const start = cursor.unsigned(addressBytes);
    const end = cursor.unsigned(addressBytes);
    if (start === 0 && end === 0) return found;
    if (start === newBase) base = end;
    else if (!isRemoved(start + base)) found.push({ start: start + base, end: end + base });
  }
}

/** From version 5 on. Entries begin with a number that says what follows. */
function readRangeLists(context: RangesContext, list: FormValue): AddressRange[] {
  const { sections, format, bases } = context;
  const { addressBytes, offsetBytes } = format;
  let offset = list.value;
  if (list.form === FORM_RNGLISTX) {
    const place = sections.at('rangeLists', bases.rangeLists + list.value * offsetBytes);
    offset = bases.rangeLists + place.unsigned(offsetBytes);
  }
  const cursor = sections.at('rangeLists', offset);
  const numbered = () => {
    const value = { form: FORM_ADDRX, value: cursor.uleb() };
    return readAddress(sections, value, format, bases) ?? 0;
  };
  const plain = () => cursor.unsigned(addressBytes);
  const found: AddressRange[] = [];
  const add = (start: number, end: number) => found.push({ start, end });
  const addLength = (start: number, length: number) => add(start, start + length);
  let base = context.lowPc;
  for (;;) {
    sections.step(STEPS_PER_RANGE);
    const kind = cursor.u8();
    if (kind === 0) return found;
    if (kind === 1) base = numbered();
    else if (kind === 2) add(numbered(), numbered());
    else if (kind === 3) addLength(numbered(), cursor.uleb());
    else if (kind === 4) add(base + cursor.uleb(), base + cursor.uleb());
    else if (kind === 5) base = plain();
    else if (kind === 6) add(plain(), plain());
    else if (kind === 7) addLength(plain(), cursor.uleb());
    else throw new Unreadable(`a range of the kind ${kind}`);
  }
}
