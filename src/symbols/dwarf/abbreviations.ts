// The abbreviations of a unit: which attributes an entry has, and in which form.

import { Unreadable } from '../byteCursor.ts';
import { FORM_IMPLICIT_CONST } from './dwarfConstants.ts';
import type { DwarfSections } from './dwarfSections.ts';

const ATTRIBUTES_MAX = 256;

export interface Attribute {
  readonly name: number;
  readonly form: number;
  /** The value itself, for one of its forms. */
  readonly constant: number;
}

export interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  readonly attributes: readonly Attribute[];
}

export type Abbreviations = ReadonlyMap<number, Abbreviation>;

export function readAbbreviations(sections: DwarfSections, offset: number): Abbreviations {
  const cursor = sections.at('abbrev', offset);
  const found = new Map<number, Abbreviation>();
  for (let code = cursor.uleb(); code !== 0; code = cursor.uleb()) {
    const tag = cursor.uleb();
    const hasChildren = cursor.u8() !== 0;
    const attributes: Attribute[] = [];
    for (;;) {
      sections.step();
      const name = cursor.uleb();
      const form = cursor.uleb();
      const constant = form === FORM_IMPLICIT_CONST ? cursor.sleb() : 0;
      if (name === 0 && form === 0) break;
      if (attributes.push({ name, form, constant }) > ATTRIBUTES_MAX) {
        throw new Unreadable('an entry has too many attributes');
      }
    }
    found.set(code, { tag, hasChildren, attributes });
    // The end of the section ends the list as well.
    if (cursor.isAtEnd()) break;
  }
  return found;
}
