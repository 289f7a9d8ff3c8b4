// Values of attributes in their many forms. Numbers stay numbers; texts and addresses that are
// elsewhere are only located, and read by `readText` and `readAddress` if they are needed.

import { type ByteCursor, Unreadable } from '../byteCursor.ts';
import type { Attribute } from './abbreviations.ts';
import * as dw from './dwarfConstants.ts';
import type { DwarfSections } from './dwarfSections.ts';

/** What the meaning of a form depends on. */
export interface UnitFormat {
  readonly version: number;
  /** 4 or 8: the length of offsets. */
  readonly offsetBytes: number;
  readonly addressBytes: number;
}

/** A value: a number, and the form that says what it means. */
export interface FormValue {
  readonly form: number;
  readonly value: number;
}

const INDIRECTIONS_MAX = 4;

export function readForm(
  cursor: ByteCursor,
  { form, constant }: Pick<Attribute, 'form' | 'constant'>,
  format: UnitFormat,
): FormValue {
  let actual = form;
  for (let count = 0; actual === dw.FORM_INDIRECT; count++) {
    if (count > INDIRECTIONS_MAX) throw new Unreadable('a form is indirect too often');
    actual = cursor.uleb();
  }
  return { form: actual, value: readValue(cursor, actual, constant, format) };
}

function readValue(
  cursor: ByteCursor,
  form: number,
  constant: number,
  { version, offsetBytes, addressBytes }: UnitFormat,
): number {
  switch (form) {
    case dw.FORM_FLAG_PRESENT:
      return 1;
    case dw.FORM_IMPLICIT_CONST:
      return constant;
    case dw.FORM_DATA1:
    case dw.FORM_FLAG:
    case dw.FORM_REF1:
    case dw.FORM_STRX1:
    case dw.FORM_ADDRX1:
      return cursor.u8();
    case dw.FORM_DATA2:
    case dw.FORM_REF2:
    case dw.FORM_STRX2:
    case dw.FORM_ADDRX2:
      return cursor.u16();
    case dw.FORM_STRX3:
    case dw.FORM_ADDRX3:
      return cursor.u16() + cursor.u8() * 0x1_00_00;
    case dw.FORM_DATA4:
    case dw.FORM_REF4:
    case dw.FORM_STRX4:
    case dw.FORM_ADDRX4:
      return cursor.u32();
    case dw.FORM_DATA8:
    case dw.FORM_REF8:
    case dw.FORM_REF_SIG8:
      return cursor.u64();
    case dw.FORM_SDATA:
      return cursor.sleb();
    case dw.FORM_UDATA:
    case dw.FORM_REF_UDATA:
    case dw.FORM_STRX:
    case dw.FORM_ADDRX:
    case dw.FORM_LOCLISTX:
    case dw.FORM_RNGLISTX:
      return cursor.uleb();
    case dw.FORM_STRP:
    case dw.FORM_LINE_STRP:
    case dw.FORM_SEC_OFFSET:
      return cursor.unsigned(offsetBytes);
    case dw.FORM_REF_ADDR:
      return cursor.unsigned(version <= 2 ? addressBytes : offsetBytes);
    case dw.FORM_ADDR:
      return cursor.unsigned(addressBytes);
    case dw.FORM_STRING:
      return skipText(cursor);
    default:
      return skipBlock(cursor, form);
  }
}

/** Its offset in the section. */
function skipText(cursor: ByteCursor): number {
  const start = cursor.offset;
  const zero = cursor.bytes.indexOf(0, start);
  cursor.skip((zero < 0 ? cursor.end : zero) + 1 - start);
  return start;
}

function skipBlock(cursor: ByteCursor, form: number): number {
  const lengths: Readonly<Record<number, () => number>> = {
    [dw.FORM_BLOCK1]: () => cursor.u8(),
    [dw.FORM_BLOCK2]: () => cursor.u16(),
    [dw.FORM_BLOCK4]: () => cursor.u32(),
    [dw.FORM_BLOCK]: () => cursor.uleb(),
    [dw.FORM_EXPRLOC]: () => cursor.uleb(),
    [dw.FORM_DATA16]: () => 16,
  };
  const length = lengths[form];
  if (length === undefined) throw new Unreadable(`a form with the number ${form}`);
  cursor.skip(length());
  return 0;
}

/** Where a unit's texts and addresses are, for forms that number them. */
export interface UnitBases {
  readonly textOffsets: number;
  readonly addresses: number;
}

/** `here` is the section that the attribute itself is in. */
export function readText(
  sections: DwarfSections,
  { form, value }: FormValue,
  { format, bases, here }: TextPlace,
): string | null {
  switch (form) {
    case dw.FORM_STRING:
      return sections.at(here, value).text();
    case dw.FORM_STRP:
      return sections.at('text', value).text();
    case dw.FORM_LINE_STRP:
      return sections.at('lineText', value).text();
    case dw.FORM_STRX:
    case dw.FORM_STRX1:
    case dw.FORM_STRX2:
    case dw.FORM_STRX3:
    case dw.FORM_STRX4: {
      const { offsetBytes } = format;
      const place = sections.at('textOffsets', bases.textOffsets + value * offsetBytes);
      return sections.at('text', place.unsigned(offsetBytes)).text();
    }
    default:
      return null;
  }
}

interface TextPlace {
  readonly format: UnitFormat;
  readonly bases: UnitBases;
  readonly here: 'info' | 'line';
}

/** Null for a form that is no address. */
export function readAddress(
  sections: DwarfSections,
  { form, value }: FormValue,
  { addressBytes }: UnitFormat,
  { addresses }: UnitBases,
): number | null {
  switch (form) {
    case dw.FORM_ADDR:
      return value;
    case dw.FORM_ADDRX:
    case dw.FORM_ADDRX1:
    case dw.FORM_ADDRX2:
    case dw.FORM_ADDRX3:
    case dw.FORM_ADDRX4:
      return sections.at('addresses', addresses + value * addressBytes).unsigned(addressBytes);
    default:
      return null;
  }
}
