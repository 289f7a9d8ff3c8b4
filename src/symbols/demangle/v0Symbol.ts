// The newer scheme of mangling: RFC 2603 with its later additions. A symbol is read and printed at
// once. Its depth and the length of the text are bounded (`v0Printer.ts`), as back references let a
// short symbol stand for an exponentially long text.

import { bytesToUtf8, hexToBytes, isUtf8 } from '../../base/bytes/bytes.ts';
import { MalformedSymbol, SymbolPrinter } from './v0Printer.ts';

/** Without the prefix; null if it is malformed or too long. */
export function demangleV0(symbol: string): string | null {
  const printer = new SymbolPrinter(symbol);
  try {
    printPath(printer, true);
    // The crate that needed this instance of a generic function.
    if (!printer.isAtEnd()) printer.silently(() => printPath(printer, false));
    return printer.isAtEnd() ? printer.text : null;
  } catch (error) {
    if (error instanceof MalformedSymbol) return null;
    throw error;
  }
}

const LAST_CODE_POINT = 0x10_ff_ff;

const BASIC_TYPES: Readonly<Record<string, string>> = {
  a: 'i8',
  b: 'bool',
  c: 'char',
  d: 'f64',
  e: 'str',
  f: 'f32',
  h: 'u8',
  i: 'isize',
  j: 'usize',
  l: 'i32',
  m: 'u32',
  n: 'i128',
  o: 'u128',
  p: '_',
  s: 'i16',
  t: 'u16',
  u: '()',
  v: '...',
  x: 'i64',
  y: 'u64',
  z: '!',
};

/** In the path of a value, generic arguments follow `::`. */
function printPath(printer: SymbolPrinter, isValue: boolean): void {
  printer.nested(() => {
    const tag = printer.next();
    switch (tag) {
      case 'C':
        printer.optionalBase62('s');
        printer.print(printer.identifier());
        return;
      case 'N':
        printNested(printer, isValue);
        return;
      case 'M':
      case 'X':
      case 'Y':
        printImplementation(printer, tag);
        return;
      case 'I':
        printPath(printer, isValue);
        if (isValue) printer.print('::');
        printer.print('<');
        printer.list(', ', () => printGenericArgument(printer));
        printer.print('>');
        return;
      case 'B':
        printer.backReference(() => printPath(printer, isValue));
        return;
      default:
        printer.fail();
    }
  });
}

/** Closures and shims have a namespace in upper case, and a number. */
function printNested(printer: SymbolPrinter, isValue: boolean): void {
  const namespace = printer.next();
  if (!/[a-zA-Z]/.test(namespace)) printer.fail();
  printPath(printer, isValue);
  const number = printer.optionalBase62('s');
  const name = printer.identifier();
  if (namespace > 'Z') {
    if (name !== '') printer.print(`::${name}`);
    return;
  }
  const kind = { C: 'closure', S: 'shim' }[namespace] ?? namespace;
  printer.print(`::{${kind}${name === '' ? '' : `:${name}`}#${number}}`);
}

/** `<Type>`, or `<Type as Trait>`. Where the implementation is written does not matter. */
function printImplementation(printer: SymbolPrinter, tag: 'M' | 'X' | 'Y'): void {
  if (tag !== 'Y') {
    printer.optionalBase62('s');
    printer.silently(() => printPath(printer, false));
  }
  printer.print('<');
  printType(printer);
  if (tag !== 'M') {
    printer.print(' as ');
    printPath(printer, false);
  }
  printer.print('>');
}

function printGenericArgument(printer: SymbolPrinter): void {
  if (printer.eat('L')) printer.printLifetime(printer.base62());
  else if (printer.eat('K')) printConstant(printer, false);
  else printType(printer);
}

function printType(printer: SymbolPrinter): void {
  const basic = BASIC_TYPES[printer.peek()];
  if (basic !== undefined) {
    printer.next();
    printer.print(basic);
    return;
  }
  printer.nested(() => printCompoundType(printer));
}

function printCompoundType(printer: SymbolPrinter): void {
  const tag = printer.peek();
  if ('CMNXYI'.includes(tag)) {
    printPath(printer, false);
    return;
  }
  printer.next();
  switch (tag) {
    case 'R':
    case 'Q':
      printer.print('&');
      printReferenceLifetime(printer);
      printer.print(tag === 'Q' ? 'mut ' : '');
      printType(printer);
      return;
    case 'P':
    case 'O':
      printer.print(tag === 'P' ? '*const ' : '*mut ');
      printType(printer);
      return;
    case 'A':
    case 'S':
      printSequence(printer, tag === 'A');
      return;
    case 'T':
      printer.print('(');
      if (printer.list(', ', () => printType(printer)) === 1) printer.print(',');
      printer.print(')');
      return;
    case 'F':
      printer.inBinder(() => printFunctionType(printer));
      return;
    case 'D':
      printDynamic(printer);
      return;
    case 'B':
      printer.backReference(() => printType(printer));
      return;
    default:
      printer.fail();
  }
}

function printReferenceLifetime(printer: SymbolPrinter): void {
  if (!printer.eat('L')) return;
  const distance = printer.base62();
  if (distance === 0) return;
  printer.printLifetime(distance);
  printer.print(' ');
}

