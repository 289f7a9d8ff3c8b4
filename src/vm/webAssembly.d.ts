// The part of V8's WebAssembly interface that the VM uses; TypeScript has it for browsers only.

// biome-ignore lint/style/noNamespace: a global object with types in it has no other form.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
    static customSections(module: Module, name: string): ArrayBuffer[];
  }

  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: unknown;
  }

  class Memory {
    constructor(limits: {
      readonly initial: number;
      readonly maximum?: number;
      readonly shared?: boolean;
    });
    readonly buffer: SharedArrayBuffer;
  }

  /** A module that V8 does not accept. */
  class CompileError extends Error {}

  /** A trap. */
  class RuntimeError extends Error {}

  type Imports = {
    readonly [module: string]: {
      readonly [name: string]: ((...args: never[]) => unknown) | Memory;
    };
  };

  function validate(bytes: Uint8Array): boolean;
}
