// Why a contract call failed. What happens after a contract was loaded is a text in the protocol's
// errors: of a trap, of a host function, or of the contract (panicTexts.ts).

import { formatGas } from '../base/amounts.ts';
import { nearestName } from '../base/nearestName.ts';
import type { FunctionCallError, PrepareError } from '../types/actionErrors.ts';
import { applyRule, because, type Explanation, type Rules } from './explanation.ts';
import type { CallFacts } from './facts.ts';
import { explainPanic } from './panicTexts.ts';

type Facts = CallFacts | null;
type CompilationError = Extract<FunctionCallError, { kind: 'CompilationError' }>['value'];

/** Method names in an explanation. */
const METHODS_SHOWN = 8;

const SMALLER = 'split the contract, or build it with fewer dependencies';

/** Modules that compilers for NEAR make have none of these faults. */
const PREPARE_TEXTS: Partial<Record<PrepareError, Explanation>> = {
  Deserialization: because(
    'the deployed code is not a valid Wasm module, or uses instructions that this protocol ' +
      'version does not have',
    'build with `cargo near build`: newer compilers need it to leave out new instructions',
  ),
  Memory: because(
    'the contract declares or imports a memory in a way that is not allowed',
    'build it for the target wasm32-unknown-unknown',
  ),
  TooManyFunctions: because('the contract has too many functions', SMALLER),
  TooManyLocals: because('the contract has too many local variables', SMALLER),
  FunctionBodyTooLarge: because('a function of the contract is too large', SMALLER),
};

const COMPILATION: Rules<CompilationError, Facts> = {
  CodeDoesNotExist: ({ accountId }) =>
    because(`${accountId} has no contract`, 'deploy the contract first, or call another account'),
  PrepareError: (name) =>
    PREPARE_TEXTS[name] ??
    because(
      `the contract was refused before it ran: ${name}`,
      'build it for the target wasm32-unknown-unknown, with `cargo near build`',
    ),
  WasmerCompileError: ({ msg }) =>
    because(`the contract cannot be compiled: ${msg}`, 'build it with a released compiler'),
};

const RULES: Rules<FunctionCallError, Facts> = {
  CompilationError: (error, facts) => applyRule(COMPILATION, error, facts),
  MethodResolveError: (name, facts) => {
    if (name === 'MethodNotFound') return explainMissingMethod(facts);
    if (name === 'MethodEmptyName') {
      return because('the method name is empty', 'name a method of the contract');
    }
    return because(
      'the method takes or returns Wasm values, so it cannot be called from outside',
      'export a function without parameters and results: arguments are read with `input`',
    );
  },
  ExecutionError: (text, facts) => explainText(text, facts) ?? NOTHING,
};

/** Stands for a text that says everything that is known. */
const NOTHING = because('');

/** Null for a message of a contract that says everything that is known. */
export function explainCall(error: FunctionCallError, facts: Facts = null): Explanation | null {
  const explanation = applyRule(RULES, error, facts);
  return explanation === NOTHING ? null : explanation;
}

function explainMissingMethod(facts: Facts): Explanation {
  if (facts === null) return because('the contract has no such method', 'check its name');
  const { accountId, methodName } = facts;
  const methods = facts.methods();
  const nearest = nearestName(methodName, methods);
  const cause = `the contract of ${accountId} has no method ${methodName}`;
  if (nearest !== null) return because(cause, `did you mean ${nearest}?`);
  if (methods.length === 0) return because(cause, 'the contract has no methods at all');
  const shown = methods.slice(0, METHODS_SHOWN).join(', ');
  const rest = methods.length > METHODS_SHOWN ? ` and ${methods.length - METHODS_SHOWN} more` : '';
  return because(cause, `its methods are ${shown}${rest}`);
}

const ABORTED = 'the contract aborted without a message';

type TextRule = readonly [
  text: RegExp,
  explain: (found: RegExpExecArray, facts: Facts) => Explanation | null,
];

/** The first one that matches applies. */
const TEXT_RULES: readonly TextRule[] = [
  [/^Exceeded the prepaid gas\.$/, (_, facts) => explainGas(facts)],
  [/^Exceeded the maximum amount of gas allowed to burn/, (_, facts) => explainGasLimit(facts)],
  [
    /^Exceeded the account balance\.$/,
    (_, facts) =>
      because(
        `${facts?.accountId ?? 'the contract'} wanted to send more tokens than it has`,
        'transfer tokens to the contract, or attach more deposit to the call',
      ),
  ],
  [
    /^Smart contract panicked: ([\s\S]*)$/,
    ([, message = ''], facts) => explainPanic(message, facts),
  ],
  [
    /^(\w+) is not allowed in view calls$/,
    ([, name]) =>
      because(
        `the method uses ${name}, which only transactions can`,
        'call it with a transaction, or make the method read-only (&self in Rust)',
      ),
  ],
  [
    /^Link Error: unknown or invalid import$/,
    (_, facts) =>
      facts?.missingImport === undefined
        ? because('the contract imports a function that this protocol version does not have')
        : because(
            facts.describeImport?.(facts.missingImport) ??
              `the contract imports ${facts.missingImport}, which does not exist`,
            'build it with a version of its SDK for this protocol, or without that feature',
          ),
  ],
  [
    /^WebAssembly trap: An `unreachable`/,
    () =>
      because(
        ABORTED,
        'see the stack for the place; in Rust, panics of methods without #[near] have no message',
      ),
  ],
  [
    /^(WebAssembly trap: Memory out of bounds|Accessed memory outside the bounds)/,
    () =>
      because(
        'the contract used memory that it does not have, or its recursion was too deep',
        'see the stack for the place',
      ),
  ],
  [
    /^WebAssembly trap: An arithmetic exception/,
    () => because('the contract divided by zero, or a number was too large for its type'),
  ],
  [
    /^WebAssembly trap: .*call/i,
    () => because('the contract called a function pointer that points to none of that type'),
  ],
  [
    /^Size of the recorded trie storage proof/,
    () =>
      because(
        'the call touched too much state',
        'read and write less in one receipt: split the work over several calls',
      ),
  ],
];

function explainText(text: string, facts: Facts): Explanation | null {
  for (const [pattern, explain] of TEXT_RULES) {
    const found = pattern.exec(text);
    if (found !== null) return explain(found, facts);
  }
  return null;
}

function explainGas(facts: Facts): Explanation {
  if (facts === null) {
    return because('the call has used all of the gas attached to it', 'attach more gas');
  }
  const { prepaidGas, burntGas, transactionGas, isCallback, methodName } = facts;
  const given = formatGas(prepaidGas);
  if (isCallback) {
    const of = transactionGas === undefined ? '' : ` of ${formatGas(transactionGas)}`;
    return because(
      `not enough gas left for the callback ${methodName}: ${given}${of}`,
      'attach more gas to the transaction, or give the callback more of it in the contract',
    );
  }
  if (burntGas < prepaidGas) {
    return because(
      `the call wanted to give other calls more gas than it had left: ${formatGas(burntGas)} of ` +
        `its ${given} were burnt`,
      'attach more gas, or let the contract give its promises less',
    );
  }
  return because(`the call has used all of the ${given} attached to it`, 'attach more gas');
}

function explainGasLimit(facts: Facts): Explanation {
  const burnt = facts === null ? '' : `: ${formatGas(facts.burntGas)}`;
  return facts?.isView === true
    ? because(
        `the view call burnt as much gas as this node allows${burnt}`,
        'read less in one call, or raise `max_gas_burnt_view` in config.json',
      )
    : because(
        `one call cannot burn more gas, however much is attached${burnt}`,
        'split the work over several calls',
      );
}
