// Modules that leave their table and their segments alone, made from any others.

import type { Instruction, TestModule } from './testModule.ts';

/** Operators that cannot be reused, in others of the same operands and results. */
const REPLACED: Readonly<Record<number, readonly Instruction[]>> = {
  37: [...drops(1), { opcode: 0xd0, args: [] }],
  38: drops(2),
  264: [{ opcode: 0x10b, args: [0] }],
  265: [{ opcode: 0x01, args: [] }],
  268: drops(3),
  269: [{ opcode: 0x01, args: [] }],
  270: drops(3),
  271: [...drops(1), { opcode: 0xd1, args: [] }],
  273: drops(3),
};

function drops(count: number): Instruction[] {
  return Array.from({ length: count }, () => ({ opcode: 0x1a, args: [] }));
}

export function withoutTables(module: TestModule): TestModule {
  const functions = module.functions.map(({ code, ...rest }) => ({
    ...rest,
    code: code.flatMap((instruction) => REPLACED[instruction.opcode] ?? [instruction]),
  }));
  return { ...module, functions };
}