function printSequence(printer: SymbolPrinter, hasLength: boolean): void {
  printer.print('[');
  printType(printer);
  if (hasLength) {
    printer.print('; ');
    printConstant(printer, true);
  }
  printer.print(']');
}

function printFunctionType(printer: SymbolPrinter): void {
  if (printer.eat('U')) printer.print('unsafe ');
  if (printer.eat('K')) {
    const abi = printer.eat('C') ? 'C' : printer.identifier().replaceAll('_', '-');
    printer.print(`extern "${abi}" `);
  }
  printer.print('fn(');
  printer.list(', ', () => printType(printer));
  printer.print(')');
  if (printer.eat('u')) return;
  printer.print(' -> ');
  printType(printer);
}

function printDynamic(printer: SymbolPrinter): void {
  printer.print('dyn ');
  printer.inBinder(() => printer.list(' + ', () => printDynamicTrait(printer)));
  if (!printer.eat('L')) printer.fail();
  const distance = printer.base62();
  if (distance === 0) return;
  printer.print(' + ');
  printer.printLifetime(distance);
}

/** Associated types stand among the generic arguments. */
function printDynamicTrait(printer: SymbolPrinter): void {
  let isOpen = printOpenPath(printer);
  while (printer.eat('p')) {
    printer.print(isOpen ? ', ' : '<');
    isOpen = true;
    printer.print(`${printer.identifier()} = `);
    printType(printer);
  }
  if (isOpen) printer.print('>');
}

/** A path whose generic arguments, if it has any, are not closed yet. */
function printOpenPath(printer: SymbolPrinter): boolean {
  let isOpen = false;
  if (printer.eat('B')) {
    printer.backReference(() => {
      isOpen = printOpenPath(printer);
    });
  } else if (printer.eat('I')) {
    printPath(printer, false);
    printer.print('<');
    printer.list(', ', () => printGenericArgument(printer));
    isOpen = true;
  } else {
    printPath(printer, false);
  }
  return isOpen;
}

/** Outside of expressions, anything but a literal has braces. */
function printConstant(printer: SymbolPrinter, isInExpression: boolean): void {
  printer.nested(() => {
    const tag = printer.next();
    if ('htmyojaslxnicb'.includes(tag)) {
      printer.print(readLiteral(printer, tag));
    } else if (tag === 'p') {
      printer.print('_');
    } else if (tag === 'B') {
      printer.backReference(() => printConstant(printer, isInExpression));
    } else if (tag === 'R' && printer.eat('e')) {
      printer.print(readText(printer));
    } else {
      if (!isInExpression) printer.print('{');
      printCompoundConstant(printer, tag);
      if (!isInExpression) printer.print('}');
    }
  });
}

function readLiteral(printer: SymbolPrinter, type: string): string {
  if ('aslxni'.includes(type) && printer.eat('n')) return `-${readNumber(printer)}`;
  if (type !== 'b' && type !== 'c') return readNumber(printer);
  const code = Number.parseInt(printer.hex() || '0', 16);
  if (type === 'b') return code > 1 ? printer.fail() : String(code === 1);
  return isCodePoint(code) ? quote(String.fromCodePoint(code), "'") : printer.fail();
}

/** Numbers of more than 64 bits stay hexadecimal. */
function readNumber(printer: SymbolPrinter): string {
  const digits = printer.hex().replace(/^0+/, '') || '0';
  return digits.length > 16 ? `0x${digits}` : String(BigInt(`0x${digits}`));
}

function readText(printer: SymbolPrinter): string {
  const digits = printer.hex();
  if (digits.length % 2 !== 0) printer.fail();
  const bytes = hexToBytes(digits);
  return isUtf8(bytes) ? quote(bytesToUtf8(bytes), '"') : printer.fail();
}

function isCodePoint(code: number): boolean {
  return code <= LAST_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
}

/** As Rust writes it in source code. */
function quote(text: string, mark: string): string {
  const escaped = text.replaceAll(/[\\\n\r\t\0]|\p{Cc}/gu, (character) => {
    const known = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' }[character];
    return known ?? `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return mark + escaped.replaceAll(mark, `\\${mark}`) + mark;
}

function printCompoundConstant(printer: SymbolPrinter, tag: string): void {
  const constant = () => printConstant(printer, true);
  switch (tag) {
    case 'e':
      printer.print(`*${readText(printer)}`);
      return;
    case 'R':
    case 'Q':
      printer.print(tag === 'R' ? '&' : '&mut ');
      constant();
      return;
    case 'A':
      printer.print('[');
      printer.list(', ', constant);
      printer.print(']');
      return;
    case 'T':
      printer.print('(');
      if (printer.list(', ', constant) === 1) printer.print(',');
      printer.print(')');
      return;
    case 'V':
      printPath(printer, true);
      printFields(printer);
      return;
    default:
      printer.fail();
  }
}

/** Of a constant structure or variant. */
function printFields(printer: SymbolPrinter): void {
  switch (printer.next()) {
    case 'U':
      return;
    case 'T':
      printer.print('(');
      printer.list(', ', () => printConstant(printer, true));
      printer.print(')');
      return;
    case 'S':
      printer.print(' { ');
      printer.list(', ', () => {
        printer.optionalBase62('s');
        printer.print(`${printer.identifier()}: `);
        printConstant(printer, true);
      });
      printer.print(' }');
      return;
    default:
      printer.fail();
  }
}
