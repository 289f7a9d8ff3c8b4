// Reads a module section by section, in file order, as the first failing check decides the error.
// Function bodies are handed out as they come.

import { ByteReader } from '../format/byteReader.ts';
import { refuse } from '../format/refuse.ts';
import * as section from '../format/sectionIds.ts';
import type { PrepareLimits } from './prepareConfig.ts';
import * as sections from './readSections.ts';
import { readData, readDataCount, readElements } from './readSegments.ts';
import type { WasmModule } from './wasmModule.ts';
import { createModule } from './wasmModule.ts';

/** Sections must come in this order, each at most once. */
const ORDER = [
  section.SECTION_TYPE,
  section.SECTION_IMPORT,
  section.SECTION_FUNCTION,
  section.SECTION_TABLE,
  section.SECTION_MEMORY,
  section.SECTION_GLOBAL,
  section.SECTION_EXPORT,
  section.SECTION_START,
  section.SECTION_ELEMENT,
  section.SECTION_DATA_COUNT,
  section.SECTION_CODE,
  section.SECTION_DATA,
];

/** Takes the function bodies, one after the other. */
export type BodyVisitor = {
  /** The reader is bounded to the body, which includes the declarations of locals. */
  visit(functionIndex: number): void;
};

/** Called once, when everything that a body may refer to has been read. */
type CreateVisitor<V extends BodyVisitor> = (reader: ByteReader, module: WasmModule) => V;

type ReadModule<V extends BodyVisitor> = {
  readonly module: WasmModule;
  readonly visitor: V;
};

export function readModule<V extends BodyVisitor>(
  code: Uint8Array,
  limits: PrepareLimits,
  createVisitor: CreateVisitor<V>,
): ReadModule<V> {
  return new ModuleReader(code, limits, createVisitor).read();
}

class ModuleReader<V extends BodyVisitor> {
  readonly #reader: ByteReader;
  readonly #limits: PrepareLimits;
  readonly #createVisitor: CreateVisitor<V>;
  readonly #module: WasmModule;
  #functionBudget: number;
  /** The place in `ORDER` of the last section. */
  #position = -1;
  /** Functions that are declared, but have no body yet. */
  #missingBodies = 0;
  #visitor: V | null = null;

  constructor(code: Uint8Array, limits: PrepareLimits, createVisitor: CreateVisitor<V>) {
    this.#reader = new ByteReader(code);
    this.#limits = limits;
    this.#createVisitor = createVisitor;
    this.#module = createModule(code);
    this.#functionBudget = limits.maxFunctionsNumberPerContract;
  }

  read(): ReadModule<V> {
    const reader = this.#reader;
    const module = this.#module;
    for (const byte of section.MODULE_HEADER) {
      if (reader.u8() !== byte) refuse('Deserialization');
    }
    const codeEnd = reader.end;
    while (reader.offset < codeEnd) {
      const id = reader.u8();
      const length = reader.u32();
      if (length > codeEnd - reader.offset) refuse('Deserialization');
      reader.end = reader.offset + length;
      if (id === section.SECTION_CUSTOM) {
        reader.name();
        reader.offset = reader.end;
      } else {
        this.#readSection(id, length);
      }
      reader.end = codeEnd;
    }
    if (this.#missingBodies > 0) refuse('Deserialization');
    if ((module.dataCount ?? module.data.length) !== module.data.length) refuse('Deserialization');
    return { module, visitor: this.#visitor ?? this.#createVisitor(reader, module) };
  }

  #readSection(id: number, length: number): void {
    const position = ORDER.indexOf(id);
    if (position < 0) refuse('Deserialization');
    // A count, or the one number that the section consists of.
    const count = this.#reader.u32();
    if (id === section.SECTION_TYPE && count > this.#limits.maxTypesPerContract) {
      refuse('TooManyTypes');
    }
    if (id === section.SECTION_CODE && count > this.#functionBudget) refuse('TooManyFunctions');
    if (position <= this.#position) refuse('Deserialization');
    this.#position = position;
    this.#module.sectionLengths[id] = length;
    this.#readContent(id, count);
    sections.readSectionEnd(this.#reader);
    const { maxGlobalsPerContract } = this.#limits;
    if (id === section.SECTION_GLOBAL && count > (maxGlobalsPerContract ?? count)) {
      refuse('TooManyGlobals');
    }
  }

  #readContent(id: number, count: number): void {
    const reader = this.#reader;
    const module = this.#module;
    switch (id) {
      case section.SECTION_TYPE:
        sections.readTypes(reader, module, count);
        return;
      case section.SECTION_IMPORT:
        this.#functionBudget = sections.readImports(reader, module, count, this.#limits);
        return;
      case section.SECTION_FUNCTION:
        this.#missingBodies = count;
        sections.readFunctions(reader, module, count);
        return;
      case section.SECTION_TABLE:
        sections.readTables(reader, module, count, this.#limits);
        return;
      case section.SECTION_MEMORY:
        sections.readMemories(reader, module, count);
        return;
      case section.SECTION_GLOBAL:
        sections.readGlobals(reader, module, count);
        return;
      case section.SECTION_EXPORT:
        sections.readExports(reader, module, count);
        return;
      case section.SECTION_START:
        sections.readStart(module, count);
        return;
      case section.SECTION_ELEMENT:
        readElements(reader, module, count);
        return;
      case section.SECTION_DATA_COUNT:
        readDataCount(module, count);
        return;
      case section.SECTION_CODE:
        this.#readCode(count);
        return;
      default:
        readData(reader, module, count);
    }
  }

  #readCode(count: number): void {
    const reader = this.#reader;
    const sectionEnd = reader.end;
    if (count !== this.#missingBodies) refuse('Deserialization');
    this.#missingBodies = 0;
    const visitor = this.#createVisitor(reader, this.#module);
    this.#visitor = visitor;
    for (let index = 0; index < count; index++) {
      const length = reader.u32();
      if (length > sectionEnd - reader.offset) refuse('Deserialization');
      if (length > this.#limits.maxFunctionBodySize) refuse('FunctionBodyTooLarge');
      reader.end = reader.offset + length;
      visitor.visit(this.#module.imports.length + index);
      reader.end = sectionEnd;
    }
  }
}
